/** What tests of a forge elsewhere begin with: a change that an agent published, and its landing. */
import type { ChangeSnapshot } from "../../../src/domain/change/change.ts";
import { candidateId, commitSha, sessionId } from "../../../src/domain/model/ids.ts";
import type { SlotResult } from "../../../src/slots/result.ts";
import type { LandRequest, ScmPlugin } from "../../../src/slots/scm.ts";
import type { BareGit } from "./bare-git.ts";

export type AForgeElsewhere = {
  readonly forge: { readonly scm: ScmPlugin };
  readonly fake: { readonly world: { readonly bare: BareGit } };
  readonly commit: (files: Readonly<Record<string, string>>, parents?: readonly string[]) => Promise<string>;
};

export function value<T, Code extends string>(answer: SlotResult<T, Code>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

export async function publish(
  { forge, commit }: AForgeElsewhere,
  files: Readonly<Record<string, string>>,
  branch = "agent/a",
) {
  const head = commitSha(await commit(files));
  const request = { session: sessionId("app-a"), branch, base: "main", head, title: "Work", body: "All of it." };
  const published = await forge.scm.publish({ ...request, replaces: { kind: "ancestors" } });
  return { request, published };
}

export async function aChange(
  elsewhere: AForgeElsewhere,
  files: Readonly<Record<string, string>> = { "a.txt": "a\n" },
): Promise<ChangeSnapshot> {
  const published = value((await publish(elsewhere, files)).published);
  if (published.kind !== "published") throw new Error("refused");
  return published.change;
}

export async function landing({ forge, fake }: AForgeElsewhere, change: ChangeSnapshot): Promise<LandRequest> {
  const onto = commitSha((await fake.world.bare.tipOf("main")) ?? "");
  const heads = [{ id: change.id, head: change.head.commit }];
  const request = { candidate: candidateId("c1"), base: "main", onto, changes: heads, strategy: "squash" } as const;
  const built = value(await forge.scm.buildCandidate(request));
  if (built.kind !== "built") throw new Error("it collides");
  const { head, version } = value(await forge.scm.read(change.id));
  const changes = [{ id: change.id, head: head.commit, version }];
  return { candidate: request.candidate, base: "main", onto, made: built.made, changes };
}

export const numberOf = ({ id }: ChangeSnapshot): number => Number(id.slice(id.indexOf("#") + 1));
