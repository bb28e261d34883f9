"use strict";
(() => {
  const root = document.documentElement;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const questions = all(".question"), choices = all("#filter select"), find = document.querySelector("#find");
  root.classList.add("scripted");

  // The script of the reader's first Chinese language; where there is none, that of the questions.
  const chinese = navigator.languages.find((language) => /^zh\b/i.test(language));
  let script = chinese ? (/hant|tw|hk|mo/i.test(chinese) ? "hant" : "hans") : root.dataset.script;

  const set = (chosen) => {
    script = chosen;
    root.lang = script === "hant" ? "zh-Hant" : "zh-Hans";
    for (const element of all("[data-hans]")) {
      const text = element.dataset[script];
      if (element.dataset.attr) element.setAttribute(element.dataset.attr, text);
      else element.textContent = text;
    }
    for (const button of all("[data-to]")) button.setAttribute("aria-pressed", button.dataset.to === script);
    count();
  };

  const count = () => {
    const shown = questions.filter((question) => !question.hidden).length;
    const line = document.querySelector("#shown");
    line.textContent = line.dataset[script === "hant" ? "shownHant" : "shownHans"]
      .replace("{shown}", shown).replace("{n}", questions.length);
    document.querySelector("#none").hidden = shown > 0;
  };

  const fits = (question, words) => words.every((word) => question.dataset.find.includes(word))
    && choices.every((choice) => !choice.value || question.dataset[choice.dataset.facet].split(" ").includes(choice.value));

  const filter = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const question of questions) question.hidden = !fits(question, words);
    count();
  };

  const clear = () => {
    find.value = "";
    for (const choice of choices) choice.value = "";
    filter();
  };

  const open = () => {  // the question or citation that the address names
    const target = /^#q\d+(c\d+)?$/.test(location.hash) && document.querySelector(location.hash);
    if (!target) return;
    const question = target.closest(".question");
    if (question.hidden) clear();
    question.open = true;
    target.scrollIntoView({ block: target === question ? "start" : "center" });
    if (target !== question) target.focus({ preventScroll: true });
  };

  const family = document.querySelector("#family");
  const showFamily = () => {
    for (const cell of all(".groups [data-family]")) cell.hidden = cell.dataset.family !== family.value;
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-to]"), group = target.closest("a[data-facet]");
    if (button) set(button.dataset.to);
    if (group) {
      clear();
      const choice = choices.find((one) => one.dataset.facet === group.dataset.facet);
      const option = choice && [...choice.options].find((one) => one.dataset.name === group.dataset.option);
      if (option) choice.value = option.value;
      filter();
    }
    if (target.closest("#open-all, #close-all"))
      for (const question of questions) if (!question.hidden) question.open = !!target.closest("#open-all");
  });
  const form = document.querySelector("#filter");
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => { event.preventDefault(); clear(); });
  family.addEventListener("change", showFamily);
  addEventListener("hashchange", open);
  set(script);
  showFamily();
  filter();
  open();
})();
