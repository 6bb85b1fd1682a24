import { join, resolve } from "node:path";
import { readPlainText } from "../../../../lib/files/plain-file.ts";

/** What the file `.git` of a linked worktree names; null when there is no such file. */
export async function readGitLink(path: string): Promise<string | null> {
  const text = await readPlainText(join(path, ".git"), { maxBytes: 8_192 });
  const named = /^gitdir: (.+?)\r?\n?$/s.exec(text ?? "")?.[1];
  return named === undefined ? null : resolve(path, named);
}
