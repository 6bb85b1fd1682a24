/** What waits and what runs, for people who look. One check of one tree may be waited for by several runs. */
import type { CheckProgress } from "../../../../domain/checks/check-progress.ts";
import type { SlotClaim, InLine, CheckSlots } from "./check-slots.ts";

export type TrackedCheck = {
  readonly run: string;
  readonly name: string;
  readonly key: string;
  readonly claim: SlotClaim;
};

type Line = Pick<CheckSlots, "findInLine" | "countWaiting">;
type Parts = {
  readonly places: Line;
  /** The line before that, of those that are not laid out yet. */
  readonly ahead: Line;
  readonly wallMs: () => number;
};

export function trackProgress({ places, ahead, wallMs }: Parts) {
  const tracked = new Set<TrackedCheck>();
  /** By key: whoever joins a check waits with the claim of whoever came first, also after that one has left. */
  const claims = new Map<string, SlotClaim>();
  const begunMs = new Map<string, number>();
  /** Both lines are one to people: whoever is not laid out yet stands behind all that are. */
  const findInLine = (claim: SlotClaim): InLine | null => {
    const first = places.findInLine(claim);
    if (first !== null) return { place: first.place, of: first.of + ahead.countWaiting() };
    const behind = ahead.findInLine(claim);
    const before = places.countWaiting();
    return behind === null ? null : { place: before + behind.place, of: before + behind.of };
  };
  const stateOf = ({ key, claim }: TrackedCheck): CheckProgress["state"] => {
    const begun = begunMs.get(key);
    if (begun !== undefined)
      return { kind: "runs", forMs: Math.max(0, wallMs() - begun), expectedMs: claim.expectedMs };
    const inLine = findInLine(claims.get(key) ?? claim);
    return inLine === null ? { kind: "begins" } : { kind: "waits", ...inLine };
  };
  return {
    add: (check: TrackedCheck): TrackedCheck => {
      tracked.add(check);
      if (!claims.has(check.key)) claims.set(check.key, check.claim);
      return check;
    },
    /** It has its place. */
    begin: (key: string): void => void begunMs.set(key, wallMs()),
    drop: (check: TrackedCheck): void => {
      tracked.delete(check);
      if ([...tracked].some(({ key }) => key === check.key)) return;
      begunMs.delete(check.key);
      claims.delete(check.key);
    },
    of: (run: string): readonly CheckProgress[] =>
      [...tracked].filter((check) => check.run === run).map((check) => ({ name: check.name, state: stateOf(check) })),
  };
}
