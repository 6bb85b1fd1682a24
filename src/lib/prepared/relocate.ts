/** Lets texts and links that name the folder they were made in name the one they lie in now. */
import { lstatSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readPlainFile } from "../files/plain-file.ts";
import type { PreparedRecord } from "./parse-entry.ts";

/** The system reads no more of a first line that names an interpreter; older ones read 127 bytes, macOS 512. */
const FIRST_LINE_MAX = 127;

type Relocating = {
  readonly entry: PreparedRecord;
  /** Where the tree of these items is. */
  readonly tree: string;
  /** Only what lies at or below one of these paths. */
  readonly below: readonly string[];
};

/** False: a program would no longer be found by its first line. */
export async function relocate({ entry, tree, below }: Relocating): Promise<boolean> {
  const isMeant = (path: string): boolean => below.some((item) => path === item || path.startsWith(`${item}/`));
  for (const path of entry.texts.filter(isMeant)) {
    const file = join(tree, path);
    const bytes = await readPlainFile(file);
    if (bytes === null) return false;
    // One byte a character, so that whatever else the file holds stays as it is.
    const [from, to] = [entry.madeIn, tree].map((name) => Buffer.from(name).toString("latin1"));
    const text = bytes.toString("latin1").replaceAll(from ?? "", () => to ?? "");
    const [first = ""] = text.split("\n", 1);
    if (first.startsWith("#!") && first.length > FIRST_LINE_MAX) return false;
    await writeFile(file, text, "latin1");
  }
  for (const path of entry.links.filter(isMeant)) {
    const link = join(tree, path);
    if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false;
    const target = readlinkSync(link);
    rmSync(link);
    symlinkSync(
      target.replace(entry.madeIn, () => tree),
      link,
    );
  }
  return true;
}
