/** Nothing moves under a pointer or a focus: a new order waits until both are gone, or it is asked for. */
import { useEffect, useRef, useState, type RefObject } from "react";
import { actedOn } from "../data/deeds.ts";

export type Held = {
  readonly shown: readonly string[];
  /** How many cards came, went or moved meanwhile. */
  readonly updates: number;
  readonly apply: () => void;
  /** A mouse is over it, or not any more. */
  readonly point: (isOver: boolean) => void;
  /** The focus has gone elsewhere. */
  readonly leave: () => void;
};

export function useHeld(wanted: readonly string[], place: RefObject<HTMLElement | null>): Held {
  const shown = useRef(wanted);
  const isOver = useRef(false);
  const [, redraw] = useState(0);
  // Asked of the page itself: a browser need not say that a focus is gone with the button that had it.
  const isHeldNow = (): boolean => isOver.current || place.current?.contains(document.activeElement) === true;
  const isHeld = isHeldNow();
  if (!isHeld) shown.current = wanted;
  // What the reader has dealt with may go at once.
  else shown.current = shown.current.filter((id) => wanted.includes(id) || !actedOn.get().has(id));
  const again = (): void => redraw((n) => n + 1);
  useEffect(() => {
    if (isHeld && !isHeldNow()) again();
  });
  const apply = (): void => {
    shown.current = wanted;
    again();
  };
  const point = (over: boolean): void => {
    isOver.current = over;
    if (!over) again();
  };
  return { shown: shown.current, updates: isHeld ? difference(shown.current, wanted) : 0, apply, point, leave: again };
}

function difference(shown: readonly string[], wanted: readonly string[]): number {
  const came = wanted.filter((id) => !shown.includes(id)).length;
  const went = shown.filter((id) => !wanted.includes(id)).length;
  const moved = wanted.filter((id, index) => shown.includes(id) && shown.indexOf(id) !== index).length;
  return came + went === 0 ? (moved > 0 ? 1 : 0) : came + went;
}
