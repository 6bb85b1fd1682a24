/** The entries of a block, with those that `<<` merges into it. */
import { isAlias, isMap, isScalar, isSeq, type Alias, type Node, type YAMLMap } from "yaml";

export type BlockEntry = { readonly key: unknown; readonly value: unknown; readonly isMerged: boolean };

/** An anchor that merges itself would go on for ever, and merges of merges multiply. */
const MERGES_MAX = 100;

/** The block's own entries first, then the merged ones, nearest first; null when a merge leads to no block, or to too many. */
export function listBlockEntries(node: YAMLMap, targets: ReadonlyMap<Alias, Node>): readonly BlockEntry[] | null {
  const entries: BlockEntry[] = [];
  const waiting = [node];
  for (let merges = 0; merges < waiting.length; merges++) {
    const block = waiting[merges];
    if (block === undefined || merges > MERGES_MAX) return null;
    for (const { key, value } of block.items) {
      if (!isMerge(key)) entries.push({ key, value, isMerged: merges > 0 });
      else if (!mergeInto(waiting, value, targets)) return null;
    }
  }
  return entries;
}

function mergeInto(waiting: YAMLMap[], value: unknown, targets: ReadonlyMap<Alias, Node>): boolean {
  const values: readonly unknown[] = isSeq(value) ? value.items : [value];
  const blocks = values.map((one) => (isAlias(one) ? targets.get(one) : one)).filter((one) => isMap(one));
  waiting.push(...blocks);
  return blocks.length === values.length && waiting.length <= MERGES_MAX;
}

const isMerge = (key: unknown): boolean => isScalar(key) && key.value === "<<" && key.type === "PLAIN";
