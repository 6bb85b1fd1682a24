/** What we know of the line to the daemon. Whatever happens to it, the page stays as it is. */
import { freezeClock } from "../lib/clock.ts";
import { createStore, useAll, useStore } from "../lib/external-store.ts";
import { formatClockTime } from "../lib/words.ts";

export type ConnectionState =
  | { readonly kind: "loading"; readonly sinceMs: number }
  | { readonly kind: "live"; readonly missed: Missed | null }
  | { readonly kind: "catching_up"; readonly events: number }
  | { readonly kind: "reconnecting"; readonly sinceMs: number }
  | { readonly kind: "offline"; readonly sinceMs: number }
  | { readonly kind: "signed_out" };

/** What happened while the page was away; null: too much, so everything was reloaded. */
export type Missed = { readonly fromMs: number; readonly events: number | null };

/** Times of this visit at which nothing was heard. */
export const gaps = createStore<readonly (Missed & { readonly toMs: number })[]>([]);

export const connection = createStore<ConnectionState>({ kind: "loading", sinceMs: Date.now() });

export function setConnection(next: ConnectionState): void {
  freezeClock(next.kind === "reconnecting" || next.kind === "offline");
  connection.set(next);
}

export const useConnection = (): ConnectionState => useAll(connection);

/** Why nothing can be sent now; null: it can. */
export const useMute = (): string | null => useStore(connection, explainMute);

export function explainMute(state: ConnectionState): string | null {
  if (state.kind === "reconnecting") return "Not now: the daemon does not answer. Trying again.";
  if (state.kind === "offline") return `Not now: the daemon has not answered since ${formatClockTime(state.sinceMs)}.`;
  return state.kind === "signed_out" ? "This browser is not signed in." : null;
}
