"""A page's session: each call is a name, a JSON object and bytes; the answer is an object too (`page_calls`).

The page runs in a browser and calls from a worker of its own (web/), or over the computer's own network (`app`).
"""

from __future__ import annotations

import os
import traceback
from dataclasses import dataclass, field, replace
from pathlib import Path

from tournament_xl.core.exit_codes import BUG, DONE, UNREADABLE
from tournament_xl.frontends.web.page_calls import CALLS
from tournament_xl.frontends.web.page_view import View, find_changes, render_view
from tournament_xl.frontends.web.page_workbooks import CallRequest, PageWorkbooks
from tournament_xl.frontends.wire import build_answer
from tournament_xl.messages import page as texts
from tournament_xl.messages.failures import bug_sentence, installation_sentence
from tournament_xl.service.read import read_updated
from tournament_xl.storage.backups import find_backups
from tournament_xl.workbook.snapshot import ExternalError, UsageError
from tournament_xl.workbook.working_copy import ActionAborted, Outcome


@dataclass(slots=True)
class PageSession(PageWorkbooks):
    """Session of a page: the workbooks of its folder, and the answers to its calls, one at a time."""

    _sent: View = field(default_factory=dict)  # the view that was sent last to who keeps views
    _sent_count: int = 0
    _session: str = field(default_factory=lambda: os.urandom(4).hex())  # another one has other names of views

    def call(self, name: str, request: CallRequest, data: bytes = b"") -> View:
        """Do what a call asks for, and answer it; its errors, also those of a malformed call, are in the answer.

        Args:
            name: Name of the call, a key of `CALLS`.
            request: The call's object.
            data: Bytes that came with it, for the calls that take a file.

        Returns:
            `answer` as for a button of the workbook (`wire.build_answer`), without edits: they are in the file already;
            the fields that the call adds; and `view`, the workbook as it is now, if the call shows one and is DONE.
            A request with `known`, the name of a view that the page has or "", gets the new one's name as `known`, and
            `changes` to the view of that name instead of `view` where that was the last one sent.
        """
        extra: View = {}
        try:
            outcome, extra = CALLS[name](self, request, data)
            path, is_current = extra.pop("path", None), extra.pop("current", False)
            if path and outcome.code == DONE:
                view = self._view(path, is_current=is_current)
                extra |= self._send(view, str(request["known"])) if "known" in request else {"view": view}
        except ActionAborted as aborted:
            outcome = aborted.outcome
        except ExternalError as error:
            outcome = Outcome(error.code, str(error))
        except UsageError as error:
            outcome = Outcome(error.code, str(error))
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
            reason = f"{type(error).__name__}: {error}"[:200]
            outcome = Outcome(
                UsageError.code, texts.NOT_AS_DESCRIBED.format(name=name, reason=reason), text=traceback.format_exc()
            )
        except Exception as error:
            failure = installation_sentence(error)
            outcome = Outcome(
                UNREADABLE if failure else BUG,
                failure or bug_sentence(error, is_shown=True),
                text=traceback.format_exc(),
            )
        answer = build_answer(self._for_page(outcome))
        return {"answer": answer, **extra}

    def _send(self, view: View, known: str) -> View:
        """Return the fields of an answer that give a view: its changes to the one that the page knows, or whole."""
        former, is_known = self._sent, known == self._name_of_view() and self._sent_count > 0
        self._sent, self._sent_count = view, self._sent_count + 1
        shown = {"changes": find_changes(former, view)} if is_known else {"view": view}
        return {"known": self._name_of_view(), **shown}

    def _name_of_view(self) -> str:
        return f"{self._session} {self._sent_count}"

    def _for_page(self, outcome: Outcome) -> Outcome:
        """Return the outcome without the folder's path and without edits, which are written."""

        def shorten(text: str) -> str:
            return text.replace(f"{self.folder}{os.sep}", "")

        return outcome._replace(
            message=shorten(outcome.message), text=shorten(outcome.text), edits=(),
            layout_changes=(), select=(), warnings=tuple(map(shorten, outcome.warnings)),
            problems=tuple(
                replace(problem, message=shorten(problem.message)) for problem in outcome.problems
            ),
        )  # fmt: skip

    def _view(self, path: Path, *, is_current: bool) -> View:
        """Render a workbook, with the names of its backups; `is_current`: an action has just updated it.

        Raises:
            ExternalError: The workbook cannot be read.
        """
        copy_names = [copy.file.name for copy in find_backups(path)]
        return {
            "file": path.name,
            "copies": copy_names,
            **render_view(read_updated(self.open(path), is_current=is_current)),
        }
