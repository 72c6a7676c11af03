"""The notebook in docs: its cells run in order; `python -m docs.notebook` writes their outputs again."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parent / "statistiques.ipynb"


def read() -> dict[str, Any]:
    return json.loads(NOTEBOOK.read_text(encoding="utf-8"))


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def executed() -> dict[str, Any]:
    """Run the notebook (with pandas) in the folder of the samples; return it with each cell's output and value."""
    import pandas

    notebook, names = read(), {}
    with (
        contextlib.chdir(NOTEBOOK.parent.parent / "samples"),
        pandas.option_context("display.width", 120, "display.max_columns", 20),
    ):
        for count, cell in enumerate(code_cells(notebook), start=1):
            text = run(cell["source"], names)
            cell["execution_count"] = count
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": text}] if text else []
    return notebook


def run(source: str, names: dict[str, object]) -> str:
    tree, out = ast.parse(source), io.StringIO()
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(out):
        exec(compile(tree, "notebook", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "notebook", "eval"), names) if last else None
    return out.getvalue() + ("" if value is None else f"{value}\n")


if __name__ == "__main__":
    NOTEBOOK.write_text(json.dumps(executed(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
