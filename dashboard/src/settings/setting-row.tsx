import { useId } from "react";
import type { SettingView } from "../../../src/protocol/daemon/housekeeping.ts";

type Props = {
  readonly setting: SettingView;
  /** What it becomes; null: it is not written any more; undefined: it stays. */
  readonly edited: string | null | undefined;
  readonly onEdit: (value: string | null | undefined) => void;
};

export function SettingRow({ setting, edited, onEdit }: Props) {
  const { key, meaning, value } = setting;
  const [id, help] = [useId(), useId()];
  const shown = (edited === undefined ? value : edited) ?? "";
  const change = (next: string): void => onEdit(next === (value ?? "") ? undefined : next);
  return (
    <div className={`setting-row ${edited === undefined ? "" : "edited"}`} data-setting={key}>
      <label className="mono" htmlFor={id}>
        {key}
      </label>
      <p id={help} className="quiet">
        {meaning}
      </p>
      <div className="setting-value">
        <Field id={id} help={help} setting={setting} shown={shown} onChange={change} />
        <span className="quiet">{edited === null ? "taken out" : describeSource(setting)}</span>
        {setting.line !== null && (
          <button
            className="button plain"
            aria-label={edited === null ? `Keep ${key}` : `Unset ${key}`}
            onClick={() => onEdit(edited === null ? undefined : null)}
          >
            {edited === null ? "Keep" : "Unset"}
          </button>
        )}
      </div>
    </div>
  );
}

type FieldProps = {
  readonly id: string;
  readonly help: string;
  readonly setting: SettingView;
  readonly shown: string;
  readonly onChange: (value: string) => void;
};

function Field({ id, help, setting, shown, onChange }: FieldProps) {
  const { choices, type, line } = setting;
  const otherwise = findFallback(setting);
  const common = { id, className: "field mono", value: shown, "aria-describedby": help };
  const onInput = ({ target }: { readonly target: { readonly value: string } }): void => onChange(target.value);
  if (choices !== null)
    return (
      <select {...common} onChange={onInput}>
        {(line === null || shown === "") && (
          <option value="">{otherwise === null ? "not set" : `${otherwise.name}: ${otherwise.value}`}</option>
        )}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  if (shown.includes("\n")) return <textarea {...common} rows={shown.split("\n").length} onChange={onInput} />;
  return <input {...common} placeholder={otherwise === null ? type : otherwise.value} onChange={onInput} />;
}

const toPlainText = (json: string): string => json.replace(/^"(.*)"$/, "$1");

/** What holds while nobody writes it; null: nothing does. */
function findFallback({ inherited, byDefault }: SettingView): { readonly name: string; readonly value: string } | null {
  if (inherited !== null) return { name: "inherited", value: toPlainText(inherited.value) };
  return byDefault === null ? null : { name: "default", value: toPlainText(byDefault) };
}

function describeSource({ line, byDefault, inherited }: SettingView): string {
  if (line !== null) return `line ${line}`;
  if (inherited !== null) return `from ${inherited.from}, line ${inherited.line}`;
  return byDefault === null ? "not set" : "default";
}
