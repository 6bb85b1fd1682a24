/**
 * A forge answers from replicas, and some of them lag behind: what was known already stays, and details that do not agree with
 * the overview are read again.
 */
import type { Glance, SeenChange } from "./change-source.ts";
import type { KeptChange } from "./kept-change.ts";

/** It shows what was before. Forges count in seconds, in one of which much can happen. */
export function isBehind({ updatedAt, heads, snapshot }: KeptChange, seen: SeenChange): boolean {
  if (updatedAt > seen.updatedAt) return true;
  if (snapshot.state.kind === "landed") return seen.state !== "landed";
  const isFormer = heads.slice(0, -1).some(({ commit }) => commit === seen.head);
  return updatedAt === seen.updatedAt && isFormer && snapshot.head.commit !== seen.head;
}

/** Where the forge counts otherwise than we do, the details are believed after so many readings. */
const READINGS_MAX = 3;

/** What the next overview is compared with; empty: the details are read again then. */
export function settledLight(
  { sign }: SeenChange,
  glance: Glance | undefined,
  before: KeptChange | null,
): Pick<KeptChange, "light" | "sign" | "doubts"> {
  const signed = sign === undefined ? {} : { sign };
  const { light = "", doubts: doubted = 0 } = before ?? {};
  if (glance === undefined) return { ...signed, light: sign === before?.sign ? light : "" };
  const doubts = agree(sign, glance.sign) ? 0 : (doubted + 1) % READINGS_MAX;
  return { ...signed, doubts, light: doubts === 0 ? glance.light : "" };
}

const agree = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other;
