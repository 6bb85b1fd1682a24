/** Answers a discussion as ours, once for each key, and resolves it when asked to. */
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { ThreadAnswer } from "../../remote/forge/scm.ts";
import { formatAnsweredMark, parseThreadNode } from "../../remote/forge/changes/threads.ts";
import { takeIfExists, needRemote } from "../../remote/forge/trouble.ts";
import { createBegunIn, writeOnce } from "../../remote/forge/writing.ts";
import { mark } from "../../remote/text/own-mark.ts";
import { parsed, type GitlabClient } from "../client.ts";
import { discussion, type ReadDiscussion } from "./parse-change.ts";
import type { GitlabChangeParts } from "./parts.ts";

/** Answers the number of its merge request. */
export async function answerGitlabThread(
  { client, references, kept }: GitlabChangeParts,
  { change, thread, text, resolve, key }: ThreadAnswer,
): Promise<SlotResult<number, "gone">> {
  const number = references.numberOf(change);
  const node = parseThreadNode(thread, change);
  const there = number === null || node === null ? null : await readDiscussionNow(client, number, node);
  if (number === null || there === null) return failed("gone", `There is no thread ${thread}.`);
  const marks = resolve ? `${mark(key)}\n${formatAnsweredMark(thread)}` : mark(key);
  const write = () => reply(client, number, there.id, `${text}\n\n${marks}`);
  if (!isAnswerWritten(there, mark(key))) await writeOnce(createBegunIn(kept), key, write);
  if (resolve && !isResolved(there)) await resolveDiscussion(client, number, there.id, true);
  return ok(number);
}

/** Null: it is not there. */
export async function readDiscussionNow(
  client: GitlabClient,
  number: number,
  id: string,
): Promise<ReadDiscussion | null> {
  const path = `merge_requests/${number}/discussions/${encodeURIComponent(id)}`;
  const answer = takeIfExists(await client.ask({ path }));
  return answer === null ? null : parsed(discussion, answer.body);
}

export const isAnswerWritten = ({ notes }: ReadDiscussion, signed: string): boolean =>
  notes.some(({ body }) => body.includes(signed));

export const isResolved = ({ notes }: ReadDiscussion): boolean => {
  const able = notes.filter(({ resolvable }) => resolvable);
  return able.length > 0 && able.every(({ resolved }) => resolved === true);
};

type By = "person" | "loop";

export async function reply(
  client: GitlabClient,
  number: number,
  id: string,
  body: string,
  by: By = "loop",
): Promise<void> {
  const path = `merge_requests/${number}/discussions/${encodeURIComponent(id)}/notes`;
  needRemote(await client.ask({ method: "POST", path, body: { body }, by }));
}

/** One that cannot be resolved has been answered by its mark. */
export async function resolveDiscussion(
  client: GitlabClient,
  number: number,
  id: string,
  resolved: boolean,
  by: By = "loop",
): Promise<void> {
  const path = `merge_requests/${number}/discussions/${encodeURIComponent(id)}`;
  const done = await client.ask({ method: "PUT", path, body: { resolved }, by });
  if (!done.ok && done.error.code !== "refused") needRemote(done);
}
