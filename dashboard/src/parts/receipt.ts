import type { MessageStateView } from "../../../src/protocol/session/message.ts";

/** Always words, and each a fact: it is delivered when the agent has acknowledged it, never before. */
export const receiptWords: Readonly<Record<MessageStateView, string>> = {
  prepared: "‖ prepared: waits for you",
  queued: "○ queued",
  written: "◔ handed over; not acknowledged yet",
  acknowledged: "✓ acknowledged",
  dropped: "– not given to the agent",
  failed: "✗ not delivered",
  unknown: "? delivery unknown",
};
