/** The scm slot over the changes of a forge elsewhere. What writes goes one after another. */
import type { ChangeSnapshot, Head } from "../../../domain/change/change.ts";
import type { ChangeDesk } from "../../../slots/change-desk.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { ScmPlugin } from "../../../slots/scm.ts";
import type { Ground } from "../../shared/git/ground.ts";
import type { Serial } from "../../shared/git/serial.ts";
import { looking, type Pace } from "../pace.ts";
import { buildCandidate } from "./build.ts";
import { putBackLeft } from "./forwarded.ts";
import { isOpen, keptChanges } from "./kept-change.ts";
import { versionOf } from "./kept-file.ts";
import { land, type LandParts } from "./land.ts";
import { sweepLeft } from "./locate.ts";
import { publish, type OpenChange } from "./publish.ts";
import { readChanges, readDetails } from "./read-changes.ts";
import { answering, asRemoteResult, needRemote } from "./trouble.ts";

export type ScmParts = LandParts & {
  readonly ground: () => Promise<Ground>;
  readonly inTurn: Serial;
  readonly pace: Pace;
  readonly openChange: OpenChange;
  readonly answerThread: (answer: ThreadAnswer) => Promise<SlotResult<number, "gone">>;
  readonly desk: ChangeDesk;
};

export type ThreadAnswer = Parameters<ScmPlugin["answerThread"]>[0];

export function remoteScm(name: string, parts: ScmParts): ScmPlugin {
  const { kept, references, pace, inTurn } = parts;
  let base: Head | null = null;
  const checked = () => ({ baseHasChecks: parts.checksBase?.() ?? false });
  const onGround = <T, Code extends string = never>(
    work: (ground: Ground) => Promise<SlotResult<T, Code>>,
  ): Promise<SlotResult<T, Code>> => inTurn(() => answering(async () => work(await parts.ground())));
  /** What we did ourselves is seen at once. */
  const acting = <T, Code extends string = never>(
    work: (ground: Ground) => Promise<SlotResult<T, Code>>,
  ): Promise<SlotResult<T, Code>> => onGround(work).finally(() => pace.soon());
  const since = async (ground: Ground, cursor: string | null): ReturnType<ScmPlugin["since"]> => {
    const from = versionOf(cursor, kept.version());
    if (from !== null && !pace.isDue())
      return ok({ changes: [], base, ...checked(), cursor: String(from), unasked: true });
    await putBackLeft(parts, ground);
    await sweepLeft(parts, ground);
    const version = kept.version();
    const reading = await readChanges(parts, ground);
    ({ base } = reading);
    // As long as one is open, somebody waits for its checks, its review or its landing.
    pace.found(keptChanges(kept).some(({ doc }) => isOpen(doc)));
    await leaveQueue(parts);
    const changes = from === null ? reading.changes : reading.changes.filter((change) => change.version > from);
    const seen = changes.filter(
      (change) => from !== null || change.state.kind === "open" || change.state.kind === "draft",
    );
    return ok({
      changes: seen,
      base,
      ...checked(),
      cursor: String(Math.max(version, ...changes.map((change) => change.version))),
    });
  };
  return {
    name,
    credential: parts.client.credential,
    since: (cursor) => looking(pace, () => onGround((ground) => since(ground, cursor))),
    read: (id) =>
      onGround(async (ground) => {
        const number = references.numberOf(id);
        const [change] = number === null ? [] : (await readDetails(parts, ground, [number])).changes;
        return change === undefined ? failed("gone", `There is no change ${id}.`) : ok(change);
      }),
    publish: (request) => acting((ground) => publish(parts, ground, request, parts.openChange)),
    answerThread: (request) => acting((ground) => answer(parts, ground, request)),
    buildCandidate: (request) => onGround((ground) => buildCandidate(parts, ground, request)),
    land: (request) => acting((ground) => land(parts, ground, request)),
    wake: (of) => pace.wake(of),
    desk: parts.desk,
  };
}

/** What could not be taken out just now is tried at the next look, and stops nobody's. */
async function leaveQueue({ queue }: ScmParts): Promise<void> {
  const left = await asRemoteResult(async () => queue?.leaveOver());
  if (!left.ok && left.error.code === "rate_limited") needRemote(left);
}

async function answer(
  parts: ScmParts,
  ground: Ground,
  request: ThreadAnswer,
): Promise<SlotResult<ChangeSnapshot | null, "gone">> {
  const answered = await parts.answerThread(request);
  if (!answered.ok) return answered;
  return ok((await readDetails(parts, ground, [answered.value])).changes[0] ?? null);
}
