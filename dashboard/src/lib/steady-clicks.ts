/**
 * Something else has come under a pointer that stayed where it was: whoever clicks now still means what was there before.
 * For a moment such a click does nothing.
 */
import { useCallback, useLayoutEffect, useRef } from "react";

/** The slower half of a double click, and the time it takes to see what moved. */
const IGNORE_FOR_MS = 400;
/** A finger does not hit the same pixel twice. */
const SAME_PLACE_PX = 24;

type Point = { readonly x: number; readonly y: number };

let pointer: Point | null = null;
const follow = ({ clientX: x, clientY: y }: PointerEvent): void => void (pointer = { x, y });
addEventListener("pointermove", follow, { capture: true, passive: true });
addEventListener("pointerdown", follow, { capture: true, passive: true });

export type Shift = { readonly atMs: number; readonly pointer: Point | null };

/** Is the click meant for what was there before the shift? */
export function isMeantForBefore(shift: Shift | null, click: Point, nowMs: number): boolean {
  if (shift === null || shift.pointer === null || nowMs - shift.atMs >= IGNORE_FOR_MS) return false;
  return Math.hypot(click.x - shift.pointer.x, click.y - shift.pointer.y) < SAME_PLACE_PX;
}

/** `layout` is another text when something in the element may stand elsewhere. */
export function useSteadyClicks<Box extends HTMLElement = HTMLElement>(layout: string): (element: Box) => () => void {
  const known = useRef(layout);
  const shift = useRef<Shift | null>(null);
  useLayoutEffect(() => {
    if (known.current === layout) return;
    known.current = layout;
    shift.current = { atMs: performance.now(), pointer };
  }, [layout]);
  return useCallback((element: Box) => {
    const onClick = (event: MouseEvent): void => {
      // A key that clicks has no place; what it is at has the focus.
      if (event.detail === 0) return;
      if (!isMeantForBefore(shift.current, { x: event.clientX, y: event.clientY }, performance.now())) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener("click", onClick, { capture: true });
    return () => element.removeEventListener("click", onClick, { capture: true });
  }, []);
}
