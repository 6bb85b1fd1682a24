/**
 * The audit log is a chain: each entry carries the hash of the entry before it and of its own content. Whoever changes,
 * removes or inserts an entry has to rewrite every hash behind it, and then the heads noted outside the database differ.
 */
import { hash } from "node:crypto";
import type { Ms } from "../../domain/model/now.ts";

export type AuditEntry = {
  readonly atMs: Ms;
  readonly who: string;
  readonly what: string;
  readonly subject: string;
  /** The observation or effect behind it, or null. */
  readonly cause: string | null;
  readonly why: string;
};

export type AuditRow = AuditEntry & { readonly seq: number; readonly hash: string };

/** The newest entry that was read, by its number and hash. */
export type ChainHead = Pick<AuditRow, "seq" | "hash">;

/** Before the first entry. */
export const chainStart: ChainHead = { seq: 0, hash: "" };

/** Never change this: it is part of every database there is. */
export function computeChainHash(previous: string, { atMs, who, what, subject, cause, why }: AuditEntry): string {
  return hash("sha256", JSON.stringify([previous, atMs, who, what, subject, cause, why]), "hex");
}

export type ChainBreak = { readonly seq: number; readonly why: string };

/** The first entry that does not follow from the one before it; null when all of them do. */
export function findBreak(after: ChainHead, rows: readonly AuditRow[]): ChainBreak | null {
  let previous = after;
  for (const row of rows) {
    const why = explainBroken(previous, row);
    if (why !== null) return { seq: row.seq, why };
    previous = row;
  }
  return null;
}

function explainBroken(previous: ChainHead, row: AuditRow): string | null {
  const [first, last] = [previous.seq + 1, row.seq - 1];
  if (first === last) return `entry ${first} is missing`;
  if (first < last) return `entries ${first} to ${last} are missing`;
  if (computeChainHash(previous.hash, row) === row.hash) return null;
  const before = previous.seq === 0 ? "an entry before it" : `entry ${previous.seq}`;
  return `entry ${row.seq} was changed, or ${before} was`;
}
