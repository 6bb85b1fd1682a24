import type { ReactNode } from "react";
import { Switch } from "../parts/switch.tsx";

type Props = {
  readonly name: string;
  readonly isOn: boolean;
  readonly isPossible: boolean;
  readonly onChoose: (isOn: boolean) => void;
  readonly words: string;
  readonly children?: ReactNode;
};

/** A setting that is on or off, with a sentence about what that means here. */
export function OnOff({ name, isOn, isPossible, onChoose, words, children }: Props) {
  return (
    <div className="setting" role="group" aria-label={name}>
      <span>{name}</span>
      <div className="setting-choice">
        <Switch
          of={["off", "on"]}
          chosen={isOn ? "on" : "off"}
          isDisabled={!isPossible}
          onChoose={(next) => onChoose(next === "on")}
        />
        <span className="quiet">{words}</span>
        {children}
      </div>
    </div>
  );
}
