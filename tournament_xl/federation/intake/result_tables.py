"""Tables of results that people send in place of a workbook: they do not count; the command `import` is advised."""

from __future__ import annotations

from tournament_xl.interchange.import_results import read_results
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.workbook.snapshot import ExternalError


def judge_table(name: str, data: bytes) -> tuple[str, str]:
    """Explain why a file of results does not count: it is read as the command `import` reads it (`read_results`).

    Returns:
        French sentence, and the verdict: the word for the decision about the file. It is `texts.REFUSED`, which asks
        the sender for a workbook, if the file has results, or if `read_results` raises ExternalError, for faulty ones
        or another reason. It is `texts.ASIDE` if it finds no results in the file, for example in an ELO file.
    """
    try:
        incoming = read_results(data, name)
    except ExternalError as error:
        reason = " ".join(str(error).split("\n")[0].split())
        return texts.RESULTS_WITH_FAULTS.format(reason=reason), texts.REFUSED
    if incoming is None:
        return texts.NO_RESULTS, texts.ASIDE
    facts = {"players": incoming.players, "rounds": incoming.rounds}
    return fill_sentence(texts.RESULTS, facts), texts.REFUSED
