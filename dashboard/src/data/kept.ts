/** What this browser remembers: drafts and tastes. Nothing of it is needed to show a page. */
import { useState } from "react";

const PREFIX = "ao.";

export function keep(name: string, value: string): void {
  if (value === "") localStorage.removeItem(PREFIX + name);
  else localStorage.setItem(PREFIX + name, value);
}

export const readKept = (name: string): string => localStorage.getItem(PREFIX + name) ?? "";

/** A text that survives reloads, disconnects and going elsewhere. */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const [at, setAt] = useState({ name, text: readKept(`draft.${name}`) });
  const text = at.name === name ? at.text : readKept(`draft.${name}`);
  const set = (next: string): void => {
    keep(`draft.${name}`, next);
    setAt({ name, text: next });
  };
  return [text, set];
}
