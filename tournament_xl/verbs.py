"""The verbs of the command line: a few lines each over the same functions as the buttons."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.arguments import FORMULAS, check_name, settings_given
from tournament_xl.book.snapshot import HostError
from tournament_xl.exits import BUG, DONE, PROBLEMS, REFUSED, UNREADABLE, USAGE, bug_sentence, fail
from tournament_xl.model import Notice
from tournament_xl.press import Outcome, refused
from tournament_xl.resources import legible
from tournament_xl.texts import cli as texts
from tournament_xl.texts.notices import notice_text

if TYPE_CHECKING:
    from tournament_xl.book.workbook import Workbook


def report(outcome: Outcome) -> int:
    """Tell what a press gave; its exit code."""
    for problem in outcome.problems:
        fail(outcome.code, str(problem))
    if outcome.message and outcome.code == DONE:
        print(outcome.message)
    elif outcome.message:
        fail(outcome.code, outcome.message)
    if outcome.text:
        print(outcome.text)
    for warning in outcome.warnings:
        print(texts.WARNING.format(text=warning))
    if outcome.status and outcome.code == DONE:
        print(texts.NEXT.format(text=outcome.status))
    return outcome.code


def _tell_open(path: str) -> None:
    """A word where a workbook that is only read is open elsewhere: what is typed there is not in the file."""
    from tournament_xl.hosts.closed import lock_on

    if lock := lock_on(Path(path)):
        fail(DONE, texts.OPEN_ELSEWHERE.format(program=lock.program))


def _read(path: str) -> Workbook:
    """A workbook understood, to be looked at; a word where it is open, or older than its backups."""
    from tournament_xl.hosts import files
    from tournament_xl.hosts.closed import ClosedFile

    _tell_open(path)
    decoded = files.read(path)
    if told := files.older(ClosedFile(path).path, decoded.snapshot):
        fail(DONE, texts.WARNING.format(text=told))
    return decoded


def _new(options: argparse.Namespace) -> int:
    from tournament_xl.hosts import files
    from tournament_xl.lists.coming import coming_of
    from tournament_xl.lists.read import Coming

    settings = settings_given(options)
    game = FORMULAS[options.formule]
    coming = Coming([], [])
    if options.joueurs:
        listed = Path(options.joueurs)
        coming = coming_of(game.name, listed, [listed.parent, Path(options.file).parent], hidden=options.masquees)
    settings = {**coming.table.settings, **settings}
    players = coming.players
    outcome = files.create(options.file, settings, players, game=game.name, world=coming.world, place=coming.place)
    if outcome.code == PROBLEMS:
        fail(USAGE, texts.NOT_CREATED)
        report(outcome)
        return USAGE
    key = "created_with" if players else "created"
    print(notice_text(Notice(key, {"file": legible(options.file), "players": len(players)})))
    if wanting := [name for name in texts.ASKED if not settings.get(name)]:
        print(texts.WARNING.format(text=texts.TO_FILL_IN.format(names=", ".join(wanting))))
    for warning in coming.warnings:
        print(texts.WARNING.format(text=warning))
    return outcome.code


def _action(options: argparse.Namespace) -> int:
    """pair, update, undo, take, ratings."""
    from tournament_xl import actions
    from tournament_xl.hosts import files

    action = actions.BY_NAME[options.command]
    if options.command == "ratings":
        action = partial(actions.ratings, provisional=options.provisional)
    if options.command == "undo":
        action = partial(actions.undo, force=options.force)
    return report(files.press(options.file, action, texts.BACKUPS[options.command]))


def _standings(options: argparse.Namespace) -> int:
    from tournament_xl.show import show_round, show_standings

    decoded = _read(options.file)
    played = decoded.tournament.played
    after = played if options.after is None else options.after
    if not 0 <= after <= played:
        raise refused(Notice("not_played_yet", {"round": after, "last": played}))
    (show_round if options.texte else show_standings)(decoded, after)
    return DONE


def _explain(options: argparse.Namespace) -> int:
    from tournament_xl.games import of

    decoded = _read(options.file)
    last = len(decoded.tournament.rounds)
    number = last if options.round is None else options.round
    if last == 0:
        raise refused(Notice("no_round_yet"))
    if not 1 <= number <= last:
        raise refused(Notice("no_such_round", {"round": number, "last": last}))
    explanations = of(decoded).explain_round(decoded, number, options.table)
    if not explanations:
        raise refused(Notice("no_such_table", {"round": number, "table": options.table}))
    for explanation in explanations:
        print(explanation.title, *(f"  {line}" for line in explanation.lines), sep="\n", end="\n\n")
    return DONE


def _check(options: argparse.Namespace) -> int:
    """Each file gets its verdict, whatever the others are; the worst code."""
    from tournament_xl.check.report import lines, unreadable_json
    from tournament_xl.hosts import files

    codes, objects = [], []
    for file in options.files:
        try:
            _tell_open(file)
            found = files.check(file)
        except Exception as error:  # a bug of ours, too: those behind it still get theirs
            known = isinstance(error, HostError)
            told, code = (str(error), UNREADABLE) if known else (f"{legible(file)} : {bug_sentence(error)}", BUG)
            codes.append(fail(code, told))
            objects.append(unreadable_json(file, told, code))
            continue
        codes.append(found.code)
        if options.json:
            objects.append(found.as_json(file))
        for problem in found.problems:
            fail(found.code, str(problem) if len(options.files) == 1 else f"{legible(file)} : {problem}")
        if not options.json:
            print(*lines(found, file), sep="\n", end="\n\n" if len(options.files) > 1 else "\n")
    if options.json:
        import json

        print(json.dumps(objects[0] if len(objects) == 1 else {"files": objects}, ensure_ascii=False, indent=1))
    return max(codes)


def _simulate(options: argparse.Namespace) -> int:
    from tournament_xl.games.jobs import Chances
    from tournament_xl.hosts import files
    from tournament_xl.simulate import simulate, tournament_seed

    def action(snapshot, date):  # type: ignore[no-untyped-def]
        seed = options.seed if options.seed is not None else tournament_seed(snapshot)
        return simulate(snapshot, options.rounds, Chances(seed, options.forfaits, options.absences), date)

    return report(files.press(options.file, action, texts.BACKUPS["simulate"]))


def _send(options: argparse.Namespace) -> int:
    from tournament_xl.hosts.closed import ClosedFile
    from tournament_xl.hosts.send import send

    ClosedFile(options.file).refuse_when_locked()  # a button sends what is open and saved
    return report(send(options.file, options.to))


def _publish(options: argparse.Namespace) -> int:
    from tournament_xl.hosts.publish import Publication, run

    publication = Publication(options.file, options.to, initials=options.initials)
    _tell_open(options.file)
    serving = options.serve or options.clock
    if not (options.watch or serving):
        return report(publication.publish())
    return run(publication, report, serving=serving, clock=options.clock)


def _what_if(options: argparse.Namespace) -> int:
    from tournament_xl.hosts.closed import ClosedFile
    from tournament_xl.publish.what_if import what_if
    from tournament_xl.show import show_pairings, show_standings

    _tell_open(options.file)
    found = what_if(ClosedFile(options.file).read(), options.table)
    print(found.told)
    show_standings(found.decoded, found.after, title=found.title)
    if found.next:
        show_pairings(found.next, len(found.next.tournament.rounds), reasons=False)
    return DONE


def _export(options: argparse.Namespace) -> int:
    from tournament_xl.hosts.export import export

    if options.json:
        from tournament_xl.hosts.exchange import as_json

        print(as_json(_read(options.file)))
        return DONE
    _tell_open(options.file)
    return report(export(options.file, options.to, columnar=options.parquet))


def _compare(options: argparse.Namespace) -> int:
    import sys

    from tournament_xl.compare.run import compare

    check_name(options.output)
    outcome = compare(
        Path(options.output), sizes=options.joueurs, kinds=options.formules, count=options.tournois,
        rounds=options.rondes, seed=options.graine, players=options.liste, processes=options.processus,
        cluster=options.dask, keep=options.garder, command=f"tournament-xl {' '.join(sys.argv[1:])}",
    )  # fmt: skip
    return report(outcome)


def _import(options: argparse.Namespace) -> int:
    from tournament_xl.hosts.import_results import import_file

    check_name(options.output)
    return report(import_file(Path(options.results), Path(options.output)))


def _repair(options: argparse.Namespace) -> int:
    from tournament_xl.hosts.repair import repair

    return report(repair(options.file))


def _restore(options: argparse.Namespace) -> int:
    from tournament_xl.hosts import restore
    from tournament_xl.show import show_backups

    if options.number is not None:
        return report(restore.restore(options.file, options.number))
    found = restore.listed(options.file)
    return report(show_backups(options.file, found) if found else restore.none(options.file))


def _federation(options: argparse.Namespace) -> int:
    from tournament_xl.federation.command import command

    return command(options)


def _press(options: argparse.Namespace) -> int:
    """What buttons call: on the workbook open in Excel, or on the one that comes through standard input."""
    if options.stdio:
        from tournament_xl.hosts import stdio

        return stdio.main(options.action)
    from tournament_xl.hosts.excel import press_live

    return report(press_live(options.live, options.action, options.window))


def _doctor(options: argparse.Namespace) -> int:
    from tournament_xl.hosts.doctor import doctor

    well, lines = doctor(options.file)
    print(*lines, sep="\n")
    return DONE if well else REFUSED


def _demo(options: argparse.Namespace) -> int:
    from tournament_xl.demo import play

    return play(options.dir, othello=options.othello)


def _app(options: argparse.Namespace) -> int:
    from tournament_xl.app import app

    return app(options.dir)


VERBS: dict[str, Callable[[argparse.Namespace], int]] = {
    "new": _new,
    "pair": _action,
    "update": _action,
    "undo": _action,
    "take": _action,
    "ratings": _action,
    "standings": _standings,
    "explain": _explain,
    "check": _check,
    "simulate": _simulate,
    "send": _send,
    "publish": _publish,
    "et-si": _what_if,
    "export": _export,
    "compare": _compare,
    "import": _import,
    "repair": _repair,
    "restore": _restore,
    "federation": _federation,
    "doctor": _doctor,
    "press": _press,
    "demo": _demo,
    "app": _app,
}
