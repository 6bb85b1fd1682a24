/** Who a person is to git: `user.name` and `user.email` as they hold in a folder. */
import { hardening, buildPersonEnvironment } from "./environment.ts";
import { callGit } from "./git-run.ts";

export type GitPerson = { readonly name: string | null; readonly email: string | null };

/** Null: it is not set, or cannot be read now. */
export async function readGitPerson(folder: string): Promise<GitPerson> {
  const args = [...hardening, "config", "-z", "--get-regexp", String.raw`^user\.(name|email)$`];
  const answer = await callGit({ args, cwd: folder, env: buildPersonEnvironment() });
  const entries = (answer.ok ? answer.value : "").split("\0").map((entry) => entry.split("\n"));
  // Of a key that is set twice the last one holds.
  const valueOf = (key: string): string | null => entries.findLast(([name]) => name === key)?.[1]?.trim() || null;
  return { name: valueOf("user.name"), email: valueOf("user.email") };
}
