import { appendFileSync, chmodSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { aRepository, git, write } from "../../../../test/fixtures/git-repository.ts";
import { aFolder } from "../../../store/testing/folder.ts";
import { readFileHistory } from "./file-history.ts";

const FILE = "settings.yaml";
const KNOWN = "a: 1\n";
const OWN = "a: 2\n";
const THEIRS = "a: evil\n";

const aCheckout = (): string => aRepository({ files: { [FILE]: KNOWN, other: "1\n" } });

/** A branch on which somebody else has changed the file. */
function withBranch(path: string, branch = "agent/fix", text = THEIRS): string {
  const workspace = join(path, "..", "workspace");
  git(path, "worktree", "add", "--quiet", "-b", branch, workspace);
  commit(workspace, text);
  return path;
}

function commit(path: string, text: string, ...more: readonly string[]): void {
  write(path, { [FILE]: text });
  git(path, "commit", "--quiet", "--all", "-m", "Settings", ...more);
}

async function historyOf(path: string, known: string | null = KNOWN) {
  // As if nobody had touched the index just now.
  utimesSync(join(path, ".git/index"), 1, 1);
  const file = join(path, FILE);
  const text = readFileSync(file, "utf8");
  const { versions, elsewhere } = await readFileHistory({
    ...{ file, text, known },
    isForeign: (email) => email.endsWith("@agents.local"),
  });
  return { versions: versions.map((version) => [version.by, version.text]), elsewhere };
}

test("what lies in no checkout, in no commit or differs from the commit was written there", async () => {
  const folder = aFolder();
  write(folder, { [FILE]: OWN });
  const file = join(folder, FILE);
  const outside = await readFileHistory({ file, text: OWN, known: KNOWN, isForeign: () => false });
  expect(outside.versions).toEqual([{ by: "edit", text: OWN }]);
  const path = aRepository();
  write(path, { [FILE]: OWN });
  expect((await historyOf(path)).versions).toEqual([
    ["edit", OWN],
    ["git", null],
  ]);
  const edited = aCheckout();
  write(edited, { [FILE]: OWN });
  expect((await historyOf(edited)).versions).toEqual([
    ["edit", OWN],
    ["git", KNOWN],
  ]);
});

test.each<[string, (path: string) => void]>([
  ["a commit", (path) => commit(path, OWN)],
  ["a commit that is amended", (path) => (commit(path, "a: 3\n"), commit(path, OWN, "--amend"))],
  ["a commit with other commits after it", (path) => (commit(path, OWN), commitOther(path))],
  ["a commit with a line of a merge in its subject", (path) => commit(path, OWN, "-m", "merge x: Fast-forward")],
])("%s in the checkout is the person's own", async (_, act) => {
  const path = aCheckout();
  act(path);
  expect((await historyOf(path)).versions[0]).toEqual(["commit", OWN]);
  expect((await historyOf(path)).versions.at(-1)).toEqual(["commit", KNOWN]);
});

function commitOther(path: string): void {
  write(path, { other: "2\n" });
  git(path, "commit", "--quiet", "--all", "-m", "Other");
}

test.each<[string, (path: string) => void]>([
  ["fast-forward", (path) => git(path, "merge", "--quiet", "--ff-only", "agent/fix")],
  ["merge", (path) => (commitOther(path), git(path, "merge", "--quiet", "--no-edit", "agent/fix"))],
  ["pull", (path) => git(path, "pull", "--quiet", "--no-rebase", ".", "agent/fix")],
  ["pull of a commit with a name like ours", (path) => git(path, "pull", "--quiet", ".", "agent/fix:commit")],
  ["rebase", (path) => (commitOther(path), git(path, "rebase", "--quiet", "agent/fix"))],
  ["cherry-pick", (path) => git(path, "cherry-pick", "agent/fix")],
  ["reset", (path) => git(path, "reset", "--quiet", "--hard", "agent/fix")],
  ["switch of branches", (path) => git(path, "switch", "--quiet", "--ignore-other-worktrees", "agent/fix")],
  ["detached checkout", (path) => git(path, "checkout", "--quiet", "--detach", "agent/fix")],
  ["branch moved from outside", (path) => git(path, "update-ref", "refs/heads/main", "agent/fix")],
  ["patch", (path) => applyMail(path)],
  ["merge that waits for its commit", (path) => (commitOther(path), git(path, "merge", "--no-commit", "agent/fix"))],
  ["squash that waits for its commit", (path) => git(path, "merge", "--quiet", "--squash", "agent/fix")],
  ["cherry-pick that waits for its commit", (path) => git(path, "cherry-pick", "--no-commit", "agent/fix")],
  ["file taken from another branch", (path) => git(path, "checkout", "--quiet", "agent/fix", "--", FILE)],
])("a %s is none of the person's own", async (_, act) => {
  const path = withBranch(aCheckout());
  act(path);
  if (readFileSync(join(path, FILE), "utf8") !== THEIRS) git(path, "reset", "--quiet", "--hard");
  expect((await historyOf(path)).versions).toEqual([["git", THEIRS]]);
});

function applyMail(path: string): void {
  const mail = git(path, "format-patch", "--stdout", "main..agent/fix");
  write(path, { "../fix.mail": `${mail}\n` });
  git(path, "am", "--quiet", join(path, "../fix.mail"));
}

test.each<[string, (path: string) => void]>([
  ["squash", (path) => git(path, "merge", "--quiet", "--squash", "agent/fix")],
  ["cherry-pick", (path) => git(path, "cherry-pick", "--no-commit", "agent/fix")],
  ["file", (path) => git(path, "checkout", "--quiet", "agent/fix", "--", FILE)],
])("a %s of another branch that a person commits is known by what that branch has", async (_, act) => {
  const path = withBranch(aCheckout());
  act(path);
  git(path, "commit", "--quiet", "-m", "Taken over");
  expect(await historyOf(path)).toEqual({
    versions: [
      ["commit", THEIRS],
      ["commit", KNOWN],
    ],
    elsewhere: [THEIRS],
  });
});

test("a line of another branch is known by it, also when the person was there and merged it with their own", async () => {
  const path = withBranch(aCheckout());
  git(path, "switch", "--quiet", "--detach", "agent/fix");
  git(path, "switch", "--quiet", "main");
  commit(path, `${OWN}${THEIRS}`);
  expect((await historyOf(path)).elsewhere).toEqual([THEIRS]);
});

test("a commit in an agent's name is none of the person's own", async () => {
  const path = aCheckout();
  write(path, { [FILE]: THEIRS });
  git(path, "-c", "user.name=x", "commit", "--quiet", "--all", "-m", "x", "--author", "x <x@agents.local>");
  expect((await historyOf(path)).versions[0]).toEqual(["commit", THEIRS]);
  const log = join(path, ".git/logs/HEAD");
  writeFileSync(log, readFileSync(log, "utf8").replaceAll("maria@example.org", "agent-1@agents.local"));
  expect((await historyOf(path)).versions).toEqual([["git", THEIRS]]);
});

test("a branch that began here, or was pushed from here, has nothing of its own", async () => {
  const path = aCheckout();
  git(path, "branch", "agent/idle");
  commit(path, OWN);
  git(path, "update-ref", "refs/remotes/origin/main", "main");
  const workspace = join(path, "..", "workspace");
  git(path, "worktree", "add", "--quiet", "-b", "agent/busy", workspace);
  commitOther(workspace);
  commit(path, KNOWN);
  expect((await historyOf(path, OWN)).elsewhere).toEqual([]);
});

test.each<[string, (log: string) => void]>([
  ["gone", (log) => rmSync(log)],
  ["cut off", (log) => writeFileSync(log, `${readFileSync(log, "utf8").split("\n")[0]}\n`)],
  ["not a log", (log) => appendFileSync(log, "commit: me\n")],
])("a log that is %s tells of nobody's commit", async (_, act) => {
  const path = aCheckout();
  commit(path, OWN);
  act(join(path, ".git/logs/HEAD"));
  expect((await historyOf(path)).versions).toEqual([["git", OWN]]);
});

test("an object that is not what its name says is not believed", async () => {
  const path = aCheckout();
  withBranch(path);
  git(path, "merge", "--quiet", "--ff-only", "agent/fix");
  expect((await historyOf(path)).versions).toEqual([["git", THEIRS]]);
  // Whoever can write loose objects lets the commit before look as if it had the file so already.
  replaceObject(path, git(path, "rev-parse", `main~1:${FILE}`), THEIRS);
  expect(git(path, "cat-file", "blob", `main~1:${FILE}`)).toBe(THEIRS.trim());
  expect((await historyOf(path)).versions).toEqual([["git", THEIRS]]);
});

function replaceObject(path: string, name: string, text: string): void {
  const file = join(path, ".git/objects", name.slice(0, 2), name.slice(2));
  chmodSync(file, 0o644);
  writeFileSync(file, deflateSync(`blob ${text.length}\0${text}`));
}

test("a link in the checkout is looked at where it leads", async () => {
  const path = aRepository({ files: { "real.yaml": KNOWN, [FILE]: KNOWN } });
  git(path, "rm", "--quiet", FILE);
  symlinkSync("real.yaml", join(path, FILE));
  git(path, "add", "--all");
  git(path, "commit", "--quiet", "-m", "Link");
  const workspace = join(path, "..", "workspace2");
  git(path, "worktree", "add", "--quiet", "-b", "other", workspace);
  write(workspace, { "real.yaml": THEIRS });
  git(workspace, "commit", "--quiet", "--all", "-m", "Theirs");
  git(path, "merge", "--quiet", "--ff-only", "other");
  expect((await historyOf(path)).versions).toEqual([["git", THEIRS]]);
});

test("what git is still laying out is waited for", async () => {
  const path = withBranch(aCheckout());
  utimesSync(join(path, ".git/index"), 1, 1);
  const lock = join(path, ".git/index.lock");
  writeFileSync(lock, "");
  write(path, { [FILE]: THEIRS });
  const pause = async (): Promise<void> => {
    rmSync(lock, { force: true });
    git(path, "reset", "--quiet", "--hard", "agent/fix");
    utimesSync(join(path, ".git/index"), 1, 1);
  };
  const request = { file: join(path, FILE), text: THEIRS, known: KNOWN, isForeign: () => false };
  expect((await readFileHistory(request, { pause })).versions).toEqual([{ by: "git", text: THEIRS }]);
});

/** A commit that came by git, and whose file is another one in the checkout than in the commit. */
function bringConverted(path: string): void {
  git(path, "switch", "--quiet", "--create", "agent/id");
  write(path, { ".gitattributes": `${FILE} ident\n` });
  git(path, "add", "--all");
  commit(path, 'a: 1 # "$Id$"\n');
  git(path, "switch", "--quiet", "main");
  git(path, "merge", "--quiet", "--ff-only", "agent/id");
  git(path, "branch", "--quiet", "-D", "agent/id");
}

test("a text that git itself changed when it laid the file out is not the person's edit", async () => {
  const path = aCheckout();
  bringConverted(path);
  const text = readFileSync(join(path, FILE), "utf8");
  expect(text).toMatch(/\$Id: [0-9a-f]{40} \$/);
  expect((await historyOf(path)).versions).toEqual([["git", text]]);
});

test("nor is it once the attribute is gone again, or when the person has changed more in it", async () => {
  const path = aCheckout();
  bringConverted(path);
  git(path, "switch", "--quiet", "--create", "agent/plain");
  git(path, "rm", "--quiet", ".gitattributes");
  git(path, "commit", "--quiet", "-m", "Plain");
  git(path, "switch", "--quiet", "main");
  git(path, "merge", "--quiet", "--ff-only", "agent/plain");
  const text = readFileSync(join(path, FILE), "utf8");
  expect(text).toMatch(/\$Id: /);
  expect((await historyOf(path)).versions).toEqual([["git", text]]);
  appendFileSync(join(path, FILE), "b: 1\n");
  expect((await historyOf(path)).versions).toEqual([["git", `${text}b: 1\n`]]);
});

test("attributes of other files make nobody's edit doubtful", async () => {
  const path = aRepository({ files: { [FILE]: KNOWN, ".gitattributes": "*.ps1 working-tree-encoding=UTF-16\n" } });
  write(path, { [FILE]: OWN });
  expect((await historyOf(path)).versions[0]).toEqual(["edit", OWN]);
});

test("a text taken from what was fetched and is on no branch is known by it", async () => {
  const path = withBranch(aCheckout());
  const other = join(path, "..", "fork");
  git(path, "clone", "--quiet", "--branch", "agent/fix", path, other);
  git(path, "worktree", "remove", "--force", join(path, "..", "workspace"));
  git(path, "branch", "--quiet", "-D", "agent/fix");
  git(path, "fetch", "--quiet", other, "agent/fix");
  git(path, "merge", "--quiet", "--squash", "FETCH_HEAD");
  git(path, "commit", "--quiet", "-m", "Taken over");
  expect((await historyOf(path)).elsewhere).toEqual([THEIRS]);
});

test("a text that git has replaced since it was read is nobody's edit", async () => {
  const path = withBranch(aCheckout());
  git(path, "merge", "--quiet", "--ff-only", "agent/fix");
  utimesSync(join(path, ".git/index"), 1, 1);
  const lock = join(path, ".git/index.lock");
  writeFileSync(lock, "");
  const pause = async (): Promise<void> => {
    rmSync(lock, { force: true });
    git(path, "revert", "--no-edit", "HEAD");
    utimesSync(join(path, ".git/index"), 1, 1);
  };
  const request = { file: join(path, FILE), text: THEIRS, known: KNOWN, isForeign: () => false };
  expect((await readFileHistory(request, { pause })).versions).toEqual([{ by: "git", text: THEIRS }]);
});
