/** What happens at a forge, in few words. */
import type { ChangeSnapshot } from "../../../domain/change/change.ts";
import { candidateId, commitSha, sessionId, type CommitSha } from "../../../domain/model/ids.ts";
import type { MergeStrategy } from "../../../domain/model/rules.ts";
import type { SlotResult } from "../../../slots/result.ts";
import type { BuildAnswer, LandAnswer, LandRequest } from "../../../slots/scm.ts";
import type { AForge } from "./a-forge.ts";
import type { NewTestCommit } from "./a-repository.ts";

export function takeValue<T, Code extends string>(answer: SlotResult<T, Code>): T {
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.value;
}

let n = 0;
export const createKey = (): string => `key ${(n += 1)}`;

export async function publishChange(
  { forge }: AForge,
  {
    head,
    name = "a",
    title = `Work on ${name}`,
    body = "",
    trailers = [],
  }: { head: CommitSha; name?: string; title?: string; body?: string; trailers?: readonly string[] },
): Promise<ChangeSnapshot> {
  const published = await forge.scm.publish({
    ...{ session: sessionId(`shop-${name}`), branch: `agent/${name}`, base: "main", head, title, body, trailers },
    replaces: { kind: "ancestors" },
  });
  const answer = takeValue(published);
  if (answer.kind !== "published") throw new Error(`refused: ${answer.theirs}`);
  return answer.change;
}

/** A change of one commit on the base. */
export async function aChange(at: AForge, commit: NewTestCommit & { readonly name?: string }): Promise<ChangeSnapshot> {
  const { name = "a", ...rest } = commit;
  return publishChange(at, { head: await at.repository.commit(rest), name });
}

export async function buildForTest(
  { forge, repository }: AForge,
  changes: readonly ChangeSnapshot[],
  strategy: MergeStrategy = "squash",
): Promise<{ readonly answer: BuildAnswer; readonly request: Omit<LandRequest, "made"> }> {
  const onto = commitSha(await repository.git("rev-parse", "main"));
  const candidate = candidateId(createKey());
  const heads = changes.map(({ id, head }) => ({ id, head: head.commit }));
  const asked = { candidate, base: "main", onto, changes: heads, strategy };
  const answer = takeValue(await forge.scm.buildCandidate(asked));
  const judged = await Promise.all(changes.map(async ({ id }) => takeValue(await forge.scm.read(id))));
  const expected = judged.map(({ id, head, version }) => ({ id, head: head.commit, version }));
  return { answer, request: { candidate, base: "main", onto, changes: expected } };
}

export async function buildLandRequest(
  at: AForge,
  changes: readonly ChangeSnapshot[],
  strategy: MergeStrategy = "squash",
): Promise<LandRequest> {
  const { answer, request } = await buildForTest(at, changes, strategy);
  if (answer.kind !== "built") throw new Error(`conflict in ${answer.paths.join(", ")}`);
  return { ...request, made: answer.made };
}

export async function landForTest(
  at: AForge,
  changes: readonly ChangeSnapshot[],
  strategy: MergeStrategy = "squash",
): Promise<LandAnswer> {
  return takeValue(await at.forge.scm.land(await buildLandRequest(at, changes, strategy)));
}
