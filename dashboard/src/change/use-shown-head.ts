/**
 * Which head the reader looks at. A newer one does not take its place by itself: nobody approves what they have not seen.
 * Whoever has had their say, and has begun nothing since, waits for the next one, and is shown it at once.
 */
import { useEffect, useRef, useState } from "react";
import type { ChangeDetailView } from "../../../src/protocol/change/change.ts";

export type ShownHead = {
  readonly head: string;
  readonly showNewest: () => void;
  readonly waitForNext: () => void;
};

export function useShownHead(
  { head: newest, state }: ChangeDetailView,
  isFresh: boolean,
  hasBegun: boolean,
): ShownHead {
  const [shown, setShown] = useState(newest);
  const isOpened = useRef(false);
  // What was kept from an earlier visit is not what the reader has opened.
  useEffect(() => {
    if (isOpened.current) return;
    setShown(newest);
    isOpened.current = isFresh;
  }, [isFresh, newest]);
  const [isWaiting, setWaiting] = useState(false);
  const isOver = state === "landed" || state === "closed";
  const follows = isOver || (isWaiting && !hasBegun);
  useEffect(() => {
    if (hasBegun) setWaiting(false);
    if (!follows || newest === shown) return;
    setShown(newest);
    setWaiting(false);
  }, [hasBegun, follows, newest, shown]);
  return { head: shown, showNewest: () => setShown(newest), waitForNext: () => setWaiting(true) };
}

/** How many heads were published after this one; a head that is not listed yet is the newest. */
export function countHeadsAfter(heads: ChangeDetailView["heads"], head: string): number {
  const at = heads.findLastIndex(({ commit }) => commit === head);
  return at < 0 ? 0 : heads.length - 1 - at;
}
