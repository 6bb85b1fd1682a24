/** Where a repository is: found once, from any folder in it, a linked worktree or a bare one. */
import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { buildPersonEnvironment } from "./environment.ts";
import { callGit, failGit, type GitAnswer } from "./git-run.ts";
import { readPlainText } from "../files/plain-file.ts";

export type RepositoryPlace = {
  /** The git directory that all worktrees share. */
  readonly commonDir: string;
  /** The folder of its objects. */
  readonly objects: string;
  /** The person's main checkout; null in a bare repository. */
  readonly checkout: string | null;
  readonly objectFormat: "sha1" | "sha256";
  /** Refs lie in files of their own, so that one can be read without a process. */
  readonly hasRefFiles: boolean;
  readonly isShallow: boolean;
  /** Worktrees have settings of their own, as sparse checkouts need them. */
  readonly hasOwnConfigs: boolean;
};

export async function findRepositoryPlace(path: string): Promise<GitAnswer<RepositoryPlace>> {
  const asked = ["rev-parse", "--git-common-dir", "--is-shallow-repository"];
  const answer = await callGit({ args: asked, cwd: path, env: buildPersonEnvironment() });
  if (!answer.ok) return /not a git repository/.test(answer.error.stderr) ? refuseFolder(path) : answer;
  const [found = "", shallow = ""] = answer.value.split("\n");
  const commonDir = await realpath(resolve(path, found));
  const config = (await readPlainText(join(commonDir, "config"), { followLink: true })) ?? "";
  const isBare = /^\s*bare\s*=\s*true\s*$/im.test(config) || basename(commonDir) !== ".git";
  return {
    ok: true,
    value: {
      commonDir,
      objects: join(commonDir, "objects"),
      checkout: isBare ? null : dirname(commonDir),
      objectFormat: /^\s*objectformat\s*=\s*"?sha256"?\s*$/im.test(config) ? "sha256" : "sha1",
      hasRefFiles: !/^\s*refstorage\s*=\s*"?(?!files)\w+"?\s*$/im.test(config),
      isShallow: shallow === "true",
      hasOwnConfigs: /^\s*(worktreeconfig|sparsecheckout)\s*=\s*"?true"?\s*$/im.test(config),
    },
  };
}

function refuseFolder(path: string) {
  return failGit("failed", `${path} is not a git repository. Run \`git init\` there, and make a first commit.`);
}
