/** The scm slot over the changes of a forge elsewhere. What writes goes one after another. */
import type { ChangeSnapshot, HttpHead } from "../../../domain/change/change.ts";
import type { ChangeReviewer } from "../../../slots/change-reviewer.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { ScmPlugin } from "../../../slots/scm.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import type { Serial } from "../../shared/git/serial.ts";
import { lookAtPace, type Pace } from "../polling/pace.ts";
import { buildRemoteCandidate } from "./landing/build.ts";
import { putBackLeft } from "./changes/forwarded.ts";
import { isOpenKeptChange, listKeptChanges } from "./changes/kept-change.ts";
import { parseVersion } from "./kept-file.ts";
import { landOnForge, type LandParts } from "./landing/land.ts";
import { sweepLeft } from "./locate.ts";
import { publishToForge, type OpenChange } from "./changes/publish.ts";
import { readChanges, readDetails } from "./changes/read-changes.ts";
import { answerRemoteTrouble, toRemoteResult, needRemote } from "./trouble.ts";

export type RemoteScmParts = LandParts & {
  readonly ground: () => Promise<GitContext>;
  readonly inTurn: Serial;
  readonly pace: Pace;
  readonly openChange: OpenChange;
  readonly answerThread: (answer: ThreadAnswer) => Promise<SlotResult<number, "gone">>;
  readonly desk: ChangeReviewer;
};

export type ThreadAnswer = Parameters<ScmPlugin["answerThread"]>[0];

export function createRemoteScm(name: string, parts: RemoteScmParts): ScmPlugin {
  const { kept, references, pace, inTurn } = parts;
  let base: HttpHead | null = null;
  const checked = () => ({ baseHasChecks: parts.checksBase?.() ?? false });
  const onGround = <T, Code extends string = never>(
    work: (git: GitContext) => Promise<SlotResult<T, Code>>,
  ): Promise<SlotResult<T, Code>> => inTurn(() => answerRemoteTrouble(async () => work(await parts.ground())));
  /** What we did ourselves is seen at once. */
  const acting = <T, Code extends string = never>(
    work: (git: GitContext) => Promise<SlotResult<T, Code>>,
  ): Promise<SlotResult<T, Code>> => onGround(work).finally(() => pace.soon());
  const since = async (git: GitContext, cursor: string | null): ReturnType<ScmPlugin["since"]> => {
    const from = parseVersion(cursor, kept.version());
    if (from !== null && !pace.isDue())
      return ok({ changes: [], base, ...checked(), cursor: String(from), unasked: true });
    await putBackLeft(parts, git);
    await sweepLeft(parts, git);
    const version = kept.version();
    const reading = await readChanges(parts, git);
    ({ base } = reading);
    // As long as one is open, somebody waits for its checks, its review or its landing.
    pace.found(listKeptChanges(kept).some(({ doc }) => isOpenKeptChange(doc)));
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
    since: (cursor) => lookAtPace(pace, () => onGround((git) => since(git, cursor))),
    read: (id) =>
      onGround(async (git) => {
        const number = references.numberOf(id);
        const [change] = number === null ? [] : (await readDetails(parts, git, [number])).changes;
        return change === undefined ? failed("gone", `There is no change ${id}.`) : ok(change);
      }),
    publish: (request) => acting((git) => publishToForge(parts, git, request, parts.openChange)),
    answerThread: (request) => acting((git) => answer(parts, git, request)),
    buildCandidate: (request) => onGround((git) => buildRemoteCandidate(parts, git, request)),
    land: (request) => acting((git) => landOnForge(parts, git, request)),
    wake: (of) => pace.wake(of),
    desk: parts.desk,
  };
}

/** What could not be taken out just now is tried at the next look, and stops nobody's. */
async function leaveQueue({ queue }: RemoteScmParts): Promise<void> {
  const left = await toRemoteResult(async () => queue?.leaveOver());
  if (!left.ok && left.error.code === "rate_limited") needRemote(left);
}

async function answer(
  parts: RemoteScmParts,
  git: GitContext,
  request: ThreadAnswer,
): Promise<SlotResult<ChangeSnapshot | null, "gone">> {
  const answered = await parts.answerThread(request);
  if (!answered.ok) return answered;
  return ok((await readDetails(parts, git, [answered.value])).changes[0] ?? null);
}
