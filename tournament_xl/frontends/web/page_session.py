"""A page's session: each call is a name, an object and bytes, and is answered with an object (docs/stdio.md).

The page runs in a browser and calls from a worker of its own (web/), or over the computer's own network (`app`).
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from tournament_xl.core.exit_codes import BUG, DONE, UNREADABLE
from tournament_xl.frontends.web.page_calls import CALLS
from tournament_xl.frontends.web.page_view import View, page_sentences, render_view
from tournament_xl.frontends.web.page_workbooks import CallRequest, PageWorkbooks
from tournament_xl.frontends.wire import build_answer
from tournament_xl.messages import page as texts
from tournament_xl.messages.audience import Audience
from tournament_xl.messages.failures import bug_sentence, sentence
from tournament_xl.messages.forms import PAGE, adapt_sentence
from tournament_xl.service.read import UpdatedWorkbook, read_updated
from tournament_xl.storage.workbook_file import find_backups
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import HostError, UsageError
from tournament_xl.workbook.working_copy import ActionAborted, Outcome


@dataclass(slots=True)
class PageSession(PageWorkbooks):
    """Session of a page: the workbooks of its folder, and the answers to its calls."""

    def call(self, name: str, request: CallRequest, data: bytes = b"") -> View:
        """Answer a call; whatever goes wrong is in the answer.

        Args:
            name: Name of the call, a key of `CALLS`.
            request: The call's object.
            data: Bytes that came with it, for the calls that take a file.

        Returns:
            `answer` as of an action, the fields that the call adds, and `view`, the workbook as it is now.
        """
        extra: View = {}
        try:
            outcome, extra = CALLS[name](self, request, data)
            path, current = extra.pop("path", None), extra.pop("current", False)
            if path and outcome.code == DONE:
                updated = read_updated(self.open(path), is_current=current)
                extra["view"] = self._view(path, updated)
                sentences = page_sentences(updated.decoded) if updated.decoded else {}
                warnings = (sentences.get(warning, warning) for warning in outcome.warnings)
                outcome = outcome._replace(warnings=tuple(warnings))
        except ActionAborted as aborted:
            outcome = aborted.outcome
        except (HostError, UsageError) as error:
            outcome = Outcome(error.code, str(error))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            reason = f"{type(error).__name__}: {error}"[:200]
            outcome = Outcome(
                UsageError.code, texts.NOT_AS_DESCRIBED.format(name=name, reason=reason), text=traceback.format_exc()
            )
        except Exception as error:
            failure = sentence(error)
            outcome = Outcome(
                UNREADABLE if failure else BUG, failure or bug_sentence(error), text=traceback.format_exc()
            )
        answer = build_answer(self._for_page(outcome))
        return {"answer": answer, **extra}

    def _for_page(self, outcome: Outcome) -> Outcome:
        """Return the outcome worded for a page, without the folder's path and without edits, which are written."""

        def reword(text: str) -> str:
            return _page_text(text.replace(f"{self.folder}{os.sep}", ""))

        return outcome._replace(
            message=reword(outcome.sentence(Audience.PAGE)), text=reword(outcome.text), edits=(),
            layout_changes=(), select=(), warnings=tuple(map(reword, outcome.warnings)), notice=None,
            problems=tuple(
                replace(problem, message=reword(problem.sentence(Audience.PAGE))) for problem in outcome.problems
            ),
        )  # fmt: skip

    def _view(self, path: Path, updated: UpdatedWorkbook) -> View:
        """Render a workbook as an update leaves it."""
        copy_names = [copy.file.name for copy in find_backups(path)]
        view = render_view(updated)
        _reword(view.get("settings", ()), "help")
        if prizes := view["sheets"].get(schema.PRIZES):  # it says why a prize has no winner
            prizes["rows"] = [[_page_text(text) for text in row] for row in prizes["rows"]]
        texts_of_view = {"status": _page_text(view["status"]), "notes": [*map(_page_text, view["notes"])]}
        return {"file": path.name, "copies": copy_names, **view, **texts_of_view}


def _page_text(text: str) -> str:
    """Word a sentence for a page."""
    return adapt_sentence(text, PAGE)


def _reword(views: Iterable[View], key: str) -> None:
    """Word the sentence under a key of each object for a page."""
    for view in views:
        view[key] = _page_text(view[key])
