/**
 * Brings a commit from objects that an agent wrote to the person's. Our own git packs it, and the pack is indexed anew on
 * the other side: each object is named by its content, so that nothing false gets in under a name that is trusted; every
 * link of it must lead somewhere; and what git would not take from a stranger (fsck) is refused. Bytes, objects and time
 * are bounded, and a pack is never held in memory.
 */
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { OwnGit } from "./own.ts";
import { formatAlternates } from "./private-repository.ts";
import type { Repository } from "./repository.ts";
import { failGit, type GitAnswer, type GitFailure } from "./git-run.ts";
import type { Setting } from "./settings/parse-git-config.ts";
import { readPlainText } from "../files/plain-file.ts";

export type TransferBounds = { readonly bytes: number; readonly objects: number; readonly timeoutMs: number };

export type TransferRequest = {
  readonly repository: Repository;
  /** Where the agent's objects lie, swept of pipes and links. */
  readonly objects: string;
  readonly commit: string;
  /** Commits that the repository has for sure. */
  readonly known: readonly string[];
  readonly bounds: TransferBounds;
};

/** Fails with `rejectTransfer` when what the agent made is at fault: asked again, it fails again. */
export async function transferCommit(own: OwnGit, request: TransferRequest): Promise<GitAnswer<null>> {
  const { repository, objects, commit } = request;
  // It names more folders to read objects from, and git follows it wherever it leads.
  if ((await readPlainText(join(objects, "info/alternates"))) !== formatAlternates(repository))
    return rejectTransfer(`${join(objects, "info/alternates")} was changed`);
  const folder = join(own.gitDir, "incoming");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${commit}.pack`);
  const file = await open(path, "w+", 0o600);
  try {
    const packed = await pack(own, request, file);
    const taken = packed.ok && packed.value > 0 ? await take(own, request, path) : packed;
    return taken.ok ? { ok: true, value: null } : await blame(own, request, taken.error);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

/** Nothing that lies about the objects beside them is believed: which commits there are, and which object is where. */
const FROM_CONTENT_ALONE: readonly Setting[] = [
  { key: "core.commitGraph", value: "false" },
  { key: "core.multiPackIndex", value: "false" },
  { key: "pack.useBitmaps", value: "false" },
  { key: "pack.allowPackReuse", value: "false" },
  { key: "pack.windowMemory", value: "128m" },
  { key: "pack.threads", value: "2" },
  { key: "core.bigFileThreshold", value: "64m" },
];
/** Files above the threshold are streamed, so more at once is a lie about a size. */
const MEMORY_BYTES_MAX = 1024 ** 3;
const WATCH_EVERY_MS = 100;

/** Answers how many objects there are to bring. */
async function pack(own: OwnGit, request: TransferRequest, file: FileHandle): Promise<GitAnswer<number>> {
  const { objects, commit, known, bounds } = request;
  const excess = new AbortController();
  let why: string | null = null;
  const watch = async (): Promise<void> => {
    why ??= findExcess(await readPackSize(file), bounds);
    if (why !== null) excess.abort();
  };
  const watching = setInterval(() => void watch().catch((error: unknown) => excess.abort(error)), WATCH_EVERY_MS);
  const packed = await own.compute("pack-objects", ["--revs", "--stdout", "--quiet", "--delta-base-offset"], {
    objects,
    input: [commit, ...known.map((one) => `^${one}`), ""].join("\n"),
    files: { stdout: file.fd },
    settings: FROM_CONTENT_ALONE,
    memoryBytes: MEMORY_BYTES_MAX,
    timeoutMs: bounds.timeoutMs,
    signal: excess.signal,
  });
  clearInterval(watching);
  const size = await readPackSize(file);
  why ??= findExcess(size, bounds);
  if (why !== null) return rejectTransfer(why);
  return packed.ok ? { ok: true, value: size.objects } : packed;
}

type PackSize = { readonly bytes: number; readonly objects: number };

/** A pack says in its first twelve bytes how many objects follow. */
async function readPackSize(file: FileHandle): Promise<PackSize> {
  const { size: bytes } = await file.stat();
  if (bytes < 12) return { bytes, objects: 0 };
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 8);
  return { bytes, objects: buffer.readUInt32BE(0) };
}

function findExcess({ bytes, objects }: PackSize, bounds: TransferBounds): string | null {
  if (objects > bounds.objects) return `it adds ${objects} files and folders; ${bounds.objects} are allowed`;
  const mb = (amount: number): string => `${Math.ceil(amount / 1024 ** 2)} MB`;
  return bytes > bounds.bytes ? `it adds more than ${mb(bounds.bytes)}, compressed` : null;
}

async function take(own: OwnGit, { repository, bounds }: TransferRequest, path: string): Promise<GitAnswer> {
  const file = await open(path, "r");
  try {
    return await own.compute("index-pack", ["--strict", "--stdin", `--max-input-size=${bounds.bytes}`], {
      objects: repository.objects,
      files: { stdin: file.fd },
      settings: FROM_CONTENT_ALONE,
      memoryBytes: MEMORY_BYTES_MAX,
      timeoutMs: bounds.timeoutMs,
    });
  } finally {
    await file.close();
  }
}

/** The agent's, unless the disk or the repository itself is at fault: objects that are missing there come back. */
async function blame(own: OwnGit, request: TransferRequest, error: GitFailure): Promise<GitAnswer<null>> {
  const { repository, known, bounds } = request;
  if (error.kind === "rejected") return { ok: false, error };
  if (error.kind === "unavailable" && /time limit/.test(error.message))
    return rejectTransfer(`taking it over took longer than ${bounds.timeoutMs / 60_000} minutes`);
  if (error.kind !== "failed" || OF_THE_SYSTEM.test(error.stderr)) return { ok: false, error };
  for (const one of known) {
    const there = await own.compute("rev-list", ["--max-count=1", "--objects", one], { objects: repository.objects });
    if (!there.ok) return { ok: false, error };
  }
  return rejectTransfer(error.message);
}

const OF_THE_SYSTEM =
  /No space left|Disk quota|Read-only file system|Input\/output error|Too many open files|Permission/;

const rejectTransfer = (why: string): { readonly ok: false; readonly error: GitFailure } =>
  failGit("rejected", `What the agent committed was not taken over: ${why.replace(/\.$/, "")}.`);
