"""Tables of results that people send in place of a workbook: they are left out, with advice to `import` them."""

from __future__ import annotations

from tournament_xl.interchange.import_results import read_results
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import count
from tournament_xl.workbook.snapshot import HostError


def judge_table(name: str, data: bytes) -> tuple[str, str]:
    """Say what the command `import` would make of a table of Scrabble, as the reason why the file is left out.

    Args:
        name: Name of the file, with its suffix.
        data: Its content.

    Returns:
        French sentence, and the word of the verdict: texts.REFUSED for results, also faulty ones, and for a file
        unreadable, too large, of another program or a tournament's workbook; else texts.ASIDE, as for a file .ELO.
    """
    try:
        incoming = read_results(data, name)
    except HostError as error:
        reason = " ".join(str(error).split("\n")[0].split())
        return texts.RESULTS_WITH_FAULTS.format(reason=reason), texts.REFUSED
    if incoming is None:
        return texts.NO_RESULTS, texts.ASIDE
    players, rounds = count(len(incoming.players), "joueur"), count(len(incoming.rounds), "ronde")
    return texts.RESULTS.format(players=players, rounds=rounds), texts.REFUSED
