/**
 * Nothing moves under a pointer or a focus: a new order waits until both are gone, or it is asked for. What the reader has
 * dealt with keeps its place too while the pointer is there: else the second half of a double click would hit the next one.
 */
import { useCallback, useEffect, useReducer, useRef } from "react";
import { actedOn } from "../data/deeds.ts";

export type Held = {
  readonly shown: readonly string[];
  /** How many cards came, went or moved meanwhile. */
  readonly updates: number;
  readonly isHeld: boolean;
  readonly apply: () => void;
  /** Where the pointer and the focus are looked for. */
  readonly place: (element: HTMLElement) => () => void;
};

export function useHeld(wanted: readonly string[]): Held {
  const shown = useRef(wanted);
  const [, again] = useReducer((n: number) => n + 1, 0);
  const { place, isHeldNow, isOver } = usePlace(again);
  const isHeld = isHeldNow();
  if (!isHeld) shown.current = wanted;
  // With the keyboard alone, what the reader has dealt with may go at once: keys are at one card, not at a place.
  else if (!isOver()) shown.current = shown.current.filter((id) => wanted.includes(id) || !actedOn.get().has(id));
  useEffect(() => {
    if (isHeld && !isHeldNow()) again();
  });
  const apply = (): void => {
    shown.current = wanted;
    again();
  };
  return { shown: shown.current, updates: isHeld ? countDifference(shown.current, wanted) : 0, isHeld, apply, place };
}

/**
 * Asked of the page itself: a browser need not say that the focus is gone with the button that had it, and React does not
 * hear that a pointer leaves when what was under it is gone.
 */
function usePlace(onLeft: () => void) {
  const at = useRef<HTMLElement | null>(null);
  const isOver = useRef(false);
  const place = useCallback(
    (element: HTMLElement) => {
      at.current = element;
      const over = ({ pointerType }: PointerEvent): void => void (isOver.current = pointerType === "mouse");
      const left = (): void => {
        isOver.current = false;
        onLeft();
      };
      const blurred = ({ relatedTarget }: FocusEvent): void => {
        if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) onLeft();
      };
      element.addEventListener("pointerenter", over);
      element.addEventListener("pointerleave", left);
      element.addEventListener("focusout", blurred);
      return () => {
        element.removeEventListener("pointerenter", over);
        element.removeEventListener("pointerleave", left);
        element.removeEventListener("focusout", blurred);
        at.current = null;
        isOver.current = false;
      };
    },
    [onLeft],
  );
  const isHeldNow = (): boolean => isOver.current || at.current?.contains(document.activeElement) === true;
  return { place, isHeldNow, isOver: () => isOver.current };
}

function countDifference(shown: readonly string[], wanted: readonly string[]): number {
  const came = wanted.filter((id) => !shown.includes(id)).length;
  const went = shown.filter((id) => !wanted.includes(id)).length;
  const moved = wanted.filter((id, index) => shown.includes(id) && shown.indexOf(id) !== index).length;
  return came + went === 0 ? (moved > 0 ? 1 : 0) : came + went;
}
