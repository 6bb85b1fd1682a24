/** What a suite needs of a forge beside the plugin, and the deeds its sentences begin with. */
import type { ChangeSnapshot, HttpHead } from "../../src/domain/change/change.ts";
import type { Replaces } from "../../src/domain/core/effect.ts";
import { sessionId, type ChangeId, type CommitSha, type ThreadId } from "../../src/domain/model/ids.ts";
import type { PublishAnswer, ScmPlugin } from "../../src/slots/scm.ts";
import { value, type Arranged } from "./clause.ts";

export type ScmSubject = Arranged & {
  readonly plugin: ScmPlugin;
  /** The plugin of the next daemon: it shares the forge with the first, and no memory. */
  readonly afterDaemonDeath: () => Promise<ScmPlugin>;
  /** The base branch, and where it is now. */
  readonly base: string;
  readonly baseHead: () => Promise<HttpHead>;
  /** Makes a commit that an agent might have made: one file, on top of `parents` (the base when there are none). */
  readonly commit: (file: {
    readonly path: string;
    readonly content: string;
    readonly parents?: readonly CommitSha[];
  }) => Promise<CommitSha>;
  /** A person puts a commit on a branch of the forge, by force if need be. */
  readonly personPushes: (branch: string, commit: CommitSha) => Promise<void>;
  /** A person opens a review thread. */
  readonly openThread: (change: ChangeId, text: string) => Promise<ThreadId>;
};

export const ancestors: Replaces = { kind: "ancestors" };

type Publishing = { readonly branch: string; readonly head: CommitSha; readonly replaces?: Replaces };

export function tryPublish(
  subject: ScmSubject,
  { branch, head, replaces = ancestors }: Publishing,
): Promise<PublishAnswer> {
  const request = {
    session: sessionId("s1"),
    branch,
    base: subject.base,
    head,
    replaces,
    title: `Work on ${branch}`,
    body: "",
  };
  return value(subject, subject.plugin.publish(request));
}

export async function publish(subject: ScmSubject, publishing: Publishing): Promise<ChangeSnapshot> {
  const answer = await tryPublish(subject, publishing);
  if (answer.kind !== "published") throw new Error(`${publishing.branch} was refused`);
  return answer.change;
}
