// Owns the menu of a row of games: how else it ended, why its players meet, the exchange of colours.
import { render } from "preact";
import { $ } from "./dom";
import { draw } from "./draw";
import { exchangeColours, isResultMissing } from "./finals";
import { goAfterRow } from "./keys";
import { FINALS } from "./names";
import { explain } from "./pairs";
import { clearFault, findRow, hasBye, noteRow, playerNames } from "./round";
import { type GameRow, state } from "./state";
import { filled, TEXTS } from "./texts";
import { keepTyped, typedIn } from "./typing";
import { isReadOnly, task } from "./workbook";

/** Open the menu of a row at its button.
 * @param goesOn whether the next table follows once an ending is chosen: it was opened by a key */
export function openRowMenu(place: string, goesOn = false) {
  const row = findRow(place),
    menu = $("row-menu"),
    button = $(place)?.querySelector(".more")?.getBoundingClientRect();
  if (!row || !button) return;
  render(<RowMenu key={place} row={row} goesOn={goesOn} />, menu);
  menu.showPopover();
  const margin = 8,
    { offsetWidth, offsetHeight } = menu;
  menu.style.left = `${Math.max(margin, Math.min(button.right, innerWidth - margin) - offsetWidth)}px`;
  menu.style.top = `${Math.max(margin, Math.min(button.bottom, innerHeight - margin - offsetHeight))}px`;
  (menu.querySelector<HTMLElement>("[aria-checked=true]") ?? menu.querySelector("button"))?.focus();
}

/** Note how a match ended; "" for as its scores say. */
export function endMatch(place: string, code: string, goesOn = false) {
  const row = findRow(place);
  if (!row) return undefined;
  keepTyped(row, state.view.ending, code);
  clearFault(place);
  draw();
  const noted = task(() => noteRow(place));
  if (goesOn) goAfterRow(place);
  return noted;
}

function RowMenu({ row, goesOn }: { row: GameRow; goesOn: boolean }) {
  const close = () => $("row-menu").hidePopover(),
    walk = (event: KeyboardEvent) => {
      const items = [...$("row-menu").querySelectorAll("button")],
        index = items.indexOf(document.activeElement as HTMLButtonElement);
      const next = {
        ArrowDown: items[(index + 1) % items.length],
        ArrowUp: items.at(index - 1),
        Home: items[0],
        End: items.at(-1),
      }[event.key];
      if (event.key === "Tab") close();
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
  const names = playerNames(row),
    current = typedIn(row, state.view.ending),
    codes = hasBye(row) || isReadOnly() ? [] : (state.view.choices[state.view.ending] ?? []),
    choices = [...(current ? [["", TEXTS.noEnding]] : []), ...codes];
  const isUnknown = current && !codes.some(([code]) => code === current);
  const canExchange = row.sheet === FINALS && state.view.colours && isResultMissing(row) && !isReadOnly();
  return (
    <div role="menu" aria-label={TEXTS.rowMenuLabel} tabIndex={-1} onKeyDown={walk}>
      {isUnknown ? <p class="quiet">{current}</p> : null}
      {choices.map(([code, text]) => (
        <button
          key={code}
          type="button"
          role="menuitemradio"
          aria-checked={code === current ? "true" : "false"}
          value={code}
          onClick={() => {
            close();
            endMatch(row.place, code, goesOn);
          }}
        >
          {filled(text, { 1: names[0], 2: names[1] })}
        </button>
      ))}
      {row.sheet === FINALS ? null : (
        <button
          type="button"
          role="menuitem"
          class="why"
          onClick={() => {
            close();
            explain(Number(row.text("Ronde")), Number(row.text("Table")), hasBye(row));
          }}
        >
          {hasBye(row) ? TEXTS.whyExempt : TEXTS.whyOne}
        </button>
      )}
      {canExchange ? (
        <button
          type="button"
          role="menuitem"
          class="exchange"
          onClick={() => {
            close();
            exchangeColours(row);
          }}
        >
          {TEXTS.exchangeColours}
        </button>
      ) : null}
    </div>
  );
}
