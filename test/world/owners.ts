/** Whose paths are whose, and which one steers the daemon itself. */
import type { Owned } from "../../src/domain/model/owners.ts";

/** The list of owners that every repository of this world has, by where a path begins. */
const owners: readonly { readonly under: string; readonly owners: readonly string[] }[] = [
  { under: "shared.txt", owners: ["@ann"] },
  { under: "people/", owners: ["@bob", "@cyd"] },
  { under: "src/p1-do-task-p1-i2", owners: ["@cyd"] },
];

export const ownConfiguration = "agent-orchestrator.yaml";

/** One entry for each set of owners, as a forge tells it. */
export function ownedAmong(paths: readonly string[]): readonly Owned[] {
  return owners.flatMap(({ under, owners: names }) => {
    const path = paths.find((other) => other.startsWith(under));
    return path === undefined ? [] : [{ path, owners: names }];
  });
}
