import { useId } from "react";
import type { SettingView } from "../../../src/protocol/housekeeping.ts";

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
        <span className="quiet">{edited === null ? "taken out" : sourceOf(setting)}</span>
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

function Field({ id, help, setting: { choices, byDefault, type, line }, shown, onChange }: FieldProps) {
  const common = { id, className: "field mono", value: shown, "aria-describedby": help };
  const onInput = ({ target }: { readonly target: { readonly value: string } }): void => onChange(target.value);
  if (choices !== null)
    return (
      <select {...common} onChange={onInput}>
        {(line === null || shown === "") && (
          <option value="">{byDefault === null ? "not set" : `default: ${plain(byDefault)}`}</option>
        )}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  if (shown.includes("\n")) return <textarea {...common} rows={shown.split("\n").length} onChange={onInput} />;
  return <input {...common} placeholder={byDefault === null ? type : plain(byDefault)} onChange={onInput} />;
}

const plain = (json: string): string => json.replace(/^"(.*)"$/, "$1");

function sourceOf({ line, byDefault }: SettingView): string {
  if (line !== null) return `line ${line}`;
  return byDefault === null ? "not set" : "default";
}
