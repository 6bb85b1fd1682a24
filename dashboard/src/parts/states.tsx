/** The states of a part that has nothing to show: each says what is, why, and what to do. */
import { useEffect, useState, type ReactNode } from "react";
import { ApiError } from "../../../src/protocol/client/api-error.ts";
import { capitalizeNotice } from "../data/notices.ts";

const NOTHING_FOR_MS = 150;
const SLOW_AFTER_MS = 3_000;

type LoadingProps = { readonly rows?: number; readonly height?: number; readonly what: string };

/** Nothing at first, then blocks of the final height; after a while it says what is being waited for. */
export function Loading({ rows = 4, height = 44, what }: LoadingProps) {
  const [stage, setStage] = useState<"nothing" | "blocks" | "slow">("nothing");
  useEffect(() => {
    const timers = [
      setTimeout(() => setStage("blocks"), NOTHING_FOR_MS),
      setTimeout(() => setStage("slow"), SLOW_AFTER_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div className={`loading ${stage}`} aria-busy="true" aria-label={`Loading ${what}`}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="block" style={{ height }} />
      ))}
      <p className="quiet">Still loading {what}…</p>
    </div>
  );
}

type FailedProps = { readonly what: string; readonly error: Error; readonly onRetry: () => void };

/** One part failed; the rest of the page works. */
export function Failed({ what, error, onRetry }: FailedProps) {
  const advice = error instanceof ApiError ? error.try : null;
  return (
    <div className="state-part" role="alert">
      <p>
        {what} is not shown. {capitalizeNotice(error.message)}
        {/[.!?]$/.test(error.message) ? "" : "."}
      </p>
      {advice !== null && <code>{advice}</code>}
      <button className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

type EmptyProps = { readonly title: string; readonly children?: ReactNode };

export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="state-part">
      <p className="state-title">{title}</p>
      {children}
    </div>
  );
}
