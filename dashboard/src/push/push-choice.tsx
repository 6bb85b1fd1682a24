import { complain } from "../data/notices.ts";
import { useAll } from "../lib/external-store.ts";
import { Switch } from "../parts/switch.tsx";
import { push, switchPush, type Push } from "./notices.ts";

const words: Readonly<Record<Push, string>> = {
  unsupported: "This browser shows none.",
  blocked: "The browser blocks them for this page; its own settings let them through.",
  off: "The browser asks once whether it may.",
  on: "When a session needs you and this page is not in front.",
};

/** Notices of the system, where the browser allows them. */
export function PushChoice() {
  const state = useAll(push);
  const isPossible = state === "on" || state === "off";
  return (
    <div className="setting" role="group" aria-label="Notices">
      <span>Notices</span>
      <div className="setting-choice">
        <Switch
          of={["off", "on"]}
          chosen={state === "on" ? "on" : "off"}
          isDisabled={!isPossible}
          onChoose={(next) => {
            switchPush(next === "on").catch(complain);
          }}
        />
        <span className="quiet">{words[state]}</span>
      </div>
    </div>
  );
}
