/**
 * Files that git-lfs keeps beside the objects. Each is named by its content, as objects are: what an agent has stored is
 * copied to the person's store only when its bytes are what its name says.
 */
import { createHash } from "node:crypto";
import { constants, createWriteStream } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { limits } from "../../../domain/limits.ts";
import { nullIfAbsent } from "../../../lib/plain-file.ts";

/** Both are the folders that git-lfs calls its storage. */
export async function carryLargeFiles(from: string, to: string): Promise<void> {
  let bytesLeft = limits.transferBytesMax;
  for (const name of await storedIn(from)) {
    const [source, target] = [nameIn(from, name), nameIn(to, name)];
    if ((await lstat(target).catch(nullIfAbsent)) !== null) continue;
    const found = await lstat(source).catch(nullIfAbsent);
    if (found?.isFile() !== true || found.size > bytesLeft) continue;
    bytesLeft -= found.size;
    await copyIfTrue(source, target, name);
  }
}

const nameIn = (storage: string, name: string): string =>
  join(storage, "objects", name.slice(0, 2), name.slice(2, 4), name);

async function storedIn(storage: string): Promise<readonly string[]> {
  const paths = (await readdir(join(storage, "objects"), { recursive: true }).catch(nullIfAbsent)) ?? [];
  return paths.flatMap((path) => /^[0-9a-f]{2}\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(path)?.[1] ?? []);
}

async function copyIfTrue(source: string, target: string, name: string): Promise<void> {
  const draft = `${target}.incoming`;
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash("sha256");
  // A pipe or a link may have come in the file's place since it was looked at.
  const file = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const reading = file.createReadStream();
    reading.on("data", (bytes) => hash.update(bytes));
    await pipeline(reading, createWriteStream(draft, { mode: 0o644 }));
    if (hash.digest("hex") === name) await rename(draft, target);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}
