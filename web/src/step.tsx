// Owns the step: what is missing, in a few words; the one large button, which is the next act; the rounds, and what the view means.
import { useLayoutEffect, useRef } from "preact/hooks";
import { runAction } from "./actions";
import { showChosen } from "./dom";
import { APP } from "./engine";
import { canShowFinals, isAnyResultMissing, isResultMissing, showFinals } from "./finals";
import { Info } from "./icons";
import { toMissing } from "./keys";
import { FINALS } from "./names";
import { begin } from "./new_tournament";
import { isPasting, registerPasted } from "./players";
import { describeFault, faultyRows, hasBye, roundRows, showRoundNumber } from "./round";
import { explainView, showStandingsAfter } from "./standings";
import { state } from "./state";
import { countNoun, filled, TEXTS } from "./texts";
import { showRefusal, tellProblems } from "./told";
import { isReadOnly, saveAs, task } from "./workbook";

/** What comes next: its words, the name of its act, what the button says, and what it does. */
export interface NextStep {
  text: string;
  name: string;
  label: string;
  act: () => unknown;
}

/** What comes after the program's last step: the mail of the present state downloaded, then published, then the workbook saved. */
function findStepAfter() {
  const { view, book } = state;
  if (view.button !== "send" || isAnyResultMissing() || !book.mail?.complete || book.mail.parcel !== view.parcel)
    return null;
  if (!book.done?.includes("publish")) return "publish";
  return book.unsaved && !APP ? "save" : "next";
}

/** The tables of the round under way, or the games of the finals, that wait for their scores. */
function listWaiting() {
  const tables = roundRows(state.view.drawn).filter((row) => !hasBye(row) && isResultMissing(row));
  return tables.map((row) => row.text("Table"));
}

export function findNextStep(): NextStep {
  const { view } = state,
    { steps, actions } = TEXTS;
  const faulty = faultyRows()[0];
  if (view.problems.length)
    return {
      text: filled(steps.mend, { count: countNoun(view.problems.length, TEXTS.nouns.cell) }),
      name: "mend",
      label: actions.mend,
      act: () => {
        tellProblems();
        showRefusal();
      },
    };
  if (faulty) return { text: describeFault(faulty), name: "fill", label: actions.fill, act: () => toMissing() };
  if (view.missing?.length && state.received)
    return {
      text: filled(steps.take, { round: view.drawn, count: countNoun(state.received, TEXTS.nouns.result) }),
      name: "take",
      label: actions.take,
      act: () => task(() => runAction("take")),
    };
  if (view.missing?.length) {
    const [table = ""] = listWaiting(),
      count = countNoun(view.missing.length, TEXTS.nouns.table);
    return {
      text: filled(steps.fill, { round: view.drawn, count }),
      name: "fill",
      label: table ? filled(actions.fillTable, { table }) : actions.fill,
      act: () => toMissing(),
    };
  }
  const waiting = view.final_games?.filter((game) => game.waits) ?? [];
  if (waiting.length)
    return {
      text: filled(steps.finals, { game: waiting[0].title }),
      name: "fill",
      label: actions.fill,
      act: () => toMissing(),
    };
  if (isPasting())
    return {
      text: view.players?.length ? steps.pasteMore : steps.paste,
      name: "paste",
      label: actions.paste,
      act: registerPasted,
    };
  if (!view.players?.length) return { text: steps.paste, name: "paste", label: actions.paste, act: registerPasted };
  const after = findStepAfter(),
    canPair = !view.rounds || view.drawn < view.rounds,
    name = after ?? (view.button && view.button !== "update" ? view.button : canPair ? "pair" : "next");
  if (name === "pair")
    return {
      text: view.drawn
        ? filled(steps.pair, { round: view.drawn })
        : filled(steps.first, { count: countNoun(view.players.length, TEXTS.nouns.registered) }),
      name,
      label: filled(TEXTS.pairRound, { round: view.drawn + 1 }),
      act: () => task(() => runAction("pair")),
    };
  const acts: Record<string, () => unknown> = {
    save: () => task(saveAs),
    next: () => begin(true),
  };
  const couldHaveFinals = name === "send" && canShowFinals() && !view.final_games.length;
  return {
    text: couldHaveFinals ? steps.finalsOrSend : (steps[name as keyof typeof steps] ?? steps.done),
    name,
    label: actions[name as keyof typeof actions],
    act: acts[name] ?? (() => task(() => runAction(name as keyof typeof actions))),
  };
}

/** The state of the open workbook, in the words of its step. */
export const describeStep = () => (state.locked ? TEXTS.lookingOnly : findNextStep().text);

export function Step() {
  const { text, name, label, act } = findNextStep();
  return (
    <div id="now">
      <div class="dock">
        <p id="step" role="status" tabIndex={-1}>
          {state.locked ? TEXTS.elsewhereShort : text}
        </p>
        <div id="actions">
          {isReadOnly() ? null : (
            <button type="button" id={`do-${name}`} class="main" onClick={() => act()}>
              {label}
            </button>
          )}
        </div>
      </div>
      <Rounds />
    </div>
  );
}

/** The rounds: how far each is, and the way to it; on Classement to the standings after it. */
function Rounds() {
  const { view, tab } = state,
    count = Math.max(view.rounds, view.drawn),
    isStandings = tab === "standings";
  const shown = isStandings
    ? (state.earlier?.after ?? view.played)
    : tab === "round"
      ? (state.chosenRound ?? view.drawn)
      : 0;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => showChosen(list.current), [shown, count]);
  return (
    <nav class="rounds" ref={list} aria-label={TEXTS.roundsLabel}>
      {numbers.map((number) => {
        const tables = number > view.drawn ? [] : roundRows(number).filter((row) => !hasBye(row)),
          done = tables.filter((row) => !isResultMissing(row)).length,
          share = number > view.drawn ? 0 : tables.length ? (100 * done) / tables.length : 100;
        const results = filled(TEXTS.progress, {
          results: countNoun(done, TEXTS.nouns.result),
          count: tables.length,
        });
        return (
          <button
            key={number}
            type="button"
            class={number > view.drawn ? "later" : share < 100 ? "part" : "whole"}
            style={{ "--done": `${share}%` }}
            disabled={number > (isStandings ? view.played : view.drawn)}
            aria-current={number === shown ? "step" : undefined}
            aria-label={`${filled(TEXTS.roundTitle, { round: number })}, ${number > view.drawn ? TEXTS.later : results}`}
            onClick={() => (isStandings ? showStandingsAfter(number) : showRoundNumber(number))}
          >
            {number}
          </button>
        );
      })}
      {canShowFinals() ? (
        <button
          type="button"
          id="do-finals"
          class="whole finals-way"
          aria-current={shown === FINALS ? "step" : undefined}
          onClick={showFinals}
        >
          {FINALS}
        </button>
      ) : null}
      <Info id="legend" about={TEXTS.legendLabel} lines={explainView()} />
    </nav>
  );
}
