"""A follow-up made into a question that stands by itself, from the questions and answers before it.

Three things are done, by rule: pronouns and 该/这个/那个 with a class noun take the subject of an earlier turn; a
fragment (那 kubelet 呢？ 1.20 呢？) takes the place of the part of its kind in the question before; a bare question
(什么时候？ 为什么？) or a predicate without a subject is asked of the subject before. What names its own subject stays.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from corpus.dates import find_dates
from corpus.normalize import NormalizedText, convert_words, detect_script, fold, fold_text
from corpus.segment import segment
from corpus.terms import Term, TermTable
from corpus.types import Span
from corpus.versions import find_in_folded
from qa.kinds import Kind, kinds_of

_PartKind = Literal["component", "resource", "concept", "identifier", "org", "version", "stage", "date", "attribute"]


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier turn: ``question`` in the standalone form that was asked, and its ``short`` answer if it had one."""

    question: str
    short: str | None


@dataclass(frozen=True, slots=True)
class _Part:
    """Something that a text names, with its span in the folded text; the lower the rank, the narrower the subject."""

    kind: _PartKind
    span: Span
    rank: int
    term: Term | None = None


@dataclass(frozen=True, slots=True)
class _Chain:
    """Things joined into one phrase (kube-proxy 的 ipvs 模式); ``place`` marks one that only says where."""

    span: Span
    parts: tuple[_Part, ...]
    rank: int
    place: bool


@dataclass(frozen=True, slots=True)
class _Read:
    """A text with what it names; spans are those of ``view``."""

    text: str
    view: NormalizedText
    parts: tuple[_Part, ...]
    chains: tuple[_Chain, ...]

    @property
    def folded(self) -> str:
        return self.view.text

    @property
    def han(self) -> bool:
        return bool(_HAN.search(self.folded))

    def of(self, *kinds: _PartKind) -> list[_Part]:
        return [p for p in self.parts if p.kind in kinds]

    def cut(self, span: Span) -> str:
        """Return the words as they are written under a span of the folded text."""
        return self.view.to_original(span).cut(self.text).strip()

    def put(self, *changes: tuple[Span, str]) -> str:
        """Return the text with the spans exchanged; of overlapping changes the first one given counts."""
        kept: list[tuple[Span, str]] = []
        for span, words in changes:
            if not any(span.overlaps(other) for other, _ in kept):
                kept.append((span, words))
        text = self.text
        for span, words in sorted(kept, key=lambda c: c[0], reverse=True):
            at = self.view.to_original(span)
            text = _join(_join(text[: at.start], words), text[at.end :])
        return text


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a turn was about; ``term`` is set where the phrase is one term, so that it can be put in another language."""

    words: str
    rank: int
    kind: _PartKind
    term: Term | None = None


_HAN = re.compile(r"[\u3400-\u9fff]")
_THINGS: tuple[_PartKind, ...] = ("component", "resource", "concept", "identifier", "org")
_KUBERNETES, _BASIC, _FEATURE, _NAMED = 3, 2, 1, 0
_BASIC_IDS = frozenset("cluster node pod container volume image label service kernel linux storage network cloud".split())
# Terms that say what is asked of a subject, or what happens to it.
_ATTRIBUTE_IDS = frozenset(
    "access-mode addon api-object api-version architecture bug-fix changelog client code command-line component condition "
    "config-file configuration contribution controller debug default deploying developer enhancement environment-variable "
    "extension feature-gate field host infrastructure installation instance interface license lifecycle limit manifest "
    "object operations parameter password patch-release performance permission plugin port priority process production-ready "
    "proposal protocol region release reliability repository restart resource-usage rollback server software spec test "
    "third-party throughput timeout upgrade upstream user validation vendor version-skew workload".split()
)
_LATIN = re.compile(r"(?<![\w-])(?:--)?[A-Za-z][A-Za-z0-9]*(?:[-_./][A-Za-z0-9]+)*(?![\w-])")
_COMMON_LATIN = frozenset("and the for about api http https url yaml json new old bug via ok what why when how who".split())
_JOINT = re.compile(r"\s?|\s*(?:[里中上内]面?)?的\s*|\s*[/、]\s*|\s*[和与及]\s*|\s+and\s+")
_CLASS_TAIL = re.compile(r"\s?(?:模式|机制|特性|功能|框架|算法|策略)")
_AT = re.compile(r"(?:在|\bin|\bon|\bfrom)\s*(?:the\s+)?$")
_WITHIN = re.compile(r"\s*(?:[里中上内下](?!的|\s的|限|游)|之[前后])")
_NP_END = re.compile(r"[\u4e00-\u9fff]{0,4}?(?=\s*(?:是|从|自哪|在|什么|哪|何时|的|怎么|如何|为什么|默认))")
_NP_LEAD = re.compile(r"^(?:请问|那么?)?\s*([\u4e00-\u9fff]{1,4})$")
_NO_NAME = re.compile(r"[是从在的了被把给让有没能会要为对到和与谁哪何怎请问说后前个种些这那该此它其什么支持引入开始]")
_HEAD = re.compile(
    r"^(?:请问|那么?)?\s*((?:(?!是|从|到底|什么|哪|谁|何时|怎么|如何|为什么|默认|能|会|有|多)[\u4e00-\u9fff]){2,12})"
    r"(?=是|从|到底|什么时候|哪|何时|怎么|如何|默认)"
)


def standalone(text: str, history: Sequence[Turn], terms: TermTable) -> str:
    """Return the question that stands by itself: ``text`` if it does already or if no turn of ``history`` helps.

    ``history`` is in the order of the conversation. The result keeps the language and the script of ``text``; where
    these do not show (1.20?), those of the question before.
    """
    if not history or not text.strip():
        return text
    talk = [(_read(turn.question, terms), turn) for turn in history]
    resolved = _resolve(_read(text, terms), talk, terms)
    if resolved is None:
        return text
    now = _read(resolved, terms)
    made = _exchange(now, talk, terms) or _bare(now, talk) or _predicate(now, talk)
    if made is None and resolved == text:
        return text
    return _in_script(_tidy(made or resolved), text)


# --- what a text names ---------------------------------------------------------------------------------------------


def _read(text: str, terms: TermTable) -> _Read:
    view = fold(text)
    parts = [_Part("version", m.span, _KUBERNETES) for m in find_in_folded(view.text, numbered=False)]
    taken = [p.span for p in parts]
    for mention in terms.find(view.text):
        if not any(mention.span.overlaps(s) for s in taken):
            parts.append(_term_part(mention.term, mention.span))
    taken = [p.span for p in parts]
    parts += [_Part("date", s, _KUBERNETES) for s in _free(view, taken, [d.span for d in find_dates(view.text)])]
    parts += [_Part("identifier", s, _NAMED) for s in _free(view, [p.span for p in parts], _identifiers(text, view))]
    parts.sort(key=lambda p: p.span)
    return _Read(text, view, tuple(parts), tuple(_chains(view.text, parts)))


def _free(view: NormalizedText, taken: list[Span], spans: list[Span]) -> list[Span]:
    return [s for s in spans if not any(s.overlaps(t) for t in taken)]


def _term_part(term: Term, span: Span) -> _Part:
    if term.kind == "stage":
        return _Part("stage", span, _KUBERNETES, term)
    if term.id in _ATTRIBUTE_IDS:
        return _Part("attribute", span, _KUBERNETES, term)
    kind: _PartKind = next((k for k in _THINGS if k == term.kind), "concept")
    rank = _FEATURE if kind == "concept" else _NAMED
    if term.id in _BASIC_IDS:
        rank = _BASIC
    return _Part(kind, span, _KUBERNETES if term.id == "kubernetes" else rank, term)


def _identifiers(text: str, view: NormalizedText) -> list[Span]:
    """Return names outside the term table: any Latin word in a Chinese text, what is written like a name in English."""
    if len(text) != len(view.text):
        text = view.text  # widths differ; capitals are lost, hyphens are not
    chinese, found = bool(_HAN.search(text)), []
    for match in _LATIN.finditer(text):
        word = match.group()
        shaped = "-" in word or (word[1:] != word[1:].lower() and len(word) > 2)
        proper = word[0].isupper() and text[: match.start()].strip() and len(word) > 2
        if word.lower() not in _COMMON_LATIN and (shaped or proper or (chinese and len(word) > 2)):
            found.append(Span(match.start(), match.end()))
    return found


def _chains(folded: str, parts: Sequence[_Part]) -> Iterator[_Chain]:
    run: list[_Part] = []
    for part in [*(p for p in parts if p.kind in _THINGS or p.kind == "attribute"), None]:
        if run and part and _JOINT.fullmatch(folded[run[-1].span.end : part.span.start]):
            run.append(part)
            continue
        things = [i for i, p in enumerate(run) if p.kind in _THINGS]
        if things:
            yield _chain(folded, run[things[0] : things[-1] + 1])
        run = [part] if part else []


def _chain(folded: str, run: Sequence[_Part]) -> _Chain:
    start, end = run[0].span.start, run[-1].span.end
    if tail := _CLASS_TAIL.match(folded, end):
        end = tail.end()
    elif (rest := _NP_END.match(folded, end)) and not _NO_NAME.search(rest.group()) and _HAN.match(folded[end - 1]):
        end = rest.end()
    lead = _NP_LEAD.match(folded[:start]) if _HAN.match(folded[start]) else None
    if lead and not _NO_NAME.search(lead[1]):
        start = lead.start(1)
    place = bool(_AT.search(folded[:start]) or _WITHIN.match(folded, end))
    return _Chain(Span(start, end), tuple(run), min(p.rank for p in run), place)


def _topic(read: _Read, kinds: tuple[_PartKind, ...] = _THINGS) -> _Chain | None:
    """Return the narrowest thing that the text is about, the first one of its rank."""
    chains = [c for c in read.chains if any(p.kind in kinds for p in c.parts)]
    return min(chains, key=lambda c: (c.place, c.rank, c.span.start) if c.rank < _BASIC else (2, c.rank, c.span.start), default=None)


def _with_version(read: _Read, span: Span) -> Span:
    """Return the span with the version that follows it at once (Kubernetes 1.12)."""
    for part in read.of("version"):
        if part.span.start >= span.end and not read.folded[span.end : part.span.start].strip(" v"):
            return Span(span.start, part.span.end)
    return span


# --- pronouns ------------------------------------------------------------------------------------------------------

_NOUNS = (
    r"新?(?:功能|特性|组件|元件|资源|对象|物件|参数|插件|外挂(?:程式)?|机制|工具|项目|专案|控制器|开关|命令|指令|接口|介面|字段|栏位|选项"
    r"|模式|服务|端口|连接埠|程序|程式|方案|标签|策略|东西|玩意儿?|技术|系统|框架|算法|变化|改动|公司|api|feature gate|feature)"
)
_DEMONSTRATIVE = rf"(?:这|那|该|此|上述)(?:一?[个项种款类条套]|些)?\s*(?P<noun>{_NOUNS})"
_THIS = r"(?:这个|那个|这|那)(?=(?:到底|又|也|还|现在)*(?:是(?!不是)|什么时候|从哪|从什么|能|有什么|怎么|为什么|何时|在哪|要|会|默认|呢|支持))"
_PRONOUN = re.compile(
    rf"(?P<its>其(?![中他它余实次间])(?=[\u4e00-\u9fff])|\b(?:its|their)\b)|{_DEMONSTRATIVE}|[它牠](?:们|自己|本身)?"
    rf"|(?:^|(?<=那么)|(?<=[,，\s])){_THIS}"
    r"|\b(?:this|that|the) (?P<class>feature|component|resource|tool|project|flag|plugin|gate|option|field)\b"
    r"|\b(?:it|they|them)\b(?!['’]s\b| (?:possible|true|safe|necessary|ok|okay)\b)"
)
_VERSION_NOUN = re.compile(
    r"(?:这|那|该|此|上述)一?个?(?:次要?|小|大|发行)?版(?!块|面|权)本?|(?:this|that) (?:version|release)\b"
)
_SHORT_SUBJECT: tuple[Kind, ...] = ("component", "person", "org")  # what is found then is what is spoken of next
_WANTED: dict[str, tuple[_PartKind, ...]] = {
    "组件": ("component",), "元件": ("component",), "component": ("component",), "tool": ("component",),
    "工具": ("component",), "资源": ("resource",), "resource": ("resource",), "公司": ("org",),
}  # fmt: skip
_ASPECTS = re.compile(r"参数|开关|命令|指令|字段|栏位|选项|端口|连接埠|标签|flag|gate|option|field")
_WHOLE = re.compile(r"项目|专案|系统|project|api|公司|技术")
_ASKS_VERSION = re.compile(r"哪一?个?(?:次|小|大)?版|什么版本|which (?:\w+ )?(?:version|release)")

_Talk = Sequence[tuple[_Read, Turn]]


def _resolve(read: _Read, talk: _Talk, terms: TermTable) -> str | None:
    """Return the text with what points back replaced, the same text if nothing does, None if it cannot be known."""
    changes: list[tuple[Span, str]] = []
    for match in _VERSION_NOUN.finditer(read.folded):
        if not any(p.span.start < match.start() for p in read.of("version")):
            if not (version := _last_version(talk, terms)):
                return None
            changes.append((Span(*match.span()), version))
    for match in _PRONOUN.finditer(read.folded):
        if not _has_antecedent(read, match.start()):
            words = _referent(read, match, talk, terms)
            if not words:
                return None
            changes.append((Span(*match.span()), words))
    if not changes:
        return read.text
    lead = _LEAD.match(read.folded)
    opening = [(Span(0, lead.end()), "")] if lead and lead.end() and not lead.group().endswith("呢") else []
    return read.put(*changes, *opening)


def _has_antecedent(read: _Read, at: int) -> bool:
    """Tell whether the text itself names, before ``at``, what a pronoun there can stand for."""
    own = any(c.span.start < at and not c.place and c.rank < _KUBERNETES for c in read.chains)
    return own or bool(re.search(r"(?:一|某|每)[个种款项位]", read.folded[:at]))


def _referent(read: _Read, match: re.Match[str], talk: _Talk, terms: TermTable) -> str:
    noun = match["noun"] or match["class"] or ""
    wanted = next((kinds for word, kinds in _WANTED.items() if noun.endswith(word)), _THINGS)
    narrow = bool(noun) and not _WHOLE.search(noun)
    subject = _subject(talk, terms, wanted, narrow, bool(_ASKS_VERSION.search(read.folded)))
    if not subject:
        return ""
    words = _spoken(subject, read)
    if _ASPECTS.search(noun) and subject.kind != "identifier":
        return _join(words, "的" + noun) if read.han else f"the {words} {noun}"
    if match["its"]:
        return words + " 的" if read.han else words + "'s"
    return words


def _subject(
    talk: _Talk, terms: TermTable, wanted: tuple[_PartKind, ...] = _THINGS, narrow: bool = False, no_version: bool = False
) -> _Subject | None:
    """Return the subject of the latest turn that has one; Kubernetes itself only where nothing narrower was named."""
    found = [s for read, turn in reversed(talk) for s in _subjects(read, turn, terms, wanted, no_version)]
    narrower = [s for s in found if s.rank < _KUBERNETES]
    if narrow or no_version:
        return next(iter(narrower or found), None)
    return next((s for s in found if s.rank < _KUBERNETES or s.kind == "version"), next(iter(found), None))


def _subjects(
    read: _Read, turn: Turn, terms: TermTable, wanted: tuple[_PartKind, ...], no_version: bool
) -> Iterator[_Subject]:
    if turn.short and kinds_of(read.folded)[0] in _SHORT_SUBJECT:
        short = _read(turn.short, terms)
        if (chain := _topic(short, wanted)) and chain.rank < _BASIC:
            yield _as_subject(short, chain.span, chain)
    chain = _topic(read, wanted) or _topic(read)
    if chain and chain.rank < _KUBERNETES:
        if wanted != _THINGS and len(chain.parts) > 1:
            part = next((p for p in chain.parts if p.kind in wanted), None)
            if part:
                yield _Subject(read.cut(part.span), part.rank, part.kind, part.term)
        yield _as_subject(read, chain.span if no_version else _with_version(read, chain.span), chain)
    elif head := _HEAD.match(read.folded):
        yield _Subject(read.cut(Span(*head.span(1))), _FEATURE, "concept")
    elif chain:
        span = _with_version(read, chain.span)
        yield _Subject(read.cut(span), _KUBERNETES, "version" if span != chain.span else "concept")
    elif versions := read.of("version"):
        yield _Subject(read.cut(versions[0].span), _KUBERNETES, "version")


def _as_subject(read: _Read, span: Span, chain: _Chain) -> _Subject:
    part = chain.parts[-1]
    return _Subject(read.cut(span), chain.rank, part.kind, part.term if span == part.span else None)


def _spoken(subject: _Subject, read: _Read) -> str:
    """Return the subject's name in the language of the text that will say it, if the term table has one."""
    if subject.term and not read.han and _HAN.search(subject.words):
        return next((a for a in subject.term.aliases if a.isascii()), subject.words)
    if subject.term and read.han and " " in subject.words and not _HAN.search(subject.words):
        return next((a for a in subject.term.aliases if _HAN.search(a)), subject.words)
    return subject.words


def _last_version(talk: _Talk, terms: TermTable) -> str:
    for read, turn in reversed(talk):
        for source in (_read(turn.short, terms) if turn.short else None, read):
            if source and (versions := source.of("version")):
                return source.cut(versions[-1 if source is read else 0].span)
    return ""


# --- fragments -----------------------------------------------------------------------------------------------------

_LEAD = re.compile(
    r"\s*(?:那么|那(?!个|一|些|种|时候)|(?:and|but|so|then)\b,?|ok(?:ay)?,?)*\s*(?:(?:what|how) about\b|还有|换成|换作|如果是|要是|若是)?\s*(?:the\b)?\s*"
)
_TAIL = re.compile(r"\s*(?:的话|的|了|又)?\s*(?:呢|呀|啊|吗(?=$))?\s*[?？。!！~～]*\s*$")
_GLUE = re.compile(r"[\s,，、/]|和|与|在|的|是|又|也|则|里|中|版本|版|这边|那边|进入|升到|进|到|阶段|\b(?:in|for|of|to|is|was|the|and|version|release|one)\b")
_WHEN = r"(?:什么时[候间]|何时|哪年哪月|哪一?[年天日]|哪个?月|几月|几号)"
_RELEASE = r"(?:哪一?个?(?:次|小|大)?(?:发行版|版本?)|几点几|什么版本|几版)(?:起|开始|之后|以后)?"
_WHY = r"(?:为什么|为何|为啥|什么原因)"
_MANNER = r"(?:怎么样?|怎样|如何)"
_OTHER = r"(?:谁|哪位|哪家公司|哪里|哪儿|多少)"
_ENGLISH = r"(?:(?:(?:in|since|from|on|at) )?(?:which|what) (?:\w+ )?(?:release|version|year|date|month)|\bwhen\b|\bwhy\b|\bwho\b|\bhow\b(?! many| much| long))"
_FRONT = r"(?:是|又|到底|大概|最早|具体)*(?:从|自|在|于)?\s*"
_ASKED = re.compile(rf"{_FRONT}(?:{_WHEN}|{_RELEASE}|{_WHY}|{_MANNER}|{_OTHER})(?:才|就)?|{_ENGLISH}")
_BARE_WITH_PART = re.compile(rf"{_FRONT}(?:{_WHEN}|哪一?个?(?:次|小|大)?版本?(?:起|开始)?|{_WHY})|{_ENGLISH}")
_BARE = re.compile(rf"(?:具体|大概|到底)?(?P<q>{_FRONT}(?:{_WHEN}|{_RELEASE}|{_WHY}|{_MANNER}|{_OTHER})(?:做|弄|办)?|原因是什么|{_ENGLISH})")
_ASKS_WHETHER = re.compile(r"\s*[吗嗎么]?\s*[?？。]*\s*$")
_VALUE_OF = (
    (re.compile(r"端口|连接埠|数量?|[大高长]小?|上限|下限|值|比例|个数|时长|间隔"), "多少"),
    (re.compile(r"时间|日期"), "什么时候"), (re.compile(r"版本"), "哪个版本"), (re.compile(r"作者|负责人|创始人|维护者"), "谁"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Core:
    """What is left of a follow-up without its opening (那, what about) and its end (呢？)."""

    span: Span
    words: str
    asks: bool


def _core(read: _Read) -> _Core:
    lead, tail = _LEAD.match(read.folded), _TAIL.search(read.folded)
    start = lead.end() if lead else 0
    end = max(start, tail.start() if tail else len(read.folded))
    ending, opening = read.folded[end:], read.folded[:start]
    words = read.folded[start:end]
    return _Core(Span(start, end), words, "呢" in ending or "about" in opening or opening.lstrip().startswith("and"))


def _rest(read: _Read, core: _Core) -> str:
    """Return what the core says beside the things, versions, stages and dates that it names."""
    rest = list(read.folded)
    for part in read.parts:
        if part.kind != "attribute":
            rest[part.span.start : part.span.end] = "\0" * len(part.span)
    return _GLUE.sub("", core.span.cut("".join(rest)).replace("\0", " "))


def _exchange(read: _Read, talk: _Talk, terms: TermTable) -> str | None:
    """Return the question before with the parts of the same kind exchanged; None if this is no fragment."""
    core, before = _core(read), talk[-1][0]
    named = [p for p in read.parts if p.kind != "attribute"]
    asked = _BARE_WITH_PART.fullmatch(_spaced_rest(read, core).strip())
    if not named:
        return _attribute(read, core, talk, terms)
    if asked and not (read.of(*_THINGS) and read.of("stage")):
        made = _exchanged(read, core, before)
        return _ask_anew(before, made, read.cut(_found(read, asked.group())))
    if _rest(read, core):
        return _attribute(read, core, talk, terms)
    if not core.asks and (read.of(*_THINGS) or not read.text.strip()):
        return None
    return _exchanged(read, core, before)


def _spaced_rest(read: _Read, core: _Core) -> str:
    rest = core.span.cut(read.folded)
    for part in reversed([p for p in read.parts if p.kind != "attribute"]):
        rest = rest[: max(0, part.span.start - core.span.start)] + " " + rest[max(0, part.span.end - core.span.start) :]
    return re.sub(r"\b(?:is|was|did|does|the)\b|[,，]", " ", rest)


def _found(read: _Read, words: str) -> Span:
    at = read.folded.find(words)
    return Span(at, at + len(words)) if at >= 0 else Span(0, 0)
