// Owns what is said: the answer of an act, and what lasts until its cause is gone.
import type { ComponentChild } from "preact";
import { $ } from "./dom";
import { draw } from "./draw";
import { finalOf } from "./finals";
import { playerAt, settingOf, tableOf } from "./round";
import { goTo } from "./sheets";
import { state } from "./state";
import { filled, TEXTS } from "./texts";
import type { Answer, Problem } from "./wire";
import { BUG, Rescue } from "./workbook";

/** An answer of the page itself. */
export const ownAnswer = (message: string, code: number): Answer => ({
  code,
  message,
  text: "",
  status: "",
  warnings: [],
  problems: [],
});

/** Show an answer.
 * @param more what stands below it; what is to be taken along stays while one looks elsewhere
 * @param fault place of the row whose fault it is: gone with it */
export function tell(answer: Answer, more: ComponentChild = null, fault = "") {
  state.told = { answer, more, fault };
  draw();
}

export const say = (message: string, code = 0, fault = "") => tell(ownAnswer(message, code), null, fault);

export function clearTold() {
  state.told = null;
  draw();
}

/** Clear what has been noted and is read; what is wrong, or to be taken along, stays. */
export function clearNoted() {
  if (state.told && !state.told.answer.code && !state.told.more) clearTold();
}

/** Say what is to be corrected in the workbook before anything else is written. */
export const tellProblems = () => tell({ ...ownAnswer("", 3), problems: state.view.problems });

/** What has been refused is read where it stands, beneath the step. */
export function showRefusal() {
  $("told").focus({ preventScroll: true });
  $("told").scrollIntoView({ block: "nearest" });
}

const isAlike = (first: Problem, second: Problem) =>
  first.sheet === second.sheet && first.row === second.row && first.message === second.message;

function ProblemLine({ problem }: { problem: Problem }) {
  const label =
      tableOf(problem) ||
      settingOf(problem) ||
      finalOf(problem) ||
      playerAt(problem) ||
      `${problem.sheet ?? ""} ${problem.cell ?? ""}`.trim(),
    round = `${label.split(",")[0]?.toLowerCase()} : `; // said once
  return (
    <p class="problem">
      <button type="button" class="cell" onClick={() => goTo(problem)}>
        {label}
      </button>{" "}
      {problem.message.startsWith(round) ? problem.message.slice(round.length) : problem.message}
    </p>
  );
}

export function Told() {
  const { answer, more } = state.told ?? { answer: ownAnswer("", 0), more: null };
  const lines = [answer.message, ...answer.text.split("\n")].filter((line) => line.trim());
  const problems = answer.problems.filter(
    (problem, index, all) => all.findIndex((candidate) => isAlike(problem, candidate)) === index,
  );
  const isEmpty = !lines.length && !problems.length && !answer.warnings.length && !more && answer.code !== BUG;
  return (
    <div id="told" class={answer.code ? "bad" : "good"} role="alert" tabIndex={-1}>
      {isEmpty ? null : (
        <>
          <button type="button" class="close" aria-label={TEXTS.closeMessage} onClick={clearTold}>
            ×
          </button>
          {lines.map((line) => (
            <p>{line}</p>
          ))}
          {problems.map((problem) => (
            <ProblemLine problem={problem} />
          ))}
          {answer.warnings.map((line) => (
            <p class="warning">{line}</p>
          ))}
          {more}
          {answer.code === BUG ? <Rescue /> : null}
        </>
      )}
    </div>
  );
}

/** A button that leads to a setting; nothing where there is no such setting.
 * @param close of the dialog it is in */
export function SettingLink({ name, close }: { name: string; close?: () => void }) {
  const setting = state.view.settings?.find((candidate) => candidate.name === name);
  if (!setting) return null;
  const go = () => {
    close?.();
    goTo({ sheet: "Tournoi", row: setting.row });
  };
  return (
    <button type="button" class="cell" onClick={go}>
      {filled(TEXTS.toSetting, { name })}
    </button>
  );
}
