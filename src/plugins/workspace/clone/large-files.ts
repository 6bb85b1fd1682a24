/**
 * Files that git-lfs keeps beside the objects. Each is named by its content, as objects are: what an agent has stored is
 * copied to the person's store only when its bytes are what its name says.
 */
import { createHash } from "node:crypto";
import { constants, createWriteStream, type Dirent } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { limits } from "../../../domain/model/limits.ts";
import { returnNullIfAbsent } from "../../../lib/files/plain-file.ts";
import { WorkspaceTrouble } from "../shared/trouble.ts";

type Coming = { readonly name: string; readonly bytes: number };

/** Both are the folders that git-lfs calls its storage. More than `bytesMax` is not taken over at all. */
export async function carryLargeFiles(
  from: string,
  to: string,
  bytesMax: number = limits.transferBytesMax,
): Promise<void> {
  const coming: Coming[] = [];
  for (const name of await listStored(from)) {
    if ((await lstat(nameIn(to, name)).catch(returnNullIfAbsent)) !== null) continue;
    const found = await lstat(nameIn(from, name)).catch(returnNullIfAbsent);
    if (found?.isFile() === true) coming.push({ name, bytes: found.size });
  }
  const bytes = coming.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes > bytesMax) throw new WorkspaceTrouble("gone", explainTooMuch(bytesMax));
  for (const one of coming) await copyIfTrue(nameIn(from, one.name), nameIn(to, one.name), one);
}

/** A commit without its files could not be checked out by anybody: it would stop every landing. */
const explainTooMuch = (bytesMax: number): string =>
  `What the agent committed was not taken over: its new files of git-lfs are more than ${Math.ceil(bytesMax / 1024 ** 2)} MB.`;

const nameIn = (storage: string, name: string): string =>
  join(storage, "objects", name.slice(0, 2), name.slice(2, 4), name);

/** Level by level: the agent can put links there, and whoever follows two that lead to their own folder never ends. */
async function listStored(storage: string): Promise<readonly string[]> {
  const objects = join(storage, "objects");
  const found: string[] = [];
  for (const first of await listFolders(objects))
    for (const second of await listFolders(join(objects, first))) {
      const entries = await listEntries(join(objects, first, second));
      const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      found.push(...names.filter((name) => /^[0-9a-f]{64}$/.test(name) && name.startsWith(`${first}${second}`)));
    }
  return found;
}

const listFolders = async (folder: string): Promise<readonly string[]> =>
  (await listEntries(folder))
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
    .map(({ name }) => name);

async function listEntries(folder: string): Promise<readonly Dirent[]> {
  // What is a link by itself is no folder.
  if ((await lstat(folder).catch(returnNullIfAbsent))?.isDirectory() !== true) return [];
  return (await readdir(folder, { withFileTypes: true }).catch(returnNullIfAbsent)) ?? [];
}

async function copyIfTrue(source: string, target: string, { name, bytes }: Coming): Promise<void> {
  const draft = `${target}.incoming`;
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash("sha256");
  // A pipe or a link may have come in the file's place since it was looked at.
  const file = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    // One that grows meanwhile is another than was counted: the byte too many makes it false.
    const reading = file.createReadStream({ end: bytes });
    reading.on("data", (piece) => hash.update(piece));
    await pipeline(reading, createWriteStream(draft, { mode: 0o644 }));
    if (hash.digest("hex") === name) await rename(draft, target);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}
