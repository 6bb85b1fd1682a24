/**
 * A forge answers from replicas, and some of them lag behind: what was known already stays, and details that do not agree with
 * the overview are read again.
 */
import type { Glance, SeenChange } from "./change-source.ts";
import type { KeptChange } from "./kept-change.ts";
import { SHOWN_AFTER_MS } from "./writing.ts";

/** It shows what was before. Forges count in seconds, in one of which much can happen. */
export function isBehind({ updatedAt, heads, snapshot }: KeptChange, seen: SeenChange): boolean {
  if (updatedAt > seen.updatedAt) return true;
  if (snapshot.state.kind === "landed") return seen.state !== "landed";
  const isFormer = heads.slice(0, -1).some(({ commit }) => commit === seen.head);
  return updatedAt === seen.updatedAt && isFormer && snapshot.head.commit !== seen.head;
}

/** Where the forge counts otherwise than we do, the details are believed after so many readings. */
const READINGS_MAX = 3;

type Settled = Pick<KeptChange, "light" | "sign" | "doubts" | "unconfirmed">;

/** Where details come piecemeal: when they were read, and whether they say something else than before. */
export type Piecemeal = { readonly atMs: number; readonly hasChanged: boolean };

/** What the next overview is compared with; empty: the details are read again then. */
export function settledLight(
  { sign }: SeenChange,
  glance: Glance | undefined,
  before: KeptChange | null,
  piecemeal: Piecemeal | null,
): Settled {
  const signed = sign === undefined ? {} : { sign };
  if (glance === undefined) {
    const isSame = sign === before?.sign && piecemeal?.hasChanged !== true;
    return { ...signed, ...waitingIn(before), light: isSame ? (before?.light ?? "") : "" };
  }
  const doubts = agree(sign, glance.sign) ? 0 : moreDoubts(before);
  if (doubts > 0) return { ...signed, doubts, light: "" };
  return {
    ...signed,
    doubts,
    ...(piecemeal === null ? { light: glance.light } : confirmed(glance, before, piecemeal)),
  };
}

const moreDoubts = (before: KeptChange | null): number => ((before?.doubts ?? 0) + 1) % READINGS_MAX;

const waitingIn = (before: KeptChange | null): Pick<KeptChange, "unconfirmed"> =>
  before?.unconfirmed === undefined ? {} : { unconfirmed: before.unconfirmed };

/** Each answer that may be old is so by less than this: what was read after it is true. */
function confirmed(
  { light }: Glance,
  before: KeptChange | null,
  { atMs }: Piecemeal,
): Pick<KeptChange, "light" | "unconfirmed"> {
  const sinceMs = before?.unconfirmed?.light === light ? before.unconfirmed.sinceMs : atMs;
  return Math.abs(atMs - sinceMs) >= SHOWN_AFTER_MS ? { light } : { light: "", unconfirmed: { light, sinceMs } };
}

const agree = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other;
