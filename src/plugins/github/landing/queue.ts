/**
 * A repository with a merge queue of its own: there a change is put into it at exactly the head that was judged, and followed until it
 * is merged. GitHub tests it once more together with what stands before it, so what lands may be more than what was tested here.
 */
import * as z from "zod";
import { failed, ok } from "../../../slots/result.ts";
import type { LandedChange, LandRequest } from "../../../slots/scm.ts";
import type { ForgeQueue } from "../../remote/forge/land.ts";
import type { GithubParts } from "../changes/parts.ts";
import { enqueueDocument, queueDocument } from "../documents.ts";
import { parsed } from "../parse-answer.ts";

type KeptEntry = { readonly atMs: number };

const QUEUED = "queued";
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;
/** A replica that lags behind may not show it there yet. */
const SHOWN_AFTER_MS = 30_000;

const keyOf = ({ candidate }: LandRequest, { id }: Pick<LandedChange, "id">): string => `${candidate} ${id}`;

export function githubQueue(parts: GithubParts): ForgeQueue {
  return {
    has: () => parts.repository.hasQueue(),
    wasQueued: (request, change) => parts.kept.get<KeptEntry>(QUEUED, keyOf(request, change)) !== null,
    enqueue: async (request, changes) => {
      const waits: string[] = [];
      for (const change of changes) {
        const place = await placeOf(parts, request, change);
        if (place === null) return ok({ kind: "refused", why: "base_moved" });
        waits.push(place);
      }
      return failed("unavailable", `It waits in GitHub's merge queue (${waits.join(", ")}) and is looked at again.`);
    },
  };
}

/** Null: it was there, and GitHub has thrown it out. */
async function placeOf(parts: GithubParts, request: LandRequest, change: LandedChange): Promise<string | null> {
  const { client, kept, references } = parts;
  const number = references.numberOf(change.id) ?? 0;
  const key = keyOf(request, change);
  const { id, mergeQueueEntry: entry } = parseEntry(await client.query(queueDocument, { number }));
  const before = kept.get<KeptEntry>(QUEUED, key);
  if (entry !== null) {
    if (before === null) note(parts, key);
    return `#${number}: ${entry.state.toLowerCase().replaceAll("_", " ")}, place ${entry.position}`;
  }
  if (before !== null && Math.abs(kept.wallMs() - before.doc.atMs) < SHOWN_AFTER_MS) return `#${number}`;
  if (before !== null) {
    kept.forget(QUEUED, key);
    return null;
  }
  await client.query(enqueueDocument, { pull: id, head: change.head });
  note(parts, key);
  return `#${number}`;
}

function note({ kept }: GithubParts, key: string): void {
  kept.forgetBefore(QUEUED, kept.wallMs() - KEPT_MS);
  kept.put<KeptEntry>(QUEUED, key, { atMs: kept.wallMs() });
}

const entryShape = z.object({
  repository: z.object({
    pullRequest: z.object({
      id: z.string(),
      mergeQueueEntry: z.object({ state: z.string(), position: z.int() }).nullable(),
    }),
  }),
});

const parseEntry = (data: unknown) => parsed(entryShape, data).repository.pullRequest;
