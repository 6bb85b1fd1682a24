/** The scm slot over the forge's own changes. Whatever touches changes and the repository goes one after another. */
import type { ChangeSnapshot, HttpHead } from "../../../domain/change/change.ts";
import type { ChangeId } from "../../../domain/model/ids.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { PublishAnswer, ScmPlugin } from "../../../slots/scm.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { parseIssueCursor } from "../issues/tracker.ts";
import { buildLocalCandidate, type Workshop } from "../landing/build-candidate.ts";
import { landLocally } from "../landing/land.ts";
import type { Serial } from "../../shared/git/serial.ts";
import { answerGitTrouble } from "../../shared/git/trouble.ts";
import type { ChangeRow } from "./change-rows.ts";
import { followBranches } from "./follow.ts";
import { recognizeLanded } from "./landed-since.ts";
import { publishLocally } from "./publish.ts";
import { refreshMerges } from "./refresh.ts";
import type { ReviewWrites } from "./review-writes.ts";
import type { Snap } from "./snapshot.ts";

export type LocalScmParts = Workshop & {
  readonly ground: () => Promise<GitContext>;
  readonly inTurn: Serial;
  readonly snap: Snap;
  readonly reviews: ReviewWrites;
  readonly defaultBranch: string;
  /** The file is a backup: changes in it may have landed since. */
  readonly isRestored: boolean;
};

export function createLocalScm(parts: LocalScmParts): ScmPlugin {
  const { file, changes: rows, references, snap, inTurn } = parts;
  /** Waits its turn, opens git, does the work. */
  const onGround = <T, Code extends string = never>(
    work: (git: GitContext) => Promise<SlotResult<T, Code>>,
  ): Promise<SlotResult<T, Code>> => inTurn(() => answerGitTrouble(async () => work(await parts.ground())));
  const find = (id: ChangeId): ChangeRow | null => {
    const number = references.numberOf(id);
    return number === null ? null : rows.get(number);
  };

  let isCaughtUp = !parts.isRestored;
  const catchUp = async (git: GitContext): Promise<void> => {
    if (!isCaughtUp) await recognizeLanded(parts, git);
    isCaughtUp = true;
  };
  return {
    name: "local",
    credential: "local",
    since: (cursor) =>
      onGround(async (git) => {
        await catchUp(git);
        await followBranches({ file, rows, ground: git });
        await refreshMerges(file, rows, git);
        return ok(listChangesSince(parts, cursor, await git.headOf(parts.defaultBranch)));
      }),
    read: (id) =>
      onGround<ChangeSnapshot, "gone">(async (git) => {
        await refreshMerges(file, rows, git);
        const row = find(id);
        return row === null ? failed("gone", `There is no change ${id}.`) : ok(snap(row));
      }),
    publish: (request) =>
      onGround<PublishAnswer>(async (git) => {
        const head = { ...request, by: { kind: "self" }, isDraft: false } as const;
        const published = await publishLocally({ file, rows, ground: git }, head);
        if (!published.ok) return published;
        const { value } = published;
        return ok(value.kind === "refused" ? value : { kind: "published", change: snap(value.change) });
      }),
    answerThread: (request) =>
      inTurn(async () => {
        const answered = parts.reviews.answer(request);
        if (answered.ok) return ok(toSnapshotOrNull(find(request.change), snap));
        const { code, message } = answered.error;
        return code === "key_reused" ? failed("refused", message) : failed(code, message);
      }),
    buildCandidate: (request) => onGround((git) => buildLocalCandidate(parts, git, request)),
    land: (request) => onGround((git) => landLocally(parts, git, request)),
  };
}

/** No `await` in here: the cursor speaks of exactly what was read with it. */
function listChangesSince({ file, changes: rows, snap }: LocalScmParts, cursor: string | null, base: HttpHead | null) {
  const version = file.version();
  const from = parseIssueCursor(cursor, version);
  const found = from === null ? rows.open() : rows.since(from);
  return { changes: found.map(snap), base, cursor: String(version) };
}

function toSnapshotOrNull(row: ChangeRow | null, snap: Snap) {
  return row === null ? null : snap(row);
}
