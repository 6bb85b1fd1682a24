import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createChangeRows } from "../changes/change-rows.ts";
import { openForgeFile } from "../forge-file.ts";
import { createGitContext } from "../../shared/git/git-context.ts";
import { createReferences } from "../../shared/references.ts";
import { aForge, ann, type AForge } from "../testing/a-forge.ts";
import { aChange, landForTest, buildLandRequest, createKey, publishChange, takeValue } from "../testing/deeds.ts";
import type { Workshop } from "./build-candidate.ts";
import { createCandidateRows } from "./candidate-rows.ts";
import { landLocally } from "./land.ts";

const blockedBy = async (at: AForge, changes: Parameters<typeof landForTest>[1]): Promise<readonly string[]> => {
  const answer = await landForTest(at, changes);
  return answer.kind === "blocked" ? answer.paths : [answer.kind];
};

const status = (at: AForge): Promise<string> => at.repository.git("status", "--porcelain", "--ignored");

test("the person's clean checkout goes along, file by file", async () => {
  const at = await aForge({ files: { "gone.txt": "x", "kept.txt": "y" } });
  const change = await aChange(at, { files: { "new.txt": "new", "gone.txt": null } });
  expect(await landForTest(at, [change])).toEqual({ kind: "landed" });
  expect(readFileSync(join(at.repository.path, "new.txt"), "utf8")).toBe("new");
  expect(existsSync(join(at.repository.path, "gone.txt"))).toBe(false);
  expect(await status(at)).toBe("");
  expect(await at.repository.git("rev-parse", "HEAD")).toBe(takeValue(await at.forge.scm.since(null)).base?.commit);
});

test("work of the person's elsewhere in the tree stays as it is", async () => {
  const at = await aForge({ files: { "a.txt": "a\n", "b.txt": "b\n" } });
  at.repository.write("b.txt", "mine\n");
  at.repository.write("notes.md", "mine");
  await at.repository.git("add", "b.txt");
  expect(await landForTest(at, [await aChange(at, { files: { "a.txt": "theirs\n" } })])).toEqual({ kind: "landed" });
  expect(await status(at)).toBe("M  b.txt\n?? notes.md");
  expect(readFileSync(join(at.repository.path, "b.txt"), "utf8")).toBe("mine\n");
});

/** What a person may have in the way. Nothing of it changes, and the answer names it. */
const obstacles: readonly {
  readonly what: string;
  readonly put: (at: AForge) => Promise<unknown> | void;
  readonly says: readonly (string | RegExp)[];
}[] = [
  { what: "a changed file", put: (at) => at.repository.write("a.txt", "mine\n"), says: ["a.txt"] },
  {
    what: "a staged file",
    put: async (at) => {
      at.repository.write("a.txt", "mine\n");
      await at.repository.git("add", "a.txt");
    },
    says: ["a.txt"],
  },
  { what: "an untracked file", put: (at) => at.repository.write("new.txt", "mine"), says: ["new.txt"] },
  { what: "an ignored file", put: (at) => at.repository.write("new.env", "SECRET=1"), says: ["new.env"] },
  {
    what: "a merge that is not concluded",
    put: async (at) => {
      const other = await at.repository.commit({ files: { "z.txt": "z" } });
      await at.repository.git("merge", "--no-commit", "--no-ff", "--quiet", other);
    },
    says: [/You have not concluded your merge/],
  },
  {
    what: "a rebase of main",
    put: (at) => beginRebase(at),
    says: [/^a rebase of main is in progress at .*their repository$/],
  },
  {
    what: "a bisection that began on main",
    put: (at) => at.repository.git("bisect", "start", "HEAD", "HEAD~2"),
    says: [/^a bisection of main is in progress at .*their repository$/],
  },
  {
    what: "main in two worktrees",
    put: (at) =>
      at.repository.git("worktree", "add", "--quiet", "--force", join(at.repository.folder, "second"), "main"),
    says: [/^main is checked out in 2 folders; leave it in one$/, /their repository$/, /second$/],
  },
];

async function beginRebase({ repository }: AForge): Promise<void> {
  const onto = await repository.commit({ files: { "a.txt": "other\n" }, parents: ["main~1"] });
  await repository
    .git("rebase", onto)
    .catch((error: unknown) => expect(String(error)).toMatch(/conflict|Failed to merge/));
}

test.for(obstacles)("$what is in the way: named, and left alone", async ({ put, says }) => {
  const at = await aForge({ files: { "a.txt": "a\n", ".gitignore": "*.env\n" } });
  await at.repository.git("commit", "--quiet", "--allow-empty", "-m", "Second");
  at.repository.write("a.txt", "second\n");
  await at.repository.git("commit", "--quiet", "-am", "Third");
  const files = { "a.txt": "theirs\n", "new.txt": "theirs", "new.env": "theirs" };
  const change = await aChange(at, { files });
  await put(at);
  const request = await buildLandRequest(at, [change]);
  const before = [await status(at), await at.repository.git("rev-parse", "main", "HEAD")];
  const answer = takeValue(await at.forge.scm.land(request));
  const paths = answer.kind === "blocked" ? answer.paths : [answer.kind];
  expect(paths).toHaveLength(says.length);
  says.forEach((said, n) => expect(paths[n]).toMatch(said));
  expect([await status(at), await at.repository.git("rev-parse", "main", "HEAD")]).toEqual(before);
  expect(takeValue(await at.forge.scm.read(change.id)).state.kind).toBe("open");
  expect(await at.repository.git("rev-parse", "refs/ao/landing/main")).toBe(request.made.commit);
});

test("once the way is free the same candidate lands, and the waiting place is tidied up", async () => {
  const at = await aForge({ files: { "a.txt": "a\n" } });
  const request = await buildLandRequest(at, [await aChange(at, { files: { "a.txt": "theirs\n" } })]);
  at.repository.write("a.txt", "mine\n");
  expect(takeValue(await at.forge.scm.land(request)).kind).toBe("blocked");
  await at.repository.git("checkout", "--quiet", "--", "a.txt");
  expect(takeValue(await at.forge.scm.land(request))).toEqual({ kind: "landed" });
  expect(await at.repository.git("for-each-ref", "--format=%(refname)", "refs/ao/landing", "refs/ao/candidates")).toBe(
    "",
  );
});

test("a person who lands the waiting commit by hand has landed it", async () => {
  const at = await aForge({ files: { "a.txt": "a\n" } });
  const change = await aChange(at, { files: { "a.txt": "theirs\n" } });
  const request = await buildLandRequest(at, [change]);
  at.repository.write("a.txt", "mine\n");
  await at.forge.scm.land(request);
  await at.repository.git("checkout", "--quiet", "--", "a.txt");
  await at.repository.git("merge", "--ff-only", "--quiet", "refs/ao/landing/main");
  expect(takeValue(await at.forge.scm.land(request))).toEqual({ kind: "landed" });
  expect(takeValue(await at.forge.scm.read(change.id)).state).toEqual({ kind: "landed", commit: request.made.commit });
});

test("a branch that nobody has checked out is moved by its ref, and no file changes", async () => {
  const at = await aForge({ files: { "a.txt": "a\n" } });
  await at.repository.git("checkout", "--quiet", "-b", "elsewhere");
  at.repository.write("a.txt", "mine\n");
  expect(await landForTest(at, [await aChange(at, { files: { "a.txt": "theirs\n" } })])).toEqual({ kind: "landed" });
  expect(await status(at)).toBe("M a.txt");
  expect(await at.repository.git("show", "main:a.txt")).toBe("theirs");
});

test("a worktree on main whose folder is gone is in nobody's way", async () => {
  const at = await aForge();
  await at.repository.git("checkout", "--quiet", "-b", "elsewhere");
  const second = join(at.repository.folder, "second");
  await at.repository.git("worktree", "add", "--quiet", second, "main");
  rmSync(second, { recursive: true });
  expect(await landForTest(at, [await aChange(at, { files: { "a.txt": "a" } })])).toEqual({ kind: "landed" });
});

test("main checked out in a linked worktree only: that one goes along", async () => {
  const at = await aForge();
  await at.repository.git("checkout", "--quiet", "-b", "elsewhere");
  const second = join(at.repository.folder, "second");
  await at.repository.git("worktree", "add", "--quiet", second, "main");
  expect(await landForTest(at, [await aChange(at, { files: { "a.txt": "a" } })])).toEqual({ kind: "landed" });
  expect(readFileSync(join(second, "a.txt"), "utf8")).toBe("a");
});

test("a bare repository has no checkout to mind", async () => {
  const at = await aForge();
  const bare = join(at.repository.folder, "bare.git");
  await at.repository.git("clone", "--quiet", "--bare", ".", bare);
  const forge = at.again({ repository: bare, gitDir: join(at.repository.folder, "other git"), file: `${bare}.db` });
  const head = await at.repository.commit({ files: { "a.txt": "a" } });
  await at.repository.git("push", "--quiet", bare, `${head}:refs/heads/agent/a`);
  const change = await publishChange({ ...at, forge }, { head });
  expect(await landForTest({ ...at, forge }, [change])).toEqual({ kind: "landed" });
  expect(await at.repository.git("--git-dir", bare, "show", "main:a.txt")).toBe("a");
});

test("hooks of the person's repository do not run", async () => {
  const at = await aForge();
  const change = await aChange(at, { files: { "a.txt": "a" } });
  const hooks = join(at.repository.path, ".git/hooks");
  mkdirSync(hooks, { recursive: true });
  for (const hook of ["post-merge", "pre-merge-commit", "reference-transaction", "post-checkout"]) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch "${at.repository.folder}/ran-${hook}"\n`, { mode: 0o755 });
  }
  expect(await landForTest(at, [change])).toEqual({ kind: "landed" });
  expect(readdirSync(at.repository.folder).filter((name) => name.startsWith("ran-"))).toEqual([]);
});

test("a base that a person rewrote, or deleted, refuses", async () => {
  const at = await aForge();
  await at.repository.git("commit", "--quiet", "--allow-empty", "-m", "Second");
  const request = await buildLandRequest(at, [await aChange(at, { files: { "a.txt": "a" } })]);
  await at.repository.git("reset", "--hard", "--quiet", "HEAD~1");
  expect(takeValue(await at.forge.scm.land(request))).toEqual({ kind: "refused", why: "base_moved" });
  await at.repository.git("checkout", "--quiet", "--detach");
  await at.repository.git("branch", "-D", "main");
  expect(takeValue(await at.forge.scm.land(request))).toEqual({ kind: "refused", why: "base_moved" });
});

test("a person who commits between the look and the landing keeps that commit", async () => {
  const at = await aForge();
  const request = await buildLandRequest(at, [await aChange(at, { files: { "a.txt": "a" } })]);
  await at.repository.git("checkout", "--quiet", "--detach");
  const git = await createGitContext(at.options)();
  let theirs = "";
  const list = async () => {
    theirs = await at.repository.commit({ files: { "b.txt": "b" } });
    await at.repository.git("update-ref", "refs/heads/main", theirs);
    return git.repository.worktrees.list();
  };
  const repository = { ...git.repository, worktrees: { ...git.repository.worktrees, list } };
  const answer = await landLocally(aWorkshop(at), { ...git, repository }, request);
  expect(takeValue(answer)).toEqual({ kind: "refused", why: "base_moved" });
  expect(await at.repository.git("rev-parse", "main")).toBe(theirs);
});

test("what was answered by nobody is seen by the next daemon: landed, and marked so", async () => {
  const at = await aForge();
  const change = await aChange(at, { files: { "a.txt": "a" } });
  const request = await buildLandRequest(at, [change]);
  // The daemon died after git had moved the branch, and before anything was written down.
  await at.repository.git("merge", "--ff-only", "--quiet", request.made.commit);
  const next = at.again();
  expect(takeValue(await next.scm.land(request))).toEqual({ kind: "landed" });
  expect(takeValue(await next.scm.read(change.id)).state.kind).toBe("landed");
});

test("words said while a landing is under way wait for its end", async () => {
  const at = await aForge();
  const change = await aChange(at, { files: { "a.txt": "a" } });
  const request = await buildLandRequest(at, [change]);
  const landed = at.forge.scm.land(request);
  const said = at.forge.changes.review({
    ...{ change: change.id, verdict: "changes_requested", text: "Wait!", by: ann, key: createKey() },
  });
  expect(takeValue(await landed)).toEqual({ kind: "landed" });
  expect(await said).toMatchObject({ ok: false, error: { code: "refused" } });
});

test("a change that is taken back again is proposed as its inverse", async () => {
  const at = await aForge({ files: { "a.txt": "a\n" } });
  const change = await aChange(at, { files: { "a.txt": "b\n", "new.txt": "n" } });
  expect(await at.forge.changes.revert(change.id, ann)).toMatchObject({ ok: false, error: { code: "refused" } });
  await landForTest(at, [change]);
  await landForTest(at, [await aChange(at, { name: "c", files: { "c.txt": "c" } })]);
  const revert = takeValue(await at.forge.changes.revert(change.id, ann));
  expect(takeValue(await at.forge.changes.revert(change.id, ann))).toBe(revert);
  const proposed = takeValue(await at.forge.scm.read(revert));
  expect([...proposed.paths].sort()).toEqual(["a.txt", "new.txt"]);
  await landForTest(at, [proposed]);
  expect(await at.repository.git("ls-tree", "--name-only", "main")).toBe("a.txt\nc.txt");
  expect(await at.repository.git("show", "main:a.txt")).toBe("a");
});

test("what later work builds on cannot be taken back by itself", async () => {
  const at = await aForge({ files: { "a.txt": "a\n" } });
  const change = await aChange(at, { files: { "a.txt": "b\n" } });
  await landForTest(at, [change]);
  await landForTest(at, [await aChange(at, { name: "c", files: { "a.txt": "c\n" } })]);
  expect(await at.forge.changes.revert(change.id, ann)).toMatchObject({ ok: false, error: { code: "conflict" } });
});

test("blocked again and again is the same answer", async () => {
  const at = await aForge({ files: { "a.txt": "a\n" } });
  const change = await aChange(at, { files: { "a.txt": "theirs\n" } });
  at.repository.write("a.txt", "mine\n");
  expect(await blockedBy(at, [change])).toEqual(["a.txt"]);
  expect(await blockedBy(at, [change])).toEqual(["a.txt"]);
});

/** What a forge lands with, on the file of this one. */
function aWorkshop({ options }: AForge): Workshop {
  const file = openForgeFile(options.file, Date.now);
  onTestFinished(() => file.close());
  const committer = { name: "Ann", email: "ann@example.com" };
  return {
    ...{ file, committer, changes: createChangeRows(file), candidates: createCandidateRows(file) },
    references: createReferences(options.project),
  };
}
