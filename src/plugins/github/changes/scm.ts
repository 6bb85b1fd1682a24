/** The scm slot over GitHub's pull requests. What writes goes one after another. */
import type { Head } from "../../../domain/change.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { ScmPlugin } from "../../../slots/scm.ts";
import type { Ground } from "../../shared/git/ground.ts";
import type { Serial } from "../../shared/git/serial.ts";
import { versionOf } from "../issues/tracker.ts";
import { buildCandidate } from "../landing/build.ts";
import { land, type LandParts } from "../landing/land.ts";
import type { Pace } from "../pace.ts";
import { answering } from "../trouble.ts";
import { answerThread } from "./answer.ts";
import { githubChangeDesk } from "./desk.ts";
import { publish } from "./publish.ts";
import { readChanges, readDetails } from "./read-changes.ts";

export type ScmParts = LandParts & {
  readonly ground: () => Promise<Ground>;
  readonly inTurn: Serial;
  readonly pace: Pace;
};

export function githubScm(parts: ScmParts): ScmPlugin {
  const { kept, references, pace, inTurn } = parts;
  let base: Head | null = null;
  const onGround = <T, Code extends string = never>(
    work: (ground: Ground) => Promise<SlotResult<T, Code>>,
  ): Promise<SlotResult<T, Code>> => inTurn(() => answering(async () => work(await parts.ground())));
  /** What we did ourselves is seen at once. */
  const acting = <T, Code extends string = never>(
    work: (ground: Ground) => Promise<SlotResult<T, Code>>,
  ): Promise<SlotResult<T, Code>> => onGround(work).finally(() => pace.soon());
  return {
    name: "github",
    credential: parts.client.credential,
    since: (cursor) =>
      onGround(async (ground) => {
        const from = versionOf(cursor, kept.version());
        if (from !== null && !pace.isDue()) return ok({ changes: [], base, cursor: String(from) });
        const version = kept.version();
        const reading = await readChanges(parts, ground);
        ({ base } = reading);
        const changes = from === null ? reading.changes : reading.changes.filter((change) => change.version > from);
        const seen = changes.filter(
          (change) => from !== null || change.state.kind === "open" || change.state.kind === "draft",
        );
        return ok({
          changes: seen,
          base,
          cursor: String(Math.max(version, ...changes.map((change) => change.version))),
        });
      }),
    read: (id) =>
      onGround(async (ground) => {
        const number = references.numberOf(id);
        const [change] = number === null ? [] : (await readDetails(parts, ground, [number])).changes;
        return change === undefined ? failed("gone", `There is no change ${id}.`) : ok(change);
      }),
    publish: (request) => acting((ground) => publish(parts, ground, request)),
    answerThread: (request) => acting((ground) => answerThread(parts, ground, request)),
    buildCandidate: (request) => onGround((ground) => buildCandidate(parts, ground, request)),
    land: (request) => acting((ground) => land(parts, ground, request)),
    wake: () => pace.wake(),
    desk: githubChangeDesk(parts),
  };
}
