/**
 * Repositories with submodules and with files of git-lfs, in worktrees and in clones: two sessions, one after the other,
 * checked in the same check workspace, land; and the person's repository has all that they made.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../../src/lib/process/find-program.ts";
import { git as run } from "../fixtures/git-repository.ts";
import { aLibrary, allowed } from "../fixtures/submodules.ts";
import { aStage, type Settings, type Stage } from "./stage.ts";

const hasLfs = findProgram("git-lfs") !== null;
const whyNoLfs = hasLfs ? "" : " (left out: git-lfs is not installed)";

const script = (...start: readonly unknown[]): string =>
  `Please.\n\n\`\`\`script\n${JSON.stringify({ start })}\n\`\`\`\n`;
const shell = (command: string) => ({ run: ["sh", "-c", command] });

/** Two sessions with all that belongs to them, on a machine that has other things to do. */
const WITHIN_MS = 90_000;
const STORY_MS = 200_000;

const lands: Settings = {
  withinMs: WITHIN_MS,
  file: { policy: { preset: "hands-off" }, orchestrator: { auto_assign: false } },
  reactions: { "approved-and-green": { auto: true, action: "merge" } },
};

async function land(stage: Stage, name: string, ...steps: readonly unknown[]): Promise<void> {
  const id = await stage.begin(name, script(...steps));
  await stage.until(id, "landed", ({ change }) => change?.state === "landed");
}

/** All checks of the story ran in one workspace. */
function expectOneCheckWorkspace({ home }: Stage): void {
  const folders = readdirSync(join(home, "projects/app"), { recursive: true, encoding: "utf8" });
  expect(folders.filter((path) => /(^|\/)checks\/\d+$/.test(path)).length).toBeLessThanOrEqual(1);
}

describe.each(["worktree", "clone"] as const)("%s", (workspace) => {
  test(
    "a repository with a submodule: an edit that needs it, and one that moves it",
    { timeout: STORY_MS },
    async () => {
      const { library, deep } = aLibrary();
      let newer = "";
      const stage = await aStage({
        ...lands,
        workspace,
        checks: { test: "sh check.sh" },
        project: { setup: ["git submodule update --init --recursive"] },
        prepare: async (repository, git) => {
          const check =
            'set -e\ncat vendor/lib/lib.txt vendor/lib/deep/deep.txt\ntest -z "$(git status --porcelain)"\n';
          writeFileSync(join(repository, "check.sh"), check);
          await git(...allowed, "submodule", "--quiet", "add", library, "vendor/lib");
          await git(...allowed, "submodule", "--quiet", "update", "--init", "--recursive");
          await git("add", "check.sh");
          await git("commit", "-q", "-m", "With a library");
          writeFileSync(join(library, "lib.txt"), "lib 2\n");
          run(library, "commit", "--quiet", "--all", "-m", "More");
          newer = run(library, "rev-parse", "HEAD");
          await git("-C", "vendor/lib", ...allowed, "fetch", "--quiet");
          for (const path of [library, deep]) rmSync(path, { recursive: true });
        },
      });
      await land(stage, "one", shell("cat vendor/lib/lib.txt vendor/lib/deep/deep.txt > copy.txt"), {
        commit: "Copy it",
      });
      expect(readFileSync(join(stage.repository, "copy.txt"), "utf8")).toBe("lib 1\ndeep\n");
      await land(stage, "two", shell(`git -C vendor/lib checkout -q ${newer}`), { commit: "Take the newer library" });
      expect(await stage.git("ls-tree", "main", "--", "vendor/lib")).toMatch(`160000 commit ${newer}`);
      await stage.git("submodule", "--quiet", "update");
      expect(readFileSync(join(stage.repository, "vendor/lib/lib.txt"), "utf8")).toBe("lib 2\n");
      expectOneCheckWorkspace(stage);
    },
  );

  test.runIf(hasLfs)(
    `files of git-lfs that agents make and change land whole${whyNoLfs}`,
    { timeout: STORY_MS },
    async () => {
      const stage = await aStage({
        ...lands,
        workspace,
        checks: { test: "sh check.sh" },
        prepare: async (repository, git) => {
          const check = `set -e\nfor file in *.big; do test "$(wc -c < $file)" -eq 5000; done\ntest -z "$(git status --porcelain)"\n`;
          writeFileSync(join(repository, "check.sh"), check);
          writeFileSync(join(repository, ".gitattributes"), "*.big filter=lfs -text\n");
          writeFileSync(join(repository, "one.big"), "1".repeat(5_000));
          await git("lfs", "install", "--local", "--skip-repo");
          await git("add", "check.sh", ".gitattributes", "one.big");
          await git("commit", "-q", "-m", "With a big file");
        },
      });
      const sized = (character: string, file: string) => ({ write: { [file]: character.repeat(5_000) } });
      await land(stage, "one", sized("2", "two.big"), { commit: "Add two" });
      expect(await stage.git("show", "main:two.big")).toMatch(/^version https:\/\/git-lfs/);
      expect(readFileSync(join(stage.repository, "two.big"), "utf8")).toBe("2".repeat(5_000));
      // From now on the landing moves a branch that is checked out nowhere.
      await stage.git("checkout", "-q", "--detach");
      const thereAndBack = shell("git checkout -q HEAD~1 && git checkout -q -");
      await land(stage, "two", thereAndBack, sized("x", "two.big"), sized("3", "three.big"), { commit: "Change two" });
      expect(existsSync(join(stage.repository, "three.big"))).toBe(false);
      await stage.git("checkout", "-q", "main");
      for (const [file, character] of [
        ["one", "1"],
        ["two", "x"],
        ["three", "3"],
      ] as const)
        expect(readFileSync(join(stage.repository, `${file}.big`), "utf8")).toBe(character.repeat(5_000));
      expect(await stage.git("status", "--porcelain", "--untracked-files=no")).toBe("");
      expectOneCheckWorkspace(stage);
    },
  );
});
