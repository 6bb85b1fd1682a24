/** Commits that lie on a forge are brought into our own git directory, once, and pinned there. */
import type { CommitSha } from "../../../../domain/model/ids.ts";
import { remoteGit, type RemoteGit } from "../../../../lib/git/remote.ts";
import { isObjectName, type GitAnswer } from "../../../../lib/git/git.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import { need } from "../../../shared/git/trouble.ts";
import type { ForgeClient } from "../parts.ts";

type Host = Pick<ForgeClient, "git" | "transport">;

const getRemoteGit = ({ transport = remoteGit }: Host): RemoteGit => transport;

export type PinnedCommit = { readonly commit: CommitSha; readonly pin: string };

export const formatChangePin = (number: number): string => `refs/ao/remote/pulls/${number}`;
export const formatLandedPin = (number: number): string => `refs/ao/remote/landed/${number}`;
export const formatBasePin = (branch: string): string => `refs/ao/remote/heads/${branch}`;

/** Those that are not here yet, in one go. One that the forge no longer has stays missing. */
export async function bring(git: GitContext, client: Host, wanted: readonly PinnedCommit[]): Promise<void> {
  const missing: PinnedCommit[] = [];
  for (const one of wanted) if (isObjectName(one.commit) && (await git.treeOf(one.commit)) === null) missing.push(one);
  if (missing.length === 0) return;
  const refspecs = missing.map(({ commit, pin }) => `+${commit}:${pin}`);
  const fetched = await getRemoteGit(client).fetch(git.own, await client.git(), refspecs);
  if (fetched.ok || missing.length === 1) return needUnlessMissing(fetched);
  // One of them may be gone: then the others are brought one by one.
  for (const refspec of refspecs)
    needUnlessMissing(await getRemoteGit(client).fetch(git.own, await client.git(), [refspec]));
}

function needUnlessMissing(fetched: GitAnswer<null>): void {
  if (!fetched.ok && /not our ref|couldn't find remote ref|unadvertised object/i.test(fetched.error.stderr)) return;
  need(fetched);
}

/** Where a branch is on the forge now; null: it is not there. */
export async function readRemoteTip(git: GitContext, client: Host, branch: string): Promise<string | null> {
  const ref = `refs/heads/${branch}`;
  return need(await getRemoteGit(client).list(git.own, await client.git(), [ref])).get(ref) ?? null;
}

export type BranchPush = { readonly branch: string; readonly commit: CommitSha | null; readonly from: string | null };

/** Puts a branch at exactly this commit if it is where it is expected to be; `commit` null: the branch goes. */
export async function pushBranch(git: GitContext, client: Host, push: BranchPush): Promise<GitAnswer<null>> {
  const ref = `refs/heads/${push.branch}`;
  const refspecs = [`${push.commit ?? ""}:${ref}`];
  return getRemoteGit(client).push(git.own, await client.git(), { refspecs, expect: [{ ref, from: push.from }] });
}
