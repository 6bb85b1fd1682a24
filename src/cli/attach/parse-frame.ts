import type { ServerFrame } from "../../protocol/session/terminal.ts";

/** Null: a frame of a newer daemon, which may be left alone. */
export function parseFrame(text: string): ServerFrame | null {
  const frame = JSON.parse(text) as ServerFrame;
  return ["role", "screen", "size", "ended"].includes(frame.type) ? frame : null;
}
