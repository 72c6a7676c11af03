// Owns the other acts: a menu of three groups, each act with its state, the destructive one last.
import { runAction, upgradeBook } from "./actions";
import { showCopies, showDoctor, takeReceived } from "./copies";
import { $ } from "./dom";
import { APP } from "./engine";
import { openScreen, showHall } from "./hall";
import { Icon, type IconName } from "./icons";
import { begin } from "./new_tournament";
import { explain } from "./pairs";
import { faultyRows, goToFault } from "./round";
import { state } from "./state";
import { findNextStep } from "./step";
import { countNoun, filled, TEXTS } from "./texts";
import { whatIf } from "./what_if";
import { isReadOnly, task } from "./workbook";

interface Act {
  name: keyof typeof TEXTS.actions;
  icon: IconName;
  act: () => unknown;
  /** Whether it is there at all. */
  isThere?: boolean;
  /** What is right of it: its state, or until when it waits. */
  note?: string;
  /** Whether it is refused until then. */
  isLater?: boolean;
  /** Whether it can be done only later. */
  waits?: boolean;
  /** Whether it changes the workbook. */
  changes?: boolean;
  isDestructive?: boolean;
}

const press = (action: keyof typeof TEXTS.actions, options?: object) => () => task(() => runAction(action, options));

/** The other acts, in three groups: to show, to do, to go back. */
function listActs(): Record<keyof typeof TEXTS.groups, Act[]> {
  const { view, book } = state,
    isDrawn = view.drawn > 0,
    hasRoundsLeft = !view.rounds || view.drawn < view.rounds,
    atEnd = view.over ? "" : TEXTS.atEnd,
    missing = view.missing?.length ?? 0,
    played = roundResults();
  return {
    show: [
      {
        name: "screen",
        icon: "screen",
        act: openScreen,
        note: state.hallWindow && !state.hallWindow.closed ? TEXTS.open : "",
      },
      { name: "hall", icon: "phone", act: showHall, isThere: Boolean(APP), note: book.slips ? TEXTS.open : "" },
      { name: "publish", icon: "globe", act: press("publish") },
      { name: "initials", icon: "globe", act: press("publish", { initials: true }) },
      { name: "explain", icon: "why", act: () => explain(view.drawn), isThere: isDrawn },
    ],
    work: [
      {
        name: "take",
        icon: "inbox",
        act: APP ? press("take") : () => (faultyRows().length ? goToFault(faultyRows()[0] ?? "") : takeReceived()),
        isThere: isDrawn,
        changes: true,
      },
      {
        name: "whatIf",
        icon: "curve",
        act: whatIf,
        isThere: isDrawn && (hasRoundsLeft || view.missing.length > 0),
        waits: !view.missing?.length,
        note: view.missing?.length ? "" : filled(TEXTS.afterPairing, { round: view.drawn + 1 }),
      },
      {
        name: "pair",
        icon: "next",
        act: press("pair"),
        isThere: hasRoundsLeft,
        changes: true,
        isLater: missing > 0,
        note: missing ? countNoun(missing, TEXTS.nouns.table) : "",
      },
      { name: "check", icon: "verify", act: press("check") },
      { name: "ratings", icon: "chart", act: press("ratings"), isThere: view.ratings, note: atEnd, changes: true },
      {
        name: "provisional",
        icon: "chart",
        act: press("ratings", { provisional: true }),
        isThere: view.ratings && view.played > 0 && view.played < view.rounds,
        changes: true,
      },
      { name: "send", icon: "mail", act: press("send"), note: atEnd },
      { name: "next", icon: "next", act: () => begin(true), note: atEnd },
    ],
    back: [
      { name: "doctor", icon: "verify", act: showDoctor, isThere: Boolean(APP) },
      { name: "upgrade", icon: "copy", act: () => task(upgradeBook) },
      { name: "copies", icon: "undo", act: showCopies, note: view.copies.length ? String(view.copies.length) : "" },
      {
        name: "undo",
        icon: "undo",
        act: press("undo"),
        isThere: isDrawn,
        changes: true,
        isDestructive: true,
        note: played ? countNoun(played, TEXTS.nouns.result) : "",
      },
    ],
  };
}

/** How many results the round that was drawn last has. */
const roundResults = () => {
  const { view } = state;
  const rows = view.sheets.Résultats?.rows ?? [];
  return rows.filter((cells, index) => cells[0] === String(view.drawn) && view.won[index + 1] !== undefined).length;
};

export function Menu() {
  const front = findNextStep().name;
  const acts = Object.entries(listActs()).map(([group, all]) => ({
    group: group as keyof typeof TEXTS.groups,
    shown: all.filter(({ name, isThere = true }) => isThere && name !== front),
  }));
  return (
    <>
      {acts.map(({ group, shown }) => (
        <section key={group} aria-label={TEXTS.groups[group]}>
          <h2>{TEXTS.groups[group]}</h2>
          {shown.map(({ name, icon, act, note, isLater = note === TEXTS.atEnd, waits, changes, isDestructive }) => (
            <button
              key={name}
              type="button"
              id={`do-${name}`}
              class={isDestructive ? "destructive" : isLater ? "later" : ""}
              title={TEXTS.purposes[name as keyof typeof TEXTS.purposes]}
              disabled={waits || (isReadOnly() && changes)}
              onClick={() => {
                $("more").hidePopover();
                return act();
              }}
            >
              <Icon name={icon} />
              <span>
                {name === "undo" ? filled(TEXTS.undoRound, { round: state.view.drawn }) : TEXTS.actions[name]}
              </span>
              {note ? <small>{note}</small> : null}
            </button>
          ))}
        </section>
      ))}
    </>
  );
}

/** Place the menu below its button, higher where there is not the room: its last act is in sight. A phone has it at the thumb. */
export function placeMenu() {
  const { bottom, right } = $("do-more").getBoundingClientRect(),
    menu = $("more"),
    margin = 8;
  menu.removeAttribute("style");
  if (matchMedia("(max-width: 620px)").matches) return;
  menu.style.right = `${Math.max(margin, document.documentElement.clientWidth - Math.max(right, menu.offsetWidth + margin))}px`;
  menu.style.top = `${Math.max(margin, Math.min(bottom + margin, innerHeight - margin - menu.offsetHeight))}px`;
}
