"""`make bench`: what one typed score of the page costs in its kernel, with 64 players in round 4 of 7.

Functions of the program that it enters, those inside others not counted; milliseconds of processor time, the median;
bytes of the answer.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.press import players
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.service.act import ActionRequest, SimulationRequest, act, simulate
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.storage import new_file

PLAYERS, ROUND = 64, 4
WARM = 2  # scores before what is measured


def main() -> None:
    functions = set[tuple[str, str]]()

    def note_function(frame, event, _argument):
        code = frame.f_code
        if event == "call" and "tournament_xl" in code.co_filename and "<" not in code.co_qualname:
            functions.add((code.co_filename, code.co_qualname))

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "banc.xlsx"
        new_file.create_workbook(path, {"Graine": "1", "Nombre de rondes": "7"}, players(PLAYERS), game="scrabble")
        simulate(WorkbookFile(path), SimulationRequest(ROUND - 1, "1"))
        act(WorkbookFile(path), ActionRequest("pair"))
        times, sizes = [], []
        for number, (seconds, size) in enumerate(_type_scores(path)):
            times += [1000 * seconds] if number > WARM else []
            sizes.append(size)
            sys.setprofile(note_function if number + 1 == WARM else None)
    modules = {file for file, _ in functions}
    print(f"a typed score, {PLAYERS} players, round {ROUND}: {len(functions)} functions of {len(modules)} modules, "
          f"{statistics.median(times):.0f} ms of processor time, {statistics.median(sizes):.0f} bytes")  # fmt: skip


def _type_scores(path: Path) -> Iterator[tuple[float, int]]:
    """Type each result of the round as the page does; yield the seconds and the bytes of the answer."""
    session = PageSession(path.parent)
    reply = session.call("open", {"file": path.name, "known": ""})
    view, known = reply["view"], reply["known"]
    columns = {column["name"]: column["column"] for column in view["sheets"]["Résultats"]["typed"]}
    for row in view["missing"]:
        cells = view["sheets"]["Résultats"]["rows"][row - 1]
        pair = [cells[columns[number] - 1] for number, _ in view["sides"]]
        scores = dict(zip(view["scores"][0], (str(400 + row), "350"), strict=True))
        match = {"round": ROUND, "pair": pair, "scores": scores, "was": dict.fromkeys(scores, "")}
        began = time.process_time()
        reply = session.call("result", {"file": path.name, "known": known, **match})
        seconds, known = time.process_time() - began, reply["known"]
        yield seconds, len(json.dumps(reply, ensure_ascii=False).encode())


if __name__ == "__main__":
    main()
