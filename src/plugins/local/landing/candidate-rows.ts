import type { CandidateId, TreeSha } from "../../../domain/model/ids.ts";
import type { BuildAnswer } from "../../../slots/scm.ts";
import type { ForgeFile } from "../forge-file.ts";
import { parseStored } from "../parse-json.ts";

/** A candidate as it was built: the answer stays the same, however often it is asked for. */
export type CandidateRow = {
  readonly id: CandidateId;
  readonly createdMs: number;
  readonly onto: string;
  /** Trees of the commits before the last one that will be first-parent commits of the base: each must be green, too. */
  readonly chain: readonly TreeSha[];
  /** Numbers of its changes. */
  readonly changes: readonly number[];
  readonly answer: BuildAnswer;
};

type Stored = { createdMs: number; onto: string; chain: string; changes: string; answer: string };

export type CandidateRows = ReturnType<typeof createCandidateRows>;

export function createCandidateRows({ db }: ForgeFile) {
  const get = db.prepare<[string], Stored>(
    "SELECT created_ms AS createdMs, onto, chain, changes, answer FROM candidates WHERE id = ?",
  );
  const save = db.prepare<unknown[]>("INSERT OR REPLACE INTO candidates VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const old = db.prepare<[number], CandidateId>("SELECT id FROM candidates WHERE created_ms < ?").pluck();
  const forget = db.prepare<[string]>("DELETE FROM candidates WHERE id = ?");
  return {
    get: (id: CandidateId): CandidateRow | null => {
      const row = get.get(id);
      if (row === undefined) return null;
      const { createdMs, onto } = row;
      const lists = {
        chain: parseStored<readonly TreeSha[]>(row.chain),
        changes: parseStored<readonly number[]>(row.changes),
      };
      return { id, createdMs, onto, ...lists, answer: parseStored<BuildAnswer>(row.answer) };
    },
    save: ({ id, createdMs, onto, chain, changes, answer }: CandidateRow): void => {
      const { commit, tree } = answer.kind === "built" ? answer.made : { commit: null, tree: null };
      const lists = [chain, changes, answer].map((value) => JSON.stringify(value));
      save.run(id, createdMs, onto, commit, tree, ...lists);
    },
    olderThan: (ms: number): readonly CandidateId[] => old.all(ms),
    forget: (id: CandidateId): void => void forget.run(id),
  };
}
