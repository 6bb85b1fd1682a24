/** How a forge of tests fails: by chance, as often as it is told to, and counted. */
export type Faults = {
  /** The request fails and nothing was done. */
  readonly before: number;
  /** It was done, and the answer is lost. */
  readonly after: number;
  /** A read is answered by a replica that lags behind. */
  readonly stale?: number;
};

/** How often each of them fired. */
export type Fired = { before: number; after: number; stale: number };

export type Failing = { readonly faults: Faults; readonly fired: Fired };

export const noFaults = (): { faults: Faults; readonly fired: Fired } => ({
  faults: { before: 0, after: 0 },
  fired: { before: 0, after: 0, stale: 0 },
});

export function fires({ faults, fired }: Failing, random: () => number, kind: keyof Fired): boolean {
  if (random() >= (faults[kind] ?? 0)) return false;
  fired[kind] += 1;
  return true;
}
