/** Listens on the port that was set by hand, or else on the first free one, beginning with where we were last. */
import { findPortHolder } from "../../lib/process/port-holder.ts";

export type PortWish = {
  /** On the command line or in the settings; only that one will do. Null: any, beginning with `usual`. */
  readonly byHand: number | null;
  /** Where a daemon of this home was before it died: pages that are open find us again. */
  readonly last: number | null;
  readonly usual: number;
};

/** After so many taken ones in a row something else is wrong. */
const TRIES_MAX = 100;

export async function listenWhere<T>(wish: PortWish, listen: (port: number) => Promise<T>): Promise<T> {
  if (wish.byHand !== null) return listenOn(wish.byHand, listen);
  const next = Array.from({ length: TRIES_MAX }, (_, n) => wish.usual + n).filter((port) => port < 65_536);
  for (const port of [...(wish.last === null ? [] : [wish.last]), ...next]) {
    const listening = await tryOn(port, listen);
    if (listening.ok) return listening.value;
  }
  throw new Error(`no port from ${wish.usual} to ${next.at(-1)} is free. Choose one with --port.`);
}

async function listenOn<T>(port: number, listen: (port: number) => Promise<T>): Promise<T> {
  const listening = await tryOn(port, listen);
  if (listening.ok) return listening.value;
  const holder = await findPortHolder(port);
  const who = holder === null ? "another program" : `${holder.name} (process ${holder.pid})`;
  const message = `port ${port} is taken by ${who}. Stop that one, or choose another port with --port.`;
  throw new Error(message, { cause: listening.error });
}

type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Error };

/** Only a taken port is an answer; everything else is a failure. */
async function tryOn<T>(port: number, listen: (port: number) => Promise<T>): Promise<Tried<T>> {
  try {
    return { ok: true, value: await listen(port) };
  } catch (error) {
    if (error instanceof Error && isTaken(error)) return { ok: false, error };
    throw error;
  }
}

const isTaken = (error: Error): boolean =>
  ("code" in error && error.code === "EADDRINUSE") || (error.cause instanceof Error && isTaken(error.cause));
