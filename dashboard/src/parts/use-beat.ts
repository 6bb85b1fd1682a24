import { useEffect, useRef, useState } from "react";
import { useNews } from "../data/fleet.ts";

const BEAT_EVERY_MS = 1_000;

/** Another number whenever something has happened to the session since it came into view, at most once a second. */
export function useBeat(session: string): number {
  const newest = useNews(session);
  const first = useRef(newest);
  const lastMs = useRef(0);
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    if (newest === first.current) return undefined;
    const timer = setTimeout(
      () => {
        lastMs.current = Date.now();
        setBeat(newest);
      },
      Math.max(0, lastMs.current + BEAT_EVERY_MS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [newest]);
  return beat;
}
