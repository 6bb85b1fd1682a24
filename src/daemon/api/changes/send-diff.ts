/** A change's diff and a check's output, sent as they are made: nothing large is held in memory. */
import type { DiffRecord } from "../../../protocol/change/change.ts";
import type { ChangedFiles, PatchesRequest } from "../../../slots/change-reviewer.ts";
import type { Exchange } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { guarded } from "../../http/respond.ts";
import { writeSlowly } from "../../http/write-slowly.ts";
import type { FoundChange } from "./find-change.ts";
import { requireValue } from "../issues/find-issue.ts";

export type DiffAsked = {
  readonly since: number | undefined;
  readonly path: string | undefined;
  readonly redact: (text: string) => string;
  readonly signal: AbortSignal;
};

/** A change that touches more files than this is looked at in a checkout. */
const FILES_MAX = 2_000;
/** What is first is there at once; then many at a time, for each costs a git. */
const BATCH_LINES = [500, 10_000] as const;
const BATCH_FILES = [4, 100] as const;
const BATCHES_AHEAD = 2;

export async function sendDiff(found: FoundChange, asked: DiffAsked, { request, response }: Exchange): Promise<void> {
  const { desk: reviewer, change } = found;
  const all = requireValue(await reviewer.files(change.id, asked.since === undefined ? {} : { since: asked.since }));
  const isAsked = (name: string | undefined): boolean => asked.path === undefined || name === asked.path;
  const files = all.files.filter(({ path, from }) => isAsked(path) || isAsked(from));
  if (files.length === 0 && asked.path !== undefined)
    throw refuse("not_found", `change ${change.id} does not touch ${asked.path}`);
  const areRecords = (request.headers.accept ?? "").includes("application/x-ndjson");
  writeHead(response, areRecords ? "application/x-ndjson" : "text/plain");
  const write = (record: DiffRecord): Promise<void> =>
    writeSlowly({ response, signal: asked.signal }, areRecords ? `${JSON.stringify(record)}\n` : formatRecord(record));
  await write({ kind: "files", change: change.id, title: asked.redact(change.title), head: change.head.commit, files });
  const asking = splitIntoBatches(files.slice(0, FILES_MAX)).map((batch) => ({ between: all.between, files: batch }));
  for await (const patches of mapInOrder(asking, (request) => readPatches(found, request, asked))) {
    if (asked.signal.aborted || response.destroyed) break;
    for (const patch of patches) await write(patch);
  }
  response.end();
}

type Batch = PatchesRequest["files"];

function splitIntoBatches(files: ChangedFiles["files"]): readonly Batch[] {
  const batches: Batch[number][][] = [];
  let sum = 0;
  for (const { path, from, added, deleted } of files) {
    const which = batches.length <= 1 ? 0 : 1;
    const lines = (added ?? 0) + (deleted ?? 0);
    const file = from === undefined ? { path, lines } : { path, from, lines };
    const open = batches.at(-1);
    if (open === undefined || open.length >= BATCH_FILES[which] || sum + lines > BATCH_LINES[which]) {
      batches.push([file]);
      sum = lines;
    } else {
      open.push(file);
      sum += lines;
    }
  }
  return batches;
}

/** One after the other, while the next few are being made. */
async function* mapInOrder<T, R>(all: readonly T[], make: (one: T) => Promise<R>): AsyncGenerator<R, void, undefined> {
  // What failed is heard of when its turn comes, or by nobody when the reader has left.
  const begun: Promise<Made<R>>[] = [];
  for (let next = 0; next < all.length || begun.length > 0;) {
    const more = all.slice(next, next + BATCHES_AHEAD - begun.length);
    next += more.length;
    begun.push(...more.map((one) => make(one).then(toMade, toFailure)));
    const first = await begun.shift();
    if (first === undefined) return;
    if (!first.ok) throw first.error;
    yield first.value;
  }
}

type Made<R> = { readonly ok: true; readonly value: R } | { readonly ok: false; readonly error: unknown };

const toMade = <R>(value: R): Made<R> => ({ ok: true, value });
const toFailure = (error: unknown): { readonly ok: false; readonly error: unknown } => ({ ok: false, error });

async function readPatches(
  { desk: reviewer }: FoundChange,
  request: PatchesRequest,
  { redact }: DiffAsked,
): Promise<readonly DiffRecord[]> {
  const patches = requireValue(await reviewer.patches(request));
  return request.files.map(({ path }, index) => {
    const { text = "", isTooLong = false } = patches[index] ?? {};
    return { kind: "patch", path, text: redact(text), isTooLong };
  });
}

function formatRecord(record: DiffRecord): string {
  if (record.kind === "files") return "";
  return record.isTooLong ? `# ${record.path} changes too many lines to be shown\n` : record.text;
}

export async function sendCheckLog(
  { slots, change }: FoundChange,
  { check, signal }: { readonly check: string; readonly signal: AbortSignal },
  { response }: Exchange,
): Promise<void> {
  const log = slots.checks.desk?.log(change.head.tree, check) ?? null;
  if (log === null) throw refuse("not_found", `there is no output of \`${check}\` at the head of ${change.id}`);
  writeHead(response, "text/plain");
  for await (const piece of log) await writeSlowly({ response, signal }, piece);
  response.end();
}

function writeHead(response: Exchange["response"], type: string): void {
  response.writeHead(200, { ...guarded, "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" });
  response.flushHeaders();
}
