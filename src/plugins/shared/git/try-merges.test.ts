import { symlinkSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { failGit } from "../../../lib/git/git-run.ts";
import { aRepository, type ARepository } from "../../local/testing/a-repository.ts";
import { createGitContext, type GitContext } from "./git-context.ts";
import { tryMerges, type TriedMerge } from "./try-merges.ts";

type Files = Readonly<Record<string, string | null>>;
type Story = {
  readonly says: string;
  readonly base?: Readonly<Record<string, string>>;
  readonly ours: Files;
  readonly theirs: Files;
  readonly conflicts: readonly string[];
  /** Of the merged tree; null: it is not there. */
  readonly merged?: Files;
};

const lines = (...changed: readonly string[]): string =>
  [...Array.from({ length: 20 }, (_, n) => changed[n] ?? `line ${n}`), ""].join("\n");
const lastChanged = lines().replace("line 19", "theirs");

const stories: readonly Story[] = [
  {
    says: "each side has files of its own",
    ours: { "a.txt": "ours\n" },
    theirs: { "b.txt": "theirs\n" },
    conflicts: [],
    merged: { "a.txt": "ours\n", "b.txt": "theirs\n" },
  },
  {
    says: "both sides change another place of a file",
    base: { "a.txt": lines() },
    ours: { "a.txt": lines("ours") },
    theirs: { "a.txt": lastChanged },
    conflicts: [],
    merged: { "a.txt": lines("ours").replace("line 19", "theirs") },
  },
  {
    says: "both sides change the same place, in files with odd names",
    base: { "a.txt": "0\n", 'ö "quoted"\n.txt': "0\n", "same.txt": "0\n" },
    ours: { "a.txt": "1\n", 'ö "quoted"\n.txt': "1\n", "same.txt": "1\n" },
    theirs: { "a.txt": "2\n", 'ö "quoted"\n.txt': "2\n", "same.txt": "1\n" },
    conflicts: ["a.txt", 'ö "quoted"\n.txt'],
  },
  {
    says: "a file that one side renames and the other changes",
    base: { "old.txt": lines() },
    ours: { "old.txt": null, "new.txt": lines() },
    theirs: { "old.txt": lastChanged },
    conflicts: [],
    merged: { "old.txt": null, "new.txt": lastChanged },
  },
  {
    says: "a file that one side deletes and the other changes",
    base: { "a.txt": "0\n", "b.txt": "0\n" },
    ours: { "a.txt": null },
    theirs: { "a.txt": "2\n" },
    conflicts: ["a.txt"],
  },
  {
    says: "a file that both add with other content",
    ours: { "new.txt": "1\n" },
    theirs: { "new.txt": "2\n" },
    conflicts: ["new.txt"],
  },
  {
    says: "a file that both delete, and a folder that becomes a file",
    base: { "a.txt": "0\n", "folder/b.txt": "0\n" },
    ours: { "a.txt": null, "c.txt": "1\n" },
    theirs: { "a.txt": null, "folder/b.txt": null, folder: "2\n" },
    conflicts: [],
    merged: { "a.txt": null, "c.txt": "1\n", folder: "2\n", "folder/b.txt": null },
  },
  {
    says: "a merge driver that the tree names is not obeyed",
    base: { ".gitattributes": "*.txt merge=union\n*.bin -merge\n", "a.txt": "0\n", "b.bin": lines() },
    ours: { "a.txt": "1\n", "b.bin": lines("ours") },
    theirs: { "a.txt": "2\n", "b.bin": lastChanged },
    conflicts: ["a.txt"],
  },
];

test.each(stories)("$says: in memory and on disk", async ({ base, ours, theirs, conflicts, merged = {} }) => {
  const { repository, ground: git } = await aGround(base);
  const onto = await repository.commit({ files: ours });
  const head = await repository.commit({ files: theirs });
  const results = await bothWays(git, [{ onto, head }]);
  for (const [result] of results) {
    expect(result?.conflicts).toEqual(conflicts);
    expect(result?.tree === null).toBe(conflicts.length > 0);
    for (const [path, content] of Object.entries(merged)) {
      const listed = await repository.git("ls-tree", result?.tree ?? "", "--", path);
      expect(/ blob /.test(listed)).toBe(content !== null);
      if (content !== null)
        expect(await repository.git("cat-file", "blob", `${result?.tree}:${path}`)).toBe(content.trim());
    }
  }
  expect(new Set(results.map(([result]) => result?.tree)).size).toBe(1);
});

test("histories without a common beginning, and with two, merge in memory and on disk", async () => {
  const { repository, ground: git } = await aGround({ "a.txt": lines() });
  const one = await repository.commit({ files: { "a.txt": lines("one") } });
  const two = await repository.commit({ files: { "a.txt": lastChanged } });
  const onto = await repository.commit({
    files: { "a.txt": lines("one").replace("line 19", "theirs") },
    parents: [one, two],
  });
  const head = await repository.commit({
    files: { "a.txt": lines("one").replace("line 19", "theirs"), "b.txt": "1\n" },
    parents: [two, one],
  });
  await repository.git("checkout", "--quiet", "--orphan", "alone");
  await repository.git("commit", "--quiet", "--message=Alone");
  const alone = await repository.git("rev-parse", "HEAD");
  const [inMemory, onDisk = []] = await bothWays(git, [
    { onto, head },
    { onto: one, head: alone },
  ]);
  expect(onDisk).toEqual(inMemory);
  expect(onDisk.map(({ conflicts }) => conflicts)).toEqual([[], ["a.txt"]]);
});

test("a merge on disk leaves nothing behind, follows no link and touches nobody's files", async () => {
  const { repository, ground: git } = await aGround({ "a.txt": "0\n" });
  const outside = join(repository.folder, "outside");
  symlinkSync(outside, join(repository.path, "link"));
  await repository.git("add", "link");
  await repository.git("commit", "--quiet", "--message=A link");
  const onto = await repository.commit({ files: { "a.txt": "1\n" } });
  const head = await repository.commit({ files: { link: null, "link/a.txt": "out\n" } });
  const [, [result] = []] = await bothWays(git, [{ onto, head }]);
  expect(result?.conflicts).toEqual([]);
  expect(await readdir(join(git.own.gitDir, "merges"))).toEqual([]);
  await expect(readdir(outside)).rejects.toMatchObject({ code: "ENOENT" });
  expect(await readFile(join(repository.path, "a.txt"), "utf8")).toBe("0\n");
  expect(await repository.git("status", "--porcelain")).toBe("");
});

async function aGround(
  files?: Readonly<Record<string, string>>,
): Promise<{ repository: ARepository; ground: GitContext }> {
  const repository = await aRepository(files);
  onTestFinished(repository.remove);
  const open = createGitContext({ repository: repository.path, gitDir: join(repository.folder, "git") });
  return { repository, ground: await open() };
}

/** In memory, where the machine's git can, and as with a git that cannot. */
async function bothWays(
  git: GitContext,
  pairs: readonly { readonly onto: string; readonly head: string }[],
): Promise<readonly (readonly TriedMerge[])[]> {
  const olderGit: GitContext["own"] = {
    ...git.own,
    compute: async (verb, ...call) =>
      verb === "merge-tree"
        ? failGit("failed", "", { exitCode: 129, stderr: "usage: git merge-tree <base-tree> <branch1> <branch2>" })
        : git.own.compute(verb, ...call),
  };
  return [await tryMerges(git, pairs, "keep"), await tryMerges({ ...git, own: olderGit }, pairs, "keep")];
}
