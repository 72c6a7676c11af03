// Owns Réglages, and a setting with its choices wherever one stands.
import { note } from "./actions";
import { draw } from "./draw";
import { Icon, Info } from "./icons";
import { state } from "./state";
import { TEXTS } from "./texts";
import { tell } from "./told";
import type { SettingLine, ValueLine } from "./wire";
import { isReadOnly, task } from "./workbook";

/** What is shown where: by the group of a setting, but for those that the wall and the slips show. */
const ON_DISPLAY = ["Salle", "Heure de la ronde", "Temps par joueur", "Chevalets", "Équipes", "Colonnes"];
const PENALTIES = "Pénalités"; // group of those of PAPP

function groupOf({ name, group }: SettingLine): keyof typeof TEXTS.settingGroups {
  if (ON_DISPLAY.includes(name)) return "display";
  if (group === PENALTIES) return "penalties";
  return group === "Tournoi" ? "event" : "advanced";
}

export function SettingsPanel() {
  const settings = state.view.settings ?? [],
    groups = Object.keys(TEXTS.settingGroups) as (keyof typeof TEXTS.settingGroups)[];
  const inGroup = (group: string) => settings.filter((setting) => groupOf(setting) === group);
  return (
    <div class="settings">
      {groups
        .filter((group) => group !== "penalties")
        .map((group) => (
          <section key={group} class="card">
            <div class="head">
              <h2>{TEXTS.settingGroups[group]}</h2>
              <Info
                id={`help-${group}`}
                about={TEXTS.settingGroups[group]}
                lines={inGroup(group).map(({ name, help }) => `${name} : ${help}`)}
              />
            </div>
            {inGroup(group).map((setting) => (
              <Setting key={setting.name} setting={setting} />
            ))}
            {group === "advanced" && inGroup("penalties").length ? (
              <details>
                <summary>{TEXTS.settingGroups.penalties}</summary>
                <Info
                  id="help-penalties"
                  about={TEXTS.settingGroups.penalties}
                  lines={inGroup("penalties").map(({ name, help }) => `${name} : ${help}`)}
                />
                {inGroup("penalties").map((setting) => (
                  <Setting key={setting.name} setting={setting} />
                ))}
              </details>
            ) : null}
          </section>
        ))}
    </div>
  );
}

const Setting = ({ setting }: { setting: SettingLine }) => (
  <div class="setting">
    <label for={`setting-${setting.row}`}>{setting.name}</label>
    {setting.fixed ? (
      <output id={`setting-${setting.row}`}>
        {setting.value || setting.counts} <Icon name="lock" />
      </output>
    ) : (
      <ChoiceBox
        id={`setting-${setting.row}`}
        line={setting}
        counts={setting.counts}
        look={setting.wanted ? "wanted" : ""}
      />
    )}
  </div>
);

/** A setting with its choices, or a box; noted when it is left.
 * @param props.label of a choice
 * @param props.counts what an empty one means */
export function ChoiceBox({
  id,
  line,
  label,
  counts = "",
  look = "",
}: {
  id: string;
  line: ValueLine;
  label?: (value: string) => string;
  counts?: string;
  look?: string;
}) {
  const { name, choices } = line,
    refused = state.refusedSettings[name];
  const change = async (event: Event) => {
    const { value } = event.currentTarget as HTMLInputElement;
    const result = await task(() =>
      note("setting", { name, value }, () => (label ? `${name} : ${label(value)}` : name)),
    );
    const text = result?.answer.code
      ? [result.answer.message, ...result.answer.problems.map((problem) => problem.message)].filter(Boolean).join(" ")
      : "";
    if (text) state.refusedSettings[name] = { value, text };
    else delete state.refusedSettings[name];
    if (result && text) tell(result.answer);
    else draw();
  };
  const props = {
    id,
    disabled: isReadOnly(),
    "aria-invalid": refused ? ("true" as const) : undefined,
    "aria-describedby": `${id}-slip`,
    onChange: change,
  };
  const shown = refused?.value ?? line.value,
    values = line.value && !choices.includes(line.value) ? [line.value, ...choices] : choices;
  return (
    <span class="choice">
      {choices.length ? (
        <select {...props} class={shown ? look : look || "by-default"} value={shown}>
          {["", ...values].map((value: string) => (
            <option value={value}>{label?.(value) ?? (value || counts || "–")}</option>
          ))}
        </select>
      ) : (
        <input {...props} class={look} placeholder={counts} value={shown} />
      )}
      <small class="slip" id={`${id}-slip`} role="alert">
        {refused?.text ?? ""}
      </small>
    </span>
  );
}
