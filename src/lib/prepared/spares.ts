/** Copies that are made ahead, one of each entry, for the workspace that comes next. */
import { makeSpare } from "./lay.ts";
import type { PreparedRecord } from "./parse-entry.ts";

export type SpareEntry = { readonly entry: PreparedRecord; readonly folder: string };

export type Spares = { readonly refill: (found: SpareEntry) => void; readonly end: () => Promise<void> };

type Warn = (error: unknown, message: string) => void;

/** After `stop` none is begun. */
export function keepSpares(stop: AbortSignal, warn: Warn): Spares {
  let last: Promise<void> = Promise.resolve();
  return {
    refill: ({ entry, folder }) => {
      last = last
        .then(() => (stop.aborted ? undefined : makeSpare(entry, folder, stop)))
        .catch((error: unknown) => {
          if (!stop.aborted) warn(error, "no spare copy of prepared folders could be made");
        });
    },
    end: () => last,
  };
}
