import { complain } from "../data/notices.ts";
import { useAll } from "../lib/external-store.ts";
import { push, switchPush, type PushState } from "./notices.ts";
import { OnOff } from "./on-off.tsx";

const words: Readonly<Record<PushState, string>> = {
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
    <OnOff
      name="Notices"
      isOn={state === "on"}
      isPossible={isPossible}
      onChoose={(isOn) => {
        switchPush(isOn).catch(complain);
      }}
      words={words[state]}
    />
  );
}
