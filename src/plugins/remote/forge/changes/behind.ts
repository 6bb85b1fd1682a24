/**
 * A forge answers from replicas, and some of them lag behind: what was known already stays, and details that do not agree with
 * the overview are read again.
 */
import type { ChangeState, HttpHead } from "../../../../domain/change/change.ts";
import type { Author } from "../../../../domain/model/trust.ts";
import type { ChangeDetails, ChangeSummary, SeenChange } from "./change-source.ts";
import type { KeptChange } from "./kept-change.ts";
import type { Kept } from "../kept-file.ts";
import { SHOWN_AFTER_MS } from "../writing.ts";

type Shown = Pick<KeptChange, "updatedAt" | "heads"> & {
  readonly snapshot: { readonly head: Pick<HttpHead, "commit">; readonly state: Pick<ChangeState, "kind"> };
};

/** It shows what was before. Forges count in seconds, in one of which much can happen. */
export function isBehind(
  { updatedAt, heads, snapshot }: Shown,
  seen: Pick<SeenChange, "updatedAt" | "head" | "state">,
) {
  // A server with a time zone writes its own, in which an hour comes twice a year.
  if (Date.parse(updatedAt) > Date.parse(seen.updatedAt)) return true;
  if (snapshot.state.kind === "landed") return seen.state !== "landed";
  const isFormer = heads.slice(0, -1).some(({ commit }) => commit === seen.head);
  return updatedAt === seen.updatedAt && isFormer && snapshot.head.commit !== seen.head;
}

/**
 * A thread is open that was resolved a moment ago, and nobody has said more in it. Resolving moves no time of the forge's, so
 * only the clock tells what is older.
 */
export function hasJustReopened(
  { doc, atMs }: Kept<KeptChange>,
  { updatedAt }: Pick<SeenChange, "updatedAt">,
  { threads }: ChangeDetails["said"],
  nowMs: number,
): boolean {
  if (doc.updatedAt !== updatedAt || Math.abs(nowMs - atMs) >= SHOWN_AFTER_MS) return false;
  const resolved = doc.said.threads.filter(({ isOpen }) => !isOpen);
  return resolved.some(({ id, remarks }) =>
    threads.some((thread) => thread.id === id && thread.isOpen && thread.remarks.length <= remarks.length),
  );
}

/** Where the forge counts otherwise than we do, the details are believed after so many readings. */
const READINGS_MAX = 3;

type Settled = Pick<KeptChange, "light" | "sign" | "doubts" | "whole" | "unconfirmedMs">;

/** What the next overview is compared with; empty: the details are read again then. */
export function settleFingerprint(
  { detailsFingerprint, revision }: SeenChange,
  summary: ChangeSummary | undefined,
  before: KeptChange | null,
  nowMs: number,
): Settled {
  const signed = {
    ...(detailsFingerprint === undefined ? {} : { sign: detailsFingerprint }),
    ...(revision === undefined ? {} : { whole: revision }),
  };
  if (summary === undefined)
    return { ...signed, light: isAsBefore(before, detailsFingerprint, revision) ? (before?.light ?? "") : "" };
  const doubts = areEqualIfKnown(detailsFingerprint, summary.detailsFingerprint) ? 0 : countDoubts(before);
  if (doubts > 0) return { ...signed, doubts, light: "" };
  const settled = { ...signed, doubts, light: summary.fingerprint };
  return isConfirmed(revision, summary, before, nowMs) ? settled : { ...settled, unconfirmedMs: nowMs };
}

const isConfirmed = (
  whole: string | undefined,
  { fingerprint }: ChangeSummary,
  before: KeptChange | null,
  nowMs: number,
): boolean => whole === undefined || (before !== null && before.light === fingerprint && canBeConfirmed(before, nowMs));

const isAsBefore = (before: KeptChange | null, sign: string | undefined, whole: string | undefined): boolean =>
  sign === before?.sign && whole === before?.whole;

const countDoubts = (before: KeptChange | null): number => ((before?.doubts ?? 0) + 1) % READINGS_MAX;

/** Its details are read again though nothing has moved. */
export const isDue = (change: KeptChange, nowMs: number): boolean =>
  canBeConfirmed(change, nowMs) || canBeVouchedFor(change, nowMs);

/** Its details came piecemeal, and any of them that was old is true by now: another reading confirms them. */
const canBeConfirmed = ({ unconfirmedMs }: KeptChange, nowMs: number): boolean =>
  unconfirmedMs !== undefined && Math.abs(nowMs - unconfirmedMs) >= SHOWN_AFTER_MS;

/** Soon, and the longer it lasts the less often: a token that may not ask will never know. */
function canBeVouchedFor({ unvouched }: KeptChange, nowMs: number): boolean {
  if (unvouched === undefined) return false;
  const { sinceMs, askedMs } = unvouched;
  return Math.abs(nowMs - askedMs) >= Math.max(VOUCHED_AFTER_MS, askedMs - sinceMs);
}

const VOUCHED_AFTER_MS = 60_000;

/** Is there somebody among those who spoke of whom the forge could not say whether they may write? */
export function findUnconfirmedAuthors(
  authors: readonly Author[],
  before: KeptChange | null,
  nowMs: number,
): Pick<KeptChange, "unvouched"> {
  const isKnown = authors.every((author) => author.kind !== "person" || author.canWrite.known);
  return isKnown ? {} : { unvouched: { sinceMs: before?.unvouched?.sinceMs ?? nowMs, askedMs: nowMs } };
}

/** It says of itself that nothing has moved: then its other parts could only be older than those that are known. */
export const isStill = ({ whole, snapshot }: KeptChange, seen: SeenChange): boolean =>
  whole !== undefined && whole === seen.revision && snapshot.state.kind !== "landed";

const areEqualIfKnown = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other;
