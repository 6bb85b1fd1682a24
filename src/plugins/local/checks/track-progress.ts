/** What waits and what runs, for people who look. One check of one tree may be waited for by several runs. */
import type { CheckProgress } from "../../../domain/check-progress.ts";
import type { Claim, Places } from "./places.ts";

export type TrackedCheck = { readonly run: string; readonly name: string; readonly key: string; readonly claim: Claim };

type Parts = {
  readonly places: Pick<Places, "findInLine">;
  /** The line before that, of those that are not laid out yet. */
  readonly ahead: Pick<Places, "findInLine">;
  readonly wallMs: () => number;
};

export function trackProgress({ places, ahead, wallMs }: Parts) {
  const tracked = new Set<TrackedCheck>();
  const begunMs = new Map<string, number>();
  const stateOf = ({ key, claim }: TrackedCheck): CheckProgress["state"] => {
    const begun = begunMs.get(key);
    if (begun !== undefined)
      return { kind: "runs", forMs: Math.max(0, wallMs() - begun), expectedMs: claim.expectedMs };
    const inLine = places.findInLine(claim);
    if (inLine !== null) return { kind: "waits", ...inLine };
    const behind = ahead.findInLine(claim);
    return behind === null ? { kind: "begins" } : { kind: "waits", ...behind };
  };
  return {
    add: (check: TrackedCheck): TrackedCheck => {
      tracked.add(check);
      return check;
    },
    /** It has its place. */
    begin: (key: string): void => void begunMs.set(key, wallMs()),
    drop: (check: TrackedCheck): void => {
      tracked.delete(check);
      if (![...tracked].some(({ key }) => key === check.key)) begunMs.delete(check.key);
    },
    of: (run: string): readonly CheckProgress[] =>
      [...tracked].filter((check) => check.run === run).map((check) => ({ name: check.name, state: stateOf(check) })),
  };
}
