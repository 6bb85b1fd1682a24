/**
 * A repository with a merge queue of its own: there a change is put into it at exactly the head that was judged, and followed until it
 * is merged, moved or given up: then it is taken out. GitHub tests it once more together with what stands before it, so what lands may be more than what was tested here.
 */
import * as z from "zod";
import type { ChangeId } from "../../../domain/model/ids.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { LandedChange, LandRequest } from "../../../slots/scm.ts";
import { getKeptChange } from "../../remote/forge/changes/kept-change.ts";
import type { ForgeQueue } from "../../remote/forge/landing/land.ts";
import { toRemoteResult, needRemote, RemoteTrouble } from "../../remote/forge/trouble.ts";
import type { GithubParts } from "../changes/parts.ts";
import { dequeueDocument, enqueueDocument, queueDocument } from "../documents.ts";
import { parsed, parsePartly } from "../parse-answer.ts";

type KeptEntry = {
  readonly change: ChangeId;
  readonly version: number;
  /** As GitHub names the pull request. */
  readonly pull: string;
  readonly queuedMs: number;
  /** When its landing was last asked for. */
  readonly triedMs: number;
  /** It is there no more. */
  readonly isLeft: boolean;
};

const QUEUED = "queued";
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;
/** A replica that lags behind may not show it there yet. */
const SHOWN_AFTER_MS = 30_000;
/** Longer than a landing waits between two attempts. */
const GIVEN_UP_AFTER_MS = 10 * 60_000;

const formatQueueKey = ({ candidate }: LandRequest, { id }: Pick<LandedChange, "id">): string => `${candidate} ${id}`;

export function createGithubQueue(parts: GithubParts): ForgeQueue {
  const { kept } = parts;
  return {
    has: () => parts.repository.hasQueue(),
    wasQueued: (request, change) => kept.get<KeptEntry>(QUEUED, formatQueueKey(request, change)) !== null,
    enqueue: async (request, changes) => {
      const waits: string[] = [];
      for (const change of changes) {
        const place = await findPlaceInQueue(parts, request, change);
        if (place === null) return ok({ kind: "refused", why: "base_moved" });
        waits.push(place);
      }
      return failed("unavailable", `It waits in GitHub's merge queue (${waits.join(", ")}) and is looked at again.`);
    },
    leave: async (request) => {
      for (const change of request.changes) await leave(parts, formatQueueKey(request, change));
    },
    leaveOver: async () => {
      for (const { id, doc } of kept.all<KeptEntry>(QUEUED)) if (isOver(parts, doc)) await leave(parts, id);
    },
  };
}

/** Null: it was there, and GitHub has thrown it out. */
async function findPlaceInQueue(
  parts: GithubParts,
  request: LandRequest,
  change: LandedChange,
): Promise<string | null> {
  const { client, kept, references } = parts;
  const number = references.numberOf(change.id) ?? 0;
  const key = formatQueueKey(request, change);
  const { id: pull, mergeQueueEntry: entry } = parsePartly(
    await client.queryPartly(queueDocument, { number }),
    parseEntry,
  );
  const known = kept.get<KeptEntry>(QUEUED, key)?.doc ?? null;
  const before = known?.isLeft === true ? null : known;
  const nowMs = kept.wallMs();
  const noted = { change: change.id, version: change.version, pull, triedMs: nowMs, isLeft: false };
  if (entry !== null) {
    note(parts, key, { ...noted, queuedMs: before?.queuedMs ?? nowMs });
    return `#${number}: ${entry.state.toLowerCase().replaceAll("_", " ")}, place ${entry.position}`;
  }
  if (before !== null && Math.abs(nowMs - before.queuedMs) < SHOWN_AFTER_MS) return `#${number}`;
  if (before !== null) {
    note(parts, key, { ...before, isLeft: true });
    return null;
  }
  // Written down first: what is in the queue by a lost answer has to be taken out like all else.
  note(parts, key, { ...noted, queuedMs: nowMs });
  await enqueueChange(parts, key, { pull, head: change.head });
  return `#${number}`;
}

async function enqueueChange(
  { client, kept }: GithubParts,
  key: string,
  wanted: { readonly pull: string; readonly head: string },
): Promise<void> {
  try {
    await client.query(enqueueDocument, wanted);
  } catch (error) {
    if (error instanceof RemoteTrouble && error.failure.code !== "unavailable") kept.forget(QUEUED, key);
    throw error;
  }
}

/** Nobody asks for its landing any more, or it is not what was judged: merged later it would land unjudged. */
function isOver({ kept }: GithubParts, { change, version, triedMs, isLeft }: KeptEntry): boolean {
  if (isLeft) return false;
  const now = getKeptChange(kept, change);
  return now === null || now.version !== version || Math.abs(kept.wallMs() - triedMs) > GIVEN_UP_AFTER_MS;
}

/** GitHub refuses where it is not there any more: it has landed, or was taken out by somebody else. */
async function leave(parts: GithubParts, key: string): Promise<void> {
  const { client, kept } = parts;
  const entry = kept.get<KeptEntry>(QUEUED, key)?.doc;
  if (entry === undefined || entry.isLeft) return;
  const left = await toRemoteResult(() => client.query(dequeueDocument, { pull: entry.pull }));
  if (!left.ok && (left.error.code === "unavailable" || left.error.code === "rate_limited")) needRemote(left);
  note(parts, key, { ...entry, isLeft: true });
}

function note({ kept }: GithubParts, key: string, entry: KeptEntry): void {
  kept.forgetBefore(QUEUED, kept.wallMs() - KEPT_MS);
  kept.put<KeptEntry>(QUEUED, key, entry);
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
