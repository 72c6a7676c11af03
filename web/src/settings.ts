// Owns Réglages, and a cell with its choices wherever one stands.
import { typeCells } from "./actions";
import { type Box, bindPunctuation, h } from "./dom";
import { FINALS } from "./names";
import { tell } from "./show";
import { state } from "./state";
import { TEXTS } from "./texts";
import type { CellLine } from "./wire";
import { isReadOnly, task } from "./workbook";

export function showSettings() {
  const lines: HTMLElement[] = [];
  let group = "";
  for (const setting of state.view.settings ?? []) {
    if (setting.group !== group) lines.push(h("h3", {}, setting.group));
    group = setting.group;
    lines.push(
      h(
        "label",
        { className: "setting" },
        h("span", {}, setting.name),
        choiceBox({ ...setting, sheet: "Tournoi" }),
        h("small", {}, setting.help),
      ),
    );
  }
  return h(
    "div",
    {},
    h("div", { className: "head" }, h("h2", {}, TEXTS.tabs.settings)),
    state.view.finals?.length ? h("p", { className: "quiet" }, TEXTS.finalsLater) : null,
    h("div", { className: "settings" }, lines),
  );
}

const SHORT_VALUE = 32; // letters that a box of Réglages has room for; it is wider for more

/** What was refused at a setting. */
export const refusedSetting = (name: string) =>
  state.refusedCells[`Tournoi/${state.view.settings?.find((setting) => setting.name === name)?.row}`];

/** Render a cell with its choices, or a box; typed when it is left.
 * @param cell sheet, row, column, value, choices
 * @param label of a choice */
export function choiceBox(
  cell: CellLine & { sheet: string },
  label: (value: string) => string = (value) => value || "–",
) {
  const key = `${cell.sheet}/${cell.row}`,
    refused = state.refusedCells[key];
  const slip = h("small", { className: "slip", role: "alert" }, refused?.text ?? "");
  const noted = async (event: Event) => {
    const box = event.target as Box,
      { value } = box;
    const result = await task(() => typeCells([{ sheet: cell.sheet, row: cell.row, column: cell.column, value }]));
    const text = result?.answer.code
      ? [result.answer.message, ...result.answer.problems.map((problem) => problem.message)]
          .filter(Boolean)
          .map(bindPunctuation)
          .join(" ")
      : "";
    if (text) state.refusedCells[key] = { value, text };
    else delete state.refusedCells[key];
    const currentBox = document.querySelector<Box>(`[data-key="${CSS.escape(key)}"]`) ?? box; // an answer draws it anew
    currentBox.toggleAttribute("aria-invalid", text !== "");
    (currentBox.parentElement?.querySelector(".slip") ?? slip).textContent = text;
    if (result && text) tell(result.answer);
    if (cell.sheet === FINALS) currentBox.scrollIntoView({ block: "nearest" }); // games may be drawn above it
  };
  const props = {
    value: refused?.value ?? cell.value,
    "aria-invalid": Boolean(refused),
    disabled: isReadOnly(),
    onchange: noted,
    "aria-label": cell.name,
    data: { key },
  };
  if (!cell.choices.length)
    return h(
      "span",
      { className: "choice" },
      h("input", { ...props, size: props.value.length > SHORT_VALUE ? props.value.length : 20 }),
      slip,
    );
  const values = cell.value && !cell.choices.includes(cell.value) ? [cell.value, ...cell.choices] : cell.choices;
  const select = h(
    "select",
    props,
    ["", ...values].map((value: string) => h("option", { value }, label(value))),
  );
  select.value = props.value;
  return h("span", { className: "choice" }, select, slip);
}
