/** Nothing moves under a pointer or a focus: a new order waits until both are gone, or it is asked for. */
import { useRef, useState } from "react";
import { actedOn } from "../data/deeds.ts";

export type Held = {
  readonly shown: readonly string[];
  /** How many cards came, went or moved meanwhile. */
  readonly updates: number;
  readonly apply: () => void;
  readonly hold: (why: "pointer" | "focus", holds: boolean) => void;
};

export function useHeld(wanted: readonly string[]): Held {
  const shown = useRef(wanted);
  const holds = useRef({ pointer: false, focus: false });
  const [, redraw] = useState(0);
  const isHeld = holds.current.pointer || holds.current.focus;
  if (!isHeld) shown.current = wanted;
  // What the reader has dealt with may go at once.
  else shown.current = shown.current.filter((id) => wanted.includes(id) || !actedOn.get().has(id));
  const apply = (): void => {
    shown.current = wanted;
    redraw((n) => n + 1);
  };
  const hold: Held["hold"] = (why, is) => {
    holds.current = { ...holds.current, [why]: is };
    if (!holds.current.pointer && !holds.current.focus) redraw((n) => n + 1);
  };
  return { shown: shown.current, updates: isHeld ? difference(shown.current, wanted) : 0, apply, hold };
}

function difference(shown: readonly string[], wanted: readonly string[]): number {
  const came = wanted.filter((id) => !shown.includes(id)).length;
  const went = shown.filter((id) => !wanted.includes(id)).length;
  const moved = wanted.filter((id, index) => shown.includes(id) && shown.indexOf(id) !== index).length;
  return came + went === 0 ? (moved > 0 ? 1 : 0) : came + went;
}
