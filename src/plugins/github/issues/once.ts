/** Writes that carry a key: done once, though the answer gets lost or the daemon dies. */
import { mark } from "../../remote/text/own-mark.ts";
import { toRemoteResult, needRemote } from "../../remote/forge/trouble.ts";
import type { RemoteFailure } from "../../remote/http/remote-result.ts";
import { createBegunIn, writeOnce } from "../../remote/forge/writing.ts";
import { parseComment } from "./parse-issue.ts";
import type { GithubIssueParts } from "./read-issues.ts";

export type CommentRequest = {
  readonly number: number;
  readonly key: string;
  readonly text: string;
  /** Left out: marked as ours. */
  readonly mark?: string;
};

const DEEDS = "deed";
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;
export const COMMENT_PAGES_MAX = 10;

/** The comment is written last: where its mark is found, all was done before. */
export async function commentOnce(
  { client, kept }: Pick<GithubIssueParts, "client" | "kept">,
  { number, key, text, mark: signed = mark(key) }: CommentRequest,
  work?: () => Promise<void>,
): Promise<void> {
  if (kept.get(DEEDS, key) !== null) return;
  const path = `issues/${number}/comments`;
  const written = needRemote(await client.pages({ path, query: { per_page: 100 } }, COMMENT_PAGES_MAX));
  const isDone = written.items.some((item) => (parseComment(item).body ?? "").includes(signed));
  if (!isDone) {
    await work?.();
    const body = { body: `${text}\n\n${signed}` };
    const write = async () => needRemote(await client.ask({ method: "POST", path, body }));
    const said = text === "" ? null : await toRemoteResult(() => writeOnce(createBegunIn(kept), key, write));
    // What the comment was to tell of is done, and nobody may say more there.
    if (said?.ok === false && !(work !== undefined && isLocked(said.error))) needRemote(said);
  }
  noteDone({ kept }, key, { number });
}

const isLocked = ({ status, said }: RemoteFailure): boolean => status === 403 && /\blocked\b/i.test(said);

export function noteDone({ kept }: Pick<GithubIssueParts, "kept">, key: string, answer: unknown): void {
  kept.forgetBefore(DEEDS, kept.wallMs() - KEPT_MS);
  kept.put(DEEDS, key, answer);
}

export const wasDone = <T>({ kept }: Pick<GithubIssueParts, "kept">, key: string): T | null =>
  kept.get<T>(DEEDS, key)?.doc ?? null;
