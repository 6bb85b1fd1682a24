/** How long the machine slept or the daemon was down in all, and when it last looked. */
import type { Ms } from "../domain/model/now.ts";
import type { Connection } from "../lib/database/connection.ts";
import { createQueries } from "./docs/queries.ts";

/** `lastTickMs` is wall clock, and null before the first tick. */
export type ClockRow = { readonly sleptMs: Ms; readonly lastTickMs: Ms | null };

export type ClockTable = ReturnType<typeof createClockTable>;

export function createClockTable(db: Connection) {
  return createQueries(db, { read, save });
}

function read(db: Connection) {
  const select = db.prepare<[], ClockRow>("SELECT slept_ms AS sleptMs, last_tick_ms AS lastTickMs FROM clock");
  return (): ClockRow => select.get() ?? { sleptMs: 0, lastTickMs: null };
}

function save(db: Connection) {
  const update = db.prepare<[Ms, Ms | null]>("UPDATE clock SET slept_ms = ?, last_tick_ms = ?");
  return ({ sleptMs, lastTickMs }: ClockRow): void => void update.run(sleptMs, lastTickMs);
}
