import type { KeptFile } from "./kept-file.ts";

/** Work on one forge that several ask for at the same time is done once for all of them. */
export function createSharing<T>(): (kept: KeptFile, key: string, work: () => Promise<T>) => Promise<T> {
  const forges = new WeakMap<KeptFile, Map<string, Promise<T>>>();
  return (kept, key, work) => {
    const underWay = forges.get(kept) ?? new Map<string, Promise<T>>();
    forges.set(kept, underWay);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const begun = work().finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
}
