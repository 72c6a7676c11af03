"""Who is named how in a publication. A text about a hidden player says his public name, whatever it called him."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tournament_xl.book import labels
from tournament_xl.book.snapshot import cell_text
from tournament_xl.book.workbook import Workbook
from tournament_xl.folding import fold
from tournament_xl.model import X
from tournament_xl.texts import publish as texts

_OWN = 9999  # N° beyond are those of the world's list of Othello, not of this tournament
_SHORTEST = 3  # letters of a name that was cut: with fewer, any word would be one


class Public:
    """The names that may be read and the numbers that stand for players, by N°; X and the bye included."""

    def __init__(self, decoded: Workbook, *, initials: bool = False) -> None:
        players = {player.number: player for player in decoded.tournament.players}
        anonymous = set(_anonymous(decoded))
        self.names: dict[int, str] = {who: player.full_name for who, player in players.items()}
        self.hidden = frozenset(players) if initials else frozenset(anonymous)
        self.numbers = {who: who for who in players}
        if self.hidden and max(players) > _OWN:  # the world's list says who has such a number
            self.numbers = {who: at for at, who in enumerate(players, start=1)}
        if initials:
            self.names |= {who: texts.initials(player.name, player.first_name) for who, player in players.items()}
            same = list(self.names.values())
            self.names |= {
                who: texts.numbered(name, self.numbers[who]) for who, name in self.names.items() if same.count(name) > 1
            }
        self.names |= {who: texts.ANONYMOUS.format(number=self.numbers[who]) for who in anonymous}
        self.numbers[X] = X
        self.names[X] = decoded.names()[X]
        self._public: dict[str, str] = {}
        for who in sorted(players, key=lambda who: who in self.hidden):  # who is hidden has the last word
            for form in _forms(decoded, who, players[who]):
                self._public[form.casefold()] = self.names[who] if who in self.hidden else form
        words = sorted(map(re.escape, self._public), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE) if self.hidden else None

    def text(self, text: str) -> str:
        """A text in which the hidden players have their public names."""
        if self._pattern is None or not text:
            return text
        *others, last = text.split(", ")
        if last.endswith("…") and len(last) > _SHORTEST:  # a name that had no room, alone or at the end of a list
            start = last[:-1].casefold()
            shown = next((public for form, public in self._public.items() if form.startswith(start)), last)
            text = ", ".join([*others, shown])
        return self._pattern.sub(lambda found: self._public.get(found[0].casefold(), found[0]), text)


def _anonymous(decoded: Workbook) -> Iterator[int]:
    """N° of those with something else than "non" in the column Anonyme of Joueurs, where there is one."""
    table = decoded.players.table
    header = decoded.snapshot.sheets[labels.PLAYERS][table.header - 1]
    columns = [at for at, cell in enumerate(header, start=1) if fold(cell_text(cell)) == texts.ANONYMOUS_COLUMN]
    for number, line in decoded.lines.items():
        if any(
            fold(cell_text(decoded.snapshot.cell(labels.PLAYERS, line.row, at))) not in ("", "non") for at in columns
        ):
            yield number


def _forms(decoded: Workbook, who: int, player) -> Iterator[str]:  # type: ignore[no-untyped-def]
    """What a player is called on the sheets, by former names too."""
    yield player.name
    yield player.full_name
    yield f"{player.first_name} {player.name}".strip()
    yield decoded.names()[who]
    if player.first_name:
        yield f"{player.name} {player.first_name[:1]}."
    for entry in decoded.memory.entries:
        for changes in (entry.found, entry.made):
            if name := changes.get(f"nom|{who}"):
                yield name
                yield from (word for word in name.split() if len(word) >= _SHORTEST)
