/** The scm slot over the forge's own changes. Whatever touches changes and the repository goes one after another. */
import type { ChangeSnapshot, Head } from "../../../domain/change/change.ts";
import type { ChangeId } from "../../../domain/model/ids.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { PublishAnswer, ScmPlugin } from "../../../slots/scm.ts";
import type { Ground } from "../../shared/git/ground.ts";
import { cursorOf } from "../issues/tracker.ts";
import { buildCandidate, type Workshop } from "../landing/build-candidate.ts";
import { landCandidate } from "../landing/land.ts";
import type { Serial } from "../../shared/git/serial.ts";
import { withoutTrouble } from "../../shared/git/trouble.ts";
import type { ChangeRow } from "./change-rows.ts";
import { followBranches } from "./follow.ts";
import { recognizeLanded } from "./landed-since.ts";
import { publishHead } from "./publish.ts";
import { refreshMerges } from "./refresh.ts";
import type { ReviewWrites } from "./review-writes.ts";
import type { Snap } from "./snapshot.ts";

export type ScmParts = Workshop & {
  readonly ground: () => Promise<Ground>;
  readonly inTurn: Serial;
  readonly snap: Snap;
  readonly reviews: ReviewWrites;
  readonly defaultBranch: string;
  /** The file is a backup: changes in it may have landed since. */
  readonly isRestored: boolean;
};

export function localScm(parts: ScmParts): ScmPlugin {
  const { file, changes: rows, references, snap, inTurn } = parts;
  /** Waits its turn, opens git, does the work. */
  const onGround = <T, Code extends string = never>(
    work: (ground: Ground) => Promise<SlotResult<T, Code>>,
  ): Promise<SlotResult<T, Code>> => inTurn(() => withoutTrouble(async () => work(await parts.ground())));
  const find = (id: ChangeId): ChangeRow | null => {
    const number = references.numberOf(id);
    return number === null ? null : rows.get(number);
  };

  let isCaughtUp = !parts.isRestored;
  const catchUp = async (ground: Ground): Promise<void> => {
    if (!isCaughtUp) await recognizeLanded(parts, ground);
    isCaughtUp = true;
  };
  return {
    name: "local",
    credential: "local",
    since: (cursor) =>
      onGround(async (ground) => {
        await catchUp(ground);
        await followBranches({ file, rows, ground });
        await refreshMerges(file, rows, ground);
        return ok(changesSince(parts, cursor, await ground.headOf(parts.defaultBranch)));
      }),
    read: (id) =>
      onGround<ChangeSnapshot, "gone">(async (ground) => {
        await refreshMerges(file, rows, ground);
        const row = find(id);
        return row === null ? failed("gone", `There is no change ${id}.`) : ok(snap(row));
      }),
    publish: (request) =>
      onGround<PublishAnswer>(async (ground) => {
        const head = { ...request, by: { kind: "self" }, isDraft: false } as const;
        const published = await publishHead({ file, rows, ground }, head);
        if (!published.ok) return published;
        const { value } = published;
        return ok(value.kind === "refused" ? value : { kind: "published", change: snap(value.change) });
      }),
    answerThread: (request) =>
      inTurn(async () => {
        const answered = parts.reviews.answer(request);
        if (answered.ok) return ok(snapOf(find(request.change), snap));
        const { code, message } = answered.error;
        return code === "key_reused" ? failed("refused", message) : failed(code, message);
      }),
    buildCandidate: (request) => onGround((ground) => buildCandidate(parts, ground, request)),
    land: (request) => onGround((ground) => landCandidate(parts, ground, request)),
  };
}

/** No `await` in here: the cursor speaks of exactly what was read with it. */
function changesSince({ file, changes: rows, snap }: ScmParts, cursor: string | null, base: Head | null) {
  const version = file.version();
  const from = cursorOf(cursor, version);
  const found = from === null ? rows.open() : rows.since(from);
  return { changes: found.map(snap), base, cursor: String(version) };
}

function snapOf(row: ChangeRow | null, snap: Snap) {
  return row === null ? null : snap(row);
}
