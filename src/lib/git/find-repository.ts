/** The repository that a folder belongs to: also from a subfolder, a linked worktree or a bare repository. */
import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { hardening, buildPersonEnvironment } from "./environment.ts";
import { callGit } from "./git-run.ts";

export type RepositoryInfo = {
  /** The person's own checkout, never a linked one; of a bare repository its folder. */
  readonly path: string;
  /** Where refs, objects and the shared configuration are. */
  readonly gitDir: string;
  readonly isBare: boolean;
  /** What `origin` names, else `main` or `master`, else the branch that is checked out. */
  readonly defaultBranch: string;
};

export type FoundRepository =
  { readonly ok: true; readonly repository: RepositoryInfo } | { readonly ok: false; readonly error: NoRepository };

export type NoRepository = {
  readonly code: "no_such_folder" | "not_a_repository" | "refused";
  readonly message: string;
  /** A command that may help. */
  readonly try: string | null;
};

export async function findRepository(folder: string): Promise<FoundRepository> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return refuseRepository("no_such_folder", `there is no folder ${folder}`, null);
  const asked = await runGit(folder, ["rev-parse", "--is-bare-repository", "--git-dir", "--git-common-dir"]);
  if (!asked.ok) return reportNotARepository(folder, asked.why);
  const [bare = "", own = "", shared = ""] = asked.text.split("\n").filter((line) => line !== "");
  const gitDir = realpathSync(resolve(folder, shared));
  const isLinked = realpathSync(resolve(folder, own)) !== gitDir;
  const path = await findPlace(folder, { isBare: bare === "true", isLinked });
  if (path === null) return refuseRepository("not_a_repository", `${folder} lies inside a git directory`, "cd ..");
  const defaultBranch = await findDefaultBranch(path.folder);
  const head = await runGit(path.folder, ["rev-parse", "--verify", "--quiet", `refs/heads/${defaultBranch}^{commit}`]);
  if (!head.ok && !(await isRemoteBranch(path.folder, defaultBranch))) return reportNoCommit(path, defaultBranch);
  return { ok: true, repository: { path: path.folder, gitDir, isBare: path.isBare, defaultBranch } };
}

/** Nothing can be committed in a bare repository; it is pushed to. */
function reportNoCommit({ folder, isBare }: Place, branch: string): FoundRepository {
  const message = `${folder} has no commit on ${branch} yet, and agents need one to start from`;
  return isBare
    ? refuseRepository(
        "refused",
        `${message}; push one from a clone of it`,
        `git push ${quotePath(folder)} HEAD:${branch}`,
      )
    : refuseRepository("refused", message, `git -C ${quotePath(folder)} commit --allow-empty -m "Start"`);
}

type Place = { readonly folder: string; readonly isBare: boolean };

/** Of a linked worktree the first that git lists: the main one, or the bare repository itself. */
async function findPlace(
  folder: string,
  { isBare, isLinked }: { readonly isBare: boolean; readonly isLinked: boolean },
): Promise<Place | null> {
  if (!isLinked && !isBare) {
    const top = await runGit(folder, ["rev-parse", "--show-toplevel"]);
    return top.ok ? { folder: realpathSync(top.text.trimEnd()), isBare: false } : null;
  }
  const listed = await runGit(folder, ["worktree", "list", "--porcelain"]);
  const lines = listed.ok ? (listed.text.split("\n\n")[0] ?? "").split("\n") : [];
  const first = lines.find((line) => line.startsWith("worktree "))?.slice("worktree ".length);
  return first === undefined ? null : { folder: realpathSync(first), isBare: lines.includes("bare") };
}

async function findDefaultBranch(folder: string): Promise<string> {
  const origin = await runGit(folder, ["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"]);
  if (origin.ok) return origin.text.trim().slice("origin/".length);
  const usual = ["main", "master"].map((name) => `refs/heads/${name}`);
  const there = await runGit(folder, ["for-each-ref", "--format=%(refname)", ...usual]);
  const [first] = there.ok ? there.text.split("\n").filter((line) => line !== "") : [];
  if (first !== undefined) return first.slice("refs/heads/".length);
  const head = await runGit(folder, ["symbolic-ref", "--quiet", "--short", "HEAD"]);
  return head.ok ? head.text.trim() : "main";
}

async function isRemoteBranch(folder: string, branch: string): Promise<boolean> {
  return (await runGit(folder, ["rev-parse", "--verify", "--quiet", `refs/remotes/origin/${branch}^{commit}`])).ok;
}

function reportNotARepository(folder: string, why: string): FoundRepository {
  if (/dubious ownership/.test(why))
    return refuseRepository(
      "refused",
      `${folder} belongs to another user, so git does not open it`,
      `git config --global --add safe.directory ${quotePath(folder)}`,
    );
  if (!/not a git repository/i.test(why))
    return refuseRepository("refused", `${folder} could not be read: ${why}`, null);
  const command = `git -C ${quotePath(folder)} init && git -C ${quotePath(folder)} add -A && git -C ${quotePath(folder)} commit --allow-empty -m "Start"`;
  return refuseRepository("not_a_repository", `${folder} is not in a git repository`, command);
}

const refuseRepository = (code: NoRepository["code"], message: string, attempt: string | null): FoundRepository => ({
  ok: false,
  error: { code, message, try: attempt },
});

const quotePath = (path: string): string =>
  /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;

type Said = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

/** Reads only: nothing here starts a program that the repository names. */
async function runGit(folder: string, args: readonly string[]): Promise<Said> {
  const answer = await callGit({ args: [...hardening, ...args], cwd: folder, env: buildPersonEnvironment() });
  if (answer.ok) return { ok: true, text: answer.value };
  return { ok: false, why: answer.error.stderr.trim() || answer.error.message };
}
