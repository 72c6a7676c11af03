"""Static check, for mypy alone: the modules of each game keep the protocols that `registry` promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournament_xl.games.jobs import Jobs
    from tournament_xl.games.othello import actions as othello_actions
    from tournament_xl.games.othello import jobs as othello_jobs
    from tournament_xl.games.othello.read import OthelloBook
    from tournament_xl.games.scrabble import actions as scrabble_actions
    from tournament_xl.games.scrabble import jobs as scrabble_jobs
    from tournament_xl.games.scrabble.book import ScrabbleBook
    from tournament_xl.workbook.working_copy import Game

    ACTIONS: tuple[Game[ScrabbleBook], Game[OthelloBook]] = scrabble_actions, othello_actions
    JOBS: tuple[Jobs[ScrabbleBook], Jobs[OthelloBook]] = scrabble_jobs, othello_jobs
