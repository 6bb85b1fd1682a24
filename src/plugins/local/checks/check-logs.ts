/** Results of checks, as people see them. */
import type { TreeSha } from "../../../domain/model/ids.ts";
import type { CheckLogs as SlotDesk } from "../../../slots/change-reviewer.ts";
import type { CheckRows, ResultRow } from "./check-rows.ts";
import { readRedactedPieces } from "../../shared/failure/redacted-copy.ts";

type CheckView = Omit<ResultRow, "key" | "log"> & { readonly hasLog: boolean };

export type LocalCheckLogs = ReturnType<typeof createCheckLogs>;

export function createCheckLogs(rows: CheckRows, redact: (text: string) => string) {
  const newest = (tree: TreeSha): ReadonlyMap<string, ResultRow> =>
    new Map(rows.ofTree(tree).map((result) => [result.name, result]));
  return {
    /** Of each check the newest result at that tree. */
    ofTree: (tree: TreeSha): readonly CheckView[] =>
      [...newest(tree).values()].map(({ key: _, log, ...result }) => ({ ...result, hasLog: log !== null })),
    /** The whole output of that result, secrets taken out; null when there is none any more. */
    log: (tree: TreeSha, name: string): AsyncGenerator<string> | null => {
      const log = newest(tree).get(name)?.log ?? null;
      return log === null ? null : readRedactedPieces(log, redact);
    },
  };
}

/** The same as the slot has it. */
export function toSlotLogs(desk: LocalCheckLogs): SlotDesk {
  return { ofTree: async (tree) => desk.ofTree(tree), log: desk.log };
}
