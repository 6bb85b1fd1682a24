/** Single-use tickets, good for a minute: what may stand in an address instead of the token. */
import { createSecret } from "./secrets.ts";

const LASTS_MS = 60_000;
/** More are not waiting to be used; beyond it the oldest is forgotten. */
const OPEN_MAX = 1_000;

export type Tickets<Good> = {
  readonly issue: (good: Good) => string;
  /** What it is good for; null when it is unknown, used or too old. It is used up by this. */
  readonly redeem: (ticket: string) => Good | null;
};

/** They live as long as the daemon at most; whoever misses one asks for another. */
export function createTickets<Good>(nowMs: () => number): Tickets<Good> {
  const open = new Map<string, { readonly good: Good; readonly untilMs: number }>();
  return {
    issue: (good) => {
      const [oldest] = open.keys();
      if (open.size >= OPEN_MAX && oldest !== undefined) open.delete(oldest);
      const ticket = createSecret();
      open.set(ticket, { good, untilMs: nowMs() + LASTS_MS });
      return ticket;
    },
    redeem: (ticket) => {
      const found = open.get(ticket);
      open.delete(ticket);
      return found === undefined || found.untilMs < nowMs() ? null : found.good;
    },
  };
}
