/** Keys by place: what was registered last wins, so a page's own key goes before a general one. */
import { useEffect, useRef } from "react";
import { createStore } from "./external-store.ts";

export type Binding = {
  /** `j`, `g b` (one after the other), `Mod+k` (⌘ on macOS, Ctrl elsewhere), `Shift+Enter`. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** Shown in the bar at the bottom. */
  readonly bar?: boolean;
  /** Works in fields too. */
  readonly inFields?: boolean;
};

export type KeyScope = {
  readonly name: string;
  readonly bindings: readonly Binding[];
  /** While it is there, of all other scopes only keys with Ctrl or ⌘ work: what is typed there is meant for somebody else. */
  readonly isAlone: boolean;
};

export const scopes = createStore<readonly KeyScope[]>([]);

/** The scopes with the keys that work now. */
export function listActiveScopes(all: readonly KeyScope[]): readonly KeyScope[] {
  const alone = all.findLast(({ isAlone }) => isAlone);
  if (alone === undefined) return all;
  return all.map((scope) =>
    scope === alone ? scope : { ...scope, bindings: scope.bindings.filter(({ keys }) => keys.startsWith("Mod+")) },
  );
}

const SEQUENCE_WITHIN_MS = 1_000;
const OFF = "ao.keys";

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
export const areKeysOff = (): boolean => localStorage.getItem(OFF) === "off";
export const switchKeys = (on: boolean): void => localStorage.setItem(OFF, on ? "on" : "off");

/** The bindings hold while the caller is on the page. */
export function useKeys(name: string, bindings: readonly Binding[], isAlone = false): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  const shape = bindings.map(({ keys, label }) => `${keys} ${label}`).join("\n");
  useEffect(() => {
    const scope: KeyScope = {
      name,
      bindings: latest.current.map((binding, index) => ({ ...binding, run: () => latest.current[index]?.run() })),
      isAlone,
    };
    scopes.set([...scopes.get(), scope]);
    return () => scopes.set(scopes.get().filter((other) => other !== scope));
  }, [name, shape, isAlone]);
}

let begun = { keys: "", atMs: 0 };

export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const pressed = nameKey(event);
  if (pressed === null || isSwitchedOff(pressed) || document.querySelector("dialog[open]") !== null) return;
  const isTyping = isField(event.target);
  const sequence = Date.now() - begun.atMs < SEQUENCE_WITHIN_MS ? `${begun.keys} ${pressed}` : pressed;
  const found = find(sequence, isTyping) ?? find(pressed, isTyping);
  if (found !== undefined) {
    begun = { keys: "", atMs: 0 };
    event.preventDefault();
    found.run();
  } else if (!isTyping) begun = { keys: pressed, atMs: Date.now() };
}

const isSwitchedOff = (pressed: string): boolean =>
  !pressed.includes("Mod+") && pressed !== "Escape" && pressed !== "?" && areKeysOff();

function find(keys: string, isTyping: boolean): Binding | undefined {
  return listActiveScopes(scopes.get())
    .toReversed()
    .flatMap((scope) => scope.bindings)
    .find((binding) => binding.keys === keys && (!isTyping || binding.inFields === true));
}

/** Letters as they come out, so that `?` and `A` are themselves on every keyboard. */
function nameKey({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (["Shift", "Control", "Alt", "Meta"].includes(key)) return null;
  const name = key === " " ? "Space" : key;
  const isMod = isMac ? metaKey : ctrlKey;
  const shift = shiftKey && name.length > 1 ? "Shift+" : "";
  return `${isMod ? "Mod+" : ""}${!isMac && metaKey ? "Meta+" : ""}${altKey ? "Alt+" : ""}${shift}${name}`;
}

export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("input, textarea, select") || target.isContentEditable || target.closest(".xterm") !== null;
}

/** As printed on the keyboard. */
export function splitKeys(keys: string): readonly string[] {
  return keys.split(" ").map((part) =>
    part
      .replace("Mod+", isMac ? "⌘" : "Ctrl ")
      .replace("Alt+", isMac ? "⌥" : "Alt ")
      .replace("Shift+", "Shift ")
      .replace("Enter", "Enter")
      .replace("ArrowUp", "↑")
      .replace("ArrowDown", "↓")
      .replace("Escape", "Esc"),
  );
}
