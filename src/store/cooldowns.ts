/** Credentials whose provider said "not before", by wall clock. */
import type { Ms } from "../domain/model/now.ts";
import type { Connection } from "../lib/database/connection.ts";
import { createQueries } from "./docs/queries.ts";

export type Cooldown = { readonly credential: string; readonly untilMs: Ms };

export type CooldownsTable = ReturnType<typeof createCooldownsTable>;

export function createCooldownsTable(db: Connection) {
  return createQueries(db, { active: selectActive, untilMs: selectUntilMs, nextEndMs: selectNextEndMs, save, clear });
}

function selectActive(db: Connection) {
  const select = db.prepare<[Ms], Cooldown>(
    "SELECT credential, until_ms AS untilMs FROM cooldowns WHERE until_ms > ? ORDER BY credential",
  );
  return (nowMs: Ms): readonly Cooldown[] => select.all(nowMs);
}

/** 0 when the credential may be used. */
function selectUntilMs(db: Connection) {
  const select = db.prepare<[string], Ms>("SELECT until_ms FROM cooldowns WHERE credential = ?").pluck();
  return (credential: string): Ms => select.get(credential) ?? 0;
}

function selectNextEndMs(db: Connection) {
  const select = db.prepare<[Ms], Ms | null>("SELECT min(until_ms) FROM cooldowns WHERE until_ms > ?").pluck();
  return (nowMs: Ms): Ms | null => select.get(nowMs) ?? null;
}

/** The newest word counts, even when it is an earlier time. */
function save(db: Connection) {
  const upsert = db.prepare<[string, Ms]>(
    "INSERT INTO cooldowns (credential, until_ms) VALUES (?, ?) ON CONFLICT (credential) DO UPDATE SET until_ms = excluded.until_ms",
  );
  return ({ credential, untilMs }: Cooldown): void => void upsert.run(credential, untilMs);
}

function clear(db: Connection) {
  const remove = db.prepare<[string]>("DELETE FROM cooldowns WHERE credential = ?");
  return (credential: string): void => void remove.run(credential);
}
