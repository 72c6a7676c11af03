"""How every press ends: the organiser's changes told and recorded, the derived sheets and the Journal written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournament_xl.model import Notice
from tournament_xl.press import DONE, Outcome, Press, Words, stopped, understood
from tournament_xl.press_rounds import note_emptied, record_change
from tournament_xl.texts import sheets
from tournament_xl.texts.notices import changed_person, changed_setting, first_of, notice_text
from tournament_xl.workbook import compact, fingerprints, journal, kept, labels
from tournament_xl.workbook.corrections import finals_corrected
from tournament_xl.workbook.grid import MOST_LINES
from tournament_xl.workbook.understood import Replaced, Understood

_FEW = 20  # texts of which each has its line in the Journal
_LONGEST = 8_000  # letters of one line for those of a round


def finish(press: Press, notice: Notice, number: int) -> Outcome:
    """Record the organiser's changes, rewrite what is derived, close the Journal."""
    facts = understood(press.game.decode(press.draft.after()))
    if isinstance(facts, Outcome):
        return facts
    drawn = len(facts.tournament.rounds)
    note_corrections(press, facts)
    _tell_damaged(press, facts)
    press.told += facts.once
    for changed in range(1, drawn + 1):
        record_change(press, facts, changed)
    note_emptied(press, facts)
    _note_words(press)
    status = press.game.derive(press, facts)
    if facts.problems.found:
        return stopped(facts.problems.found)
    seen = _seen(press, facts)
    results = unrecorded(press, facts) if not press.recorded else {}
    damaged = facts.journal.new_damage
    idle = not (press.noted or seen or results or damaged) and all(block.optional for block in press.draft.edits())
    if not idle:
        _tell_retyped(press, facts)
    known = {(one.key, one.facts.get("round")) for one in press.told}  # as they were before anything was recorded
    left = [one for one in facts.warnings if (one.key, one.facts.get("round")) not in known]
    warnings = tuple(dict.fromkeys(map(notice_text, [*press.told, *left])))
    if press.quiet:
        press.reveal += labels.FORMULA_SHEETS.get(facts.tournament.settings.formula, ())
    lasting = tuple(map(notice_text, left))
    if idle:
        return Outcome(DONE, notice_text(Notice("up_to_date")), (), (), warnings, number, status, lasting=lasting)
    if not press.quiet and (not press.noted or seen or results):
        _note_update(press, facts, seen)
    if press.noted:
        now = fingerprints.wanted(press.draft)
        now |= fingerprints.reasons(press.draft, facts.results.rows, facts.journal.written)
        new = {sheet: mark for sheet, mark in now.items() if facts.journal.written.get(sheet) != mark}
        copies = ",".join(one for one in facts.snapshot.copies if one not in facts.journal.copies)
        press.end({"feuilles": compact.named_text(new), "abîmées": damaged, "copies": copies})
        if press.last_row > MOST_LINES:
            facts.problems.add(labels.JOURNAL, press.last_row, 1, "too_many_rows", row=press.last_row, most=MOST_LINES)
            return stopped(facts.problems.found)
    edits, reveal = press.draft.edits(), tuple(press.reveal)
    return Outcome(DONE, notice_text(notice), edits, (), warnings, number, status, reveal, lasting=lasting)


def _tell_damaged(press: Press, facts: Understood) -> None:
    """Lines of the Journal that somebody changed, as "replace all" in the whole workbook does, or took away: once."""
    if facts.journal.new_damage:
        rows = [str(entry.line.row) for entry in facts.journal.lines if entry.whole is False]
        missing = list(map(str, facts.journal.missing))
        for key, shown in (("journal_damaged", rows), ("journal_gap", missing)):
            if shown:
                press.told.append(Notice(key, {"rows": first_of(shown), "count": len(shown)}))


def _tell_retyped(press: Press, facts: Understood) -> None:
    """Sheets which are only to be read, and which no longer hold what a press last wrote there."""
    changed, marks = fingerprints.changing(press.draft), facts.journal.written
    retyped = [key for key, mark in fingerprints.standing(press.draft).items() if marks.get(key, mark) != mark]
    told = {}
    for key in retyped:
        sheet, line = fingerprints.sheet_of(key), "!" in key
        if key in changed:
            notice = "panel_retyped" if sheet == labels.TOURNAMENT else "line_retyped" if line else "sheet_retyped"
            told[notice, sheet] = Notice(notice, {"sheet": sheet})
    press.told += told.values()


def _note_update(press: Press, facts: Understood, seen: Mapping[int, str]) -> None:
    """The lines of an update: what it did, what it has seen of rounds under way."""
    played, results = facts.tournament.played, unrecorded(press, facts)
    sentence = sheets.updated_detail(played)
    if results or not seen:
        note_results(press, facts, journal.UPDATED, sentence, results)
    for number, text in seen.items():
        press.note(journal.UPDATED, number, journal.detail(sentence, {"vus": text}))


def note_results(press: Press, facts: Understood, action: str, sentence: str, parts: Mapping[str, str]) -> None:
    """A line with the parts that tell results which no line has yet, and who played them; or with other parts."""
    if "résultats" not in parts:
        press.note(action, None, journal.detail(sentence, parts))
        return
    people = kept.new_people(facts, [row.sides for row in facts.tournament.rounds[-1]])
    note_with_people(press, action, facts.tournament.played, sentence, parts, people)


def note_with_people(
    press: Press, action: str, number: int, sentence: str, parts: Mapping[str, str], people: Sequence[Mapping[str, str]]
) -> None:
    """A line about a round with what of `people` it has room for; the rest stands in the lines below it."""
    detail, more = kept.beside(sentence, parts, people)
    press.note(action, number, detail)
    for one in more:
        press.note(journal.UPDATED, number, journal.detail(sheets.people_detail(number), one))


def _seen(press: Press, facts: Understood) -> dict[int, str]:
    """The results, half ones too, of the round under way and of pairs typed for the next, if not all were seen before.

    They are not recorded before their round is complete, but a change of them will be noticed. "-" for a round further
    ahead of which nothing is left: this press tells it.
    """
    drawn, found = len(facts.tournament.rounds), {}
    open_rounds = [drawn, drawn + 1] if facts.tournament.played < drawn else [drawn + 1]
    for number in () if press.quiet else open_rounds:
        results = [row.so_far(press.game.result_of) for row in facts.results.round(number)]
        results = [text for text in results if ":" in text]
        emptied = number > drawn and number in facts.journal.rounds  # which forgets what was seen of it
        before = {} if emptied else facts.journal.seen.get(number, {})
        if set(results) - set(before.values()):
            found[number] = ",".join(results)
    gone = (number for number, known in facts.journal.seen.items() if known and number > drawn + 1)
    return found | {number: "-" for number in gone if not press.quiet and not facts.results.round(number)}


def unrecorded(press: Press, facts: Understood) -> dict[str, str]:
    """The results of the last drawn round, when it is complete and the Journal lacks one of them; who played it."""
    played, known = facts.tournament.played, facts.journal.results.get(facts.tournament.played, {})
    if played != len(facts.tournament.rounds) or not played:
        return {}
    if any(frozenset(match.sides) not in known for match in facts.tournament.rounds[-1]):
        rows, settings = facts.tournament.rounds[-1], press.game.settings(facts)
        new = kept.new_settings(facts, settings, press.game.not_at_pairing)
        return new | {"résultats": ",".join(map(press.game.result_of, rows))}
    return {}


def note_corrections(press: Press, facts: Understood) -> None:
    """Settings, names, results and starting cotes that differ from what the Journal recorded go there.

    So each pairing can be judged on the facts of its moment, and a cote on the one that it started from.
    """
    last, known, same = len(facts.tournament.rounds), facts.journal.cotes, press.game.same_result
    note_replaced(press, facts.replaced)
    cotes = {player.number: kept.cote_of(player) for player in facts.tournament.players if player.number in known}
    cotes = {who: cote for who, cote in cotes.items() if cote != known[who]}
    if last:
        _tell_changes(press, facts, cotes)
    for change in (kept.settings_change(facts, press.game.settings(facts)), *kept.people_change(facts)):
        if change and last:
            press.note(journal.CORRECTED, last, change)
    if cotes and last:
        sentence = sheets.cote_corrected_detail(compact.cotes_text({who: known[who] for who in cotes}))
        press.note(journal.CORRECTED, last, journal.detail(sentence, {"cotes": compact.cotes_text(cotes)}))
    for number, recorded in sorted(facts.journal.results.items()):
        if not 1 <= number <= len(facts.tournament.rounds):
            continue
        matches = facts.tournament.rounds[number - 1]
        now = {frozenset(match.sides): press.game.result_of(match) for match in matches}
        changed = sorted(text for pair, text in now.items() if not same(recorded.get(pair, text), text))
        if changed:
            before = ",".join(recorded[pair] for pair, text in now.items() if text in changed)
            sentence = sheets.corrected_detail(number, before)
            press.note(journal.CORRECTED, number, journal.detail(sentence, {"résultats": ",".join(changed)}))


def _tell_changes(press: Press, facts: Understood, cotes: Mapping[int, float]) -> None:
    """Names, licences, settings and starting `cotes` that are not those of the Journal: the first few of each."""
    known = facts.journal.cotes
    told = {
        key: [changed_person(who, *two) for who, two in all_.items()]
        for key, all_ in kept.people_changes(facts).items()
    }
    told["settings_changed"] = [
        changed_setting(*one) for one in kept.settings_changes(facts, press.game.settings(facts))
    ]
    told["cotes_changed"] = [
        changed_person(who, compact.plain(known[who]), compact.plain(now)) for who, now in cotes.items()
    ]
    press.told += [Notice(key, {"shown": first_of(shown)}) for key, shown in told.items() if shown]


def note_replaced(press: Press, replaced: Iterable[Replaced]) -> None:
    """Names typed over: told once, kept by the Journal, and N°'s own put back (before a pairing, too)."""
    for one in replaced:
        text = compact.one_line(one.text)
        sheet, row = one.line.table.sheet, one.line.row
        facts: dict[str, int | str] = {"sheet": sheet, "row": row, "text": text, "name": one.name}
        facts["number"] = one.number or one.name
        where = f"Ronde {one.round}" if one.round else sheet
        detail = sheets.name_replaced_detail(where, text, one.number, one.name)
        key = "group_name_replaced" if sheet == labels.GROUPS else "name_replaced"
        press.words.append(Words(one.round, detail, Notice(key, facts)))
        press.draft.put(sheet, row, one.line.table.columns[one.column], one.name)


def _note_words(press: Press) -> None:
    """What stood where the program writes: told and kept one by one, or, where a column was filled, round by round."""
    if len(press.words) <= _FEW:
        for one in press.words:
            press.told.append(one.notice)
            press.note(journal.CORRECTED, one.round, one.detail)
        return
    details: dict[int | None, list[str]] = {}
    for one in press.words:
        details.setdefault(one.round, []).append(one.detail)
    for number, texts in details.items():
        press.note(journal.CORRECTED, number, " ; ".join(texts)[:_LONGEST])
    shown = first_of([one.detail for one in press.words])
    press.told.append(Notice("words_replaced", {"count": len(press.words), "shown": shown}))


def note_finals(press: Press, facts: Understood) -> None:
    """The results on Finales go into the Journal, half ones too, when they have changed; corrected ones are told, and
    halves that went elsewhere.
    """
    now = facts.deciding
    if now is None or now == (facts.journal.final, facts.journal.final_half):
        return
    parts = dict(zip(("finale", "finale vue"), now, strict=True))
    press.note(journal.FINAL, None, journal.detail(sheets.final_detail(*now), parts))
    press.told += finals_corrected(facts, press.game.same_result)
