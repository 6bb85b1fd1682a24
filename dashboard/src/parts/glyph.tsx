/** Shape first: each state has its own outline, so that nobody needs the colour. */
import type { ReactNode } from "react";
import type { StatusView } from "../../../src/protocol/session/status.ts";
import type { EntryColumn } from "../data/fleet.ts";

export type GlyphName =
  | "needs"
  | "working"
  | "checking"
  | "review"
  | "landing"
  | "done"
  | "failed"
  | "waiting"
  | "paused"
  | "stopped"
  | "unchecked"
  | "unknown";

export const glyphWords: Readonly<Record<GlyphName, string>> = {
  needs: "needs you",
  working: "working",
  checking: "checking",
  review: "in review",
  landing: "landing",
  done: "done",
  failed: "failed",
  waiting: "waiting to start",
  paused: "paused",
  stopped: "stopped",
  unchecked: "not checked",
  unknown: "not known",
};

const line = { fill: "none", stroke: "currentColor", strokeWidth: 1.6, strokeLinecap: "round" } as const;

const shapes: Readonly<Record<GlyphName, ReactNode>> = {
  needs: (
    <>
      <path className="needs-fill" d="M8 .8 15.2 8 8 15.2.8 8z" />
      <path d="M8 4.4v4.2M8 11.2v.2" stroke="var(--on-needs-fill)" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  working: <circle className="beat" cx="8" cy="8" r="4.6" fill="currentColor" />,
  checking: (
    <>
      <circle cx="8" cy="8" r="5.6" {...line} />
      <path d="M8 2.4A5.6 5.6 0 0 1 13.6 8H8z" fill="currentColor" />
    </>
  ),
  review: (
    <>
      <path d="M1.4 8C4 3.6 12 3.6 14.6 8 12 12.4 4 12.4 1.4 8z" {...line} />
      <circle cx="8" cy="8" r="1.9" fill="currentColor" />
    </>
  ),
  landing: <path d="M8 11.4V2.8M4.4 6.2 8 2.6l3.6 3.6M2.6 14h10.8" {...line} strokeLinejoin="round" />,
  done: <path d="m2.8 8.6 3.4 3.4 7-7.6" {...line} strokeWidth={2} strokeLinejoin="round" />,
  failed: (
    <>
      <path d="M5.3 1.4h5.4l3.9 3.9v5.4l-3.9 3.9H5.3l-3.9-3.9V5.3z" {...line} />
      <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" {...line} />
    </>
  ),
  waiting: <circle cx="8" cy="8" r="4.8" {...line} />,
  paused: <path d="M5.4 3.2v9.6M10.6 3.2v9.6" {...line} strokeWidth={2.2} />,
  stopped: <path d="M3.8 3.8h8.4v8.4H3.8z" fill="currentColor" />,
  unchecked: <path d="M3.2 8h9.6" {...line} strokeWidth={2} />,
  unknown: (
    <>
      <circle cx="8" cy="8" r="6.6" {...line} strokeDasharray="2.4 2.4" />
      <path d="M6.3 6.5a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.9.6-.9 1.2M8 11.4v.1" {...line} strokeWidth={1.4} />
    </>
  ),
};

type Props = { readonly name: GlyphName; readonly beat?: number; readonly isNamed?: boolean };

/** A new `beat` makes it pulse once: motion is evidence. */
export function Glyph({ name, beat = 0, isNamed = true }: Props) {
  const named = isNamed ? { role: "img", "aria-label": glyphWords[name] } : { "aria-hidden": true };
  return (
    <svg key={beat} className={`glyph ${name}`} data-beat={beat} viewBox="0 0 16 16" width="16" height="16" {...named}>
      {shapes[name]}
    </svg>
  );
}

const ofColumn: Readonly<Record<EntryColumn, GlyphName>> = {
  needs_you: "needs",
  working: "working",
  checking: "checking",
  in_review: "review",
  landing: "landing",
  done: "done",
};

export const chooseColumnGlyph = (column: EntryColumn): GlyphName => ofColumn[column];

/** By the code that the core gave; where it has no shape of its own, that of its column. */
const ofCode: Readonly<Record<string, GlyphName>> = {
  unknown: "unknown",
  "waits-for-turn": "waiting",
  restarting: "waiting",
  preparing: "waiting",
  setup: "waiting",
  stopped: "stopped",
  closed: "stopped",
  failed: "failed",
};

export const chooseStatusGlyph = ({ attention }: Pick<StatusView, "attention">): GlyphName =>
  attention.column === "needs_you" && attention.code !== "unknown"
    ? "needs"
    : (ofCode[attention.code] ?? ofColumn[attention.column]);
