/**
 * The newest pipeline of every commit and merge request, read by what changed since: one request tells of all of them
 * whether any check may have spoken.
 */
import type { KeptFile } from "../../remote/forge/kept-file.ts";
import { pipeline, type ReadMerge, type ReadPipeline } from "../changes/parse-change.ts";
import type { GitlabClient } from "../client.ts";

export type Pipelines = {
  /** Reads those that changed. */
  readonly refresh: () => Promise<void>;
  /** Another text as soon as a pipeline of this merge request began, ended or was begun again. */
  readonly stateOf: (merge: Pick<ReadMerge, "iid" | "sha">) => string;
  readonly areThere: () => boolean;
  /** One ran on the base itself. */
  readonly wereOnBase: () => boolean;
};

const PIPELINES = "pipeline";
const READ_UP_TO = "read-up-to";
const SEEN = "repository";
const UNREAD = "unread pipelines";
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;

export function createPipelines(client: GitlabClient, kept: KeptFile, defaultBranch: string): Pipelines {
  const note = (key: string, { id, status }: ReadPipeline): void => {
    const before = kept.get<{ readonly id: number }>(PIPELINES, key);
    if (before === null || before.doc.id <= id) kept.put(PIPELINES, key, { id, status });
  };
  const noteOne = (one: ReadPipeline): void => {
    note(one.sha, one);
    if (one.ref === defaultBranch && kept.get(SEEN, "base") === null) kept.put(SEEN, "base", {});
    const iid = /^refs\/merge-requests\/(\d+)\//.exec(one.ref ?? "")?.[1];
    if (iid !== undefined) note(`!${iid}`, one);
  };
  const stateOf = (key: string): string => JSON.stringify(kept.get(PIPELINES, key)?.doc ?? null);
  const unread = (): string => {
    const known = kept.get(SEEN, UNREAD);
    return known === null ? "" : ` ${JSON.stringify(known.doc)}`;
  };
  return {
    refresh: async () => {
      const since = kept.get<{ readonly at: string }>(READ_UP_TO, PIPELINES)?.doc.at;
      const query = { order_by: "updated_at", sort: "desc", ...(since === undefined ? {} : { updated_after: since }) };
      // The first time the newest hundred are enough: older ones are read with their merge requests.
      const how = { isOptional: true, ...(since === undefined ? { pagesMax: 1 } : {}) };
      const { items: found, isCut } = await client.part({ path: "pipelines", query }, pipeline, how);
      for (const one of found) noteOne(one);
      const newest = findNewest(found);
      if (newest !== undefined) kept.put(READ_UP_TO, PIPELINES, { at: newest });
      // Any of those before may have ended: all merge requests are read again.
      if (isCut && since !== undefined) kept.put(SEEN, UNREAD, { upTo: newest });
      kept.forgetBefore(PIPELINES, kept.wallMs() - KEPT_MS);
    },
    stateOf: ({ iid, sha }) => `${stateOf(sha ?? "")} ${stateOf(`!${iid}`)}${unread()}`,
    wereOnBase: () => kept.get(SEEN, "base") !== null,
    areThere: () => kept.get(READ_UP_TO, PIPELINES) !== null,
  };
}

const findNewest = (found: readonly ReadPipeline[]): string | undefined =>
  found
    .flatMap(({ updated_at: at }) => at ?? [])
    .toSorted()
    .at(-1);
