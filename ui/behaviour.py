"""What the page does in the browser by itself: keys, scrolling, the dialog, copying, downloading."""

# Tells the server of an element with data-event (clicked) or data-change (chosen), with its other data.
# The names of all events stand here, since Gradio looks for them in this text.
ACTIONS = """
const events = ["open", "ask", "correct", "remove", "view", "resume"];
const tell = (name, source, more) => { if (events.includes(name)) trigger(name, { ...source.dataset, ...more }); };
element.addEventListener("click", (event) => {
  const source = event.target.closest("[data-event]");
  if (!source || event.target.closest("a")) return;
  if (source.tagName !== "BUTTON" && String(getSelection())) return;  // words are being selected, not opened
  tell(source.dataset.event, source);
});
element.addEventListener("change", (event) => {
  const source = event.target.closest("[data-change]");
  if (source) tell(source.dataset.change, source, { now: source.value });
});
"""
ANSWERED = (
    ACTIONS
    + """
watch("value", () => document.querySelector("#tabs").classList.remove("asking"));
"""
)
READER = (
    ACTIONS
    + """
watch("value", () => {
  const dialog = element.querySelector("dialog");
  if (!dialog) return;
  dialog.showModal();
  const quoted = dialog.querySelector("#quoted");
  (quoted ?? dialog.querySelector(".close")).focus({ preventScroll: true });
  quoted?.scrollIntoView({ block: "center" });
});
"""
)
MASTHEAD = """
const speak = () => { document.documentElement.lang = element.querySelector("[lang]")?.lang ?? "zh-Hans"; };
speak();
watch("value", speak);
"""
HEAD = """<meta name="color-scheme" content="light dark"><script>
for (const type of ["keydown", "keypress"]) document.addEventListener(type, (event) => {
  if (event.key !== "Enter" || !event.target.closest("#question")) return;
  event.stopImmediatePropagation();  // Gradio's own Enter does not know of input methods
  // An Enter that picks a candidate comes before the end of the composition, or (Safari) after it with code 229.
  if (event.shiftKey || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  if (type === "keydown" && !event.repeat) document.querySelector("#ask")?.click();
}, true);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
const showAt = (place) => {
  place.closest("details")?.setAttribute("open", "");
  place.scrollIntoView({ behavior: calm(), block: "center" });
  place.focus({ preventScroll: true });
};
const named = (link) => link ? document.getElementById(link.getAttribute("href").slice(1)) : null;
document.addEventListener("click", (event) => {
  const target = event.target.closest ? event.target : null;
  if (!target) return;
  // The class is on a part of the page, since Gradio has every rule of ours begin there.
  if (target.closest("#ask")) document.querySelector("#tabs").classList.add("asking");
  if (target.closest("#stop")) document.querySelector("#tabs").classList.remove("asking");
  const place = named(target.closest("a.cite, a[data-jump]"));
  if (place) {
    event.preventDefault();  // following the link would leave the page when its address has a query
    showAt(place);
  }
  const dialog = target.closest("dialog");
  if (dialog && (target === dialog || target.closest("[data-close]"))) dialog.close();
  const copy = target.closest("[data-copy]");
  if (copy) copyText(copy);
  const file = target.closest("[data-download]");
  if (file) download(file);
});
const copyText = async (button) => {
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.textContent);
  } catch {  // without a secure connection there is no clipboard, but there are selections
    getSelection().selectAllChildren(source);
    document.execCommand("copy");
  }
  const before = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = before; }, 1500);
};
const download = (button) => {
  const bytes = Uint8Array.from(atob(button.dataset.content), (c) => c.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: button.dataset.type }));
  link.download = button.dataset.download;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};
// Gradio draws the plot anew whenever it changes; a click on a point opens the quotation of its entry in the list.
new MutationObserver(() => {
  for (const plot of document.querySelectorAll("#timeline-plot .js-plotly-plot:not([data-wired])")) {
    if (!plot.on) continue;
    plot.dataset.wired = "";
    plot.on("plotly_click", ({ points }) => {
      const entry = document.getElementById(`event-${points[0]?.customdata?.[0]}`);
      entry?.scrollIntoView({ block: "center" });
      entry?.querySelector("[data-event]")?.click();
    });
  }
}).observe(document, { childList: true, subtree: true });
</script>"""
