/**
 * The `.git` folder of a submodule that we laid out: it borrows the objects of the person's, its `HEAD` is the commit that
 * the tree names, and nothing in it leads back. From the moment a program of others runs beside it, it is theirs; no git of
 * ours is ever run in it.
 */
import { constants } from "node:fs";
import { copyFile, cp, mkdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readPlainText } from "../../files/plain-file.ts";

export type BorrowingGit = {
  /** The folder to be made; nothing is there. */
  readonly folder: string;
  readonly commit: string;
  /** Of the files that were laid out. */
  readonly index: string;
  /** The git folder of the person's that has the objects. */
  readonly store: string;
  /** The objects are copied: nobody else can read the store. */
  readonly isCopied: boolean;
  readonly isSha256: boolean;
  /** Beside what a repository needs: sections of its configuration. */
  readonly config: string;
};

export async function writeBorrowingGit(request: BorrowingGit): Promise<void> {
  const { folder, commit, index, store, isCopied, isSha256 } = request;
  const objects = join(store, "objects");
  await mkdir(join(folder, "refs/heads"), { recursive: true });
  if (isCopied) {
    await cp(objects, join(folder, "objects"), { recursive: true, mode: constants.COPYFILE_FICLONE });
  } else {
    await mkdir(join(folder, "objects/info"), { recursive: true });
    await writeFile(join(folder, "objects/info/alternates"), `${objects}\n`);
  }
  const config = [
    `[core]\n\trepositoryformatversion = ${isSha256 ? 1 : 0}\n\tbare = false\n`,
    ...(isSha256 ? ["[extensions]\n\tobjectFormat = sha256\n"] : []),
    request.config,
  ];
  await writeFile(join(folder, "config"), config.join(""));
  const shallow = await readPlainText(join(store, "shallow"));
  if (shallow !== null) await writeFile(join(folder, "shallow"), shallow);
  await writeFile(join(folder, "HEAD"), `${commit}\n`);
  await copyWithTimes(index, join(folder, "index"));
}

/** Git takes a file for unchanged that is older than the index it is in. */
async function copyWithTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await copyFile(from, to);
  await utimes(to, atime, mtime);
}
