"""An export in the other script. Names stay as they are; quotations do too, and may get a converted reading beside."""

from dataclasses import replace

from corpus.normalize import Script
from qa.conversation.joining import in_script
from qa.export.types import Claim, Entry, Export, Part, Place
from qa.export.wording import word


def in_other_script(made: Export, script: Script, *, quotes: bool) -> Export:
    """Return the export with statements, titles and sections in ``script``, marked wherever that changes a word."""
    return replace(
        made,
        script=script,
        title=in_script(made.title, script),
        parts=tuple(_part(part, script) for part in made.parts),
        entries=tuple(_entry(entry, script, quotes) for entry in made.entries),
    )


def _part(part: Part, script: Script) -> Part:
    changed = replace(
        part,
        short=in_script(part.short, script),
        statements=tuple(_claim(c, script) for c in part.statements),
        items=tuple(_claim(c, script) for c in part.items),
        notes=tuple(in_script(note, script) for note in part.notes),
    )
    return part if changed == part else replace(changed, mark=word("converted", script))


def _claim(claim: Claim, script: Script) -> Claim:
    return replace(claim, text=in_script(claim.text, script))


def _entry(entry: Entry, script: Script, quotes: bool) -> Entry:
    work = replace(
        entry.work, title=in_script(entry.work.title, script), container=in_script(entry.work.container, script)
    )
    places = tuple(_place(p, script, quotes) for p in entry.places)
    if work == entry.work and all(a.section == b.section for a, b in zip(places, entry.places, strict=True)):
        return replace(entry, places=places)
    return replace(entry, work=work, places=places, mark=word("converted", script), original=entry.work.title)


def _place(place: Place, script: Script, quotes: bool) -> Place:
    converted = in_script(place.quote, script) if quotes else place.quote
    section = tuple(in_script(part, script) for part in place.section)
    return replace(place, section=section, converted=converted if converted != place.quote else "")
