/**
 * Landing where the person works: whatever they are in the middle of, nothing of theirs changes, what is not in their way
 * lands, and what waits says for what.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionView } from "../../src/protocol/session/session.ts";
import { aStage, type Stage } from "./stage.ts";

/** Green alone, red together: both halves of a pair may not be there at once. */
const CHECK = "#!/bin/sh\n! [ -e left.txt ] || ! [ -e right.txt ]\n";

const landing = {
  sandbox: "none",
  project: { checks: { test: ["sh", "./check.sh"] } },
  file: { policy: { preset: "hands-off" }, orchestrator: { max_parallel_agents: 4, auto_assign: false } },
  reactions: { "approved-and-green": { auto: true, action: "merge" } },
} as const;

async function aLandingStage(): Promise<Stage> {
  const stage = await aStage(landing);
  writeFileSync(join(stage.repository, "check.sh"), CHECK);
  writeFileSync(join(stage.repository, ".gitignore"), ".env\n");
  await stage.git("add", "check.sh", ".gitignore", "agent-orchestrator.yaml");
  await stage.git("commit", "-q", "-m", "Check it");
  return stage;
}

const script = (parts: object): string => `Please.\n\n\`\`\`script\n${JSON.stringify(parts)}\n\`\`\`\n`;
const writes = (file: string): string =>
  script({
    start: [{ write: { [file]: "theirs\n" } }, { run: ["git", "add", "-f", file] }, { commit: `Add ${file}` }],
  });

const hasLanded = ({ change }: SessionView): boolean => change?.state === "landed";
const waits = ({ attention: { code } }: SessionView): boolean => code === "unpublished";
const onMain = async (stage: Stage): Promise<readonly string[]> =>
  (await stage.git("ls-tree", "--name-only", "main")).split("\n");

test("a dirty file and an ignored one hold up what touches them, and nothing else", async () => {
  const stage = await aLandingStage();
  const mine = (name: string): string => join(stage.repository, name);
  writeFileSync(mine("README.md"), "mine\n");
  writeFileSync(mine(".env"), "secret\n");
  const readme = await stage.begin("readme", writes("README.md"));
  const env = await stage.begin("env", writes(".env"));
  const told = await stage.until(readme, "waits for the dirty file", waits);
  expect(told.attention).toMatchObject({ column: "needs_you" });
  expect(told.attention.why).toContain("Landing waits for your checkout: README.md");
  expect((await stage.until(env, "waits for the ignored file", waits)).attention.why).toContain(".env");

  const other = await stage.begin("other", writes("other.txt"));
  await stage.until(other, "lands past both", hasLanded);
  expect(await onMain(stage)).toContain("other.txt");
  expect(readFileSync(mine("other.txt"), "utf8")).toBe("theirs\n");
  expect([readFileSync(mine("README.md"), "utf8"), readFileSync(mine(".env"), "utf8")]).toEqual(["mine\n", "secret\n"]);

  await stage.git("checkout", "-q", "--", "README.md");
  await stage.until(readme, "lands once the file is clean", hasLanded);
  rmSync(mine(".env"));
  await stage.until(env, "lands once the file is gone", ({ phase }) => phase === "ended");
  expect(await stage.git("status", "--porcelain")).toBe("");
  expect(await stage.git("for-each-ref", "refs/heads", "refs/ao/landing", "--format=%(refname)")).toBe(
    "refs/heads/main",
  );
});

test("a rebase of the branch and a second worktree on it are waited for", async () => {
  const stage = await aLandingStage();
  await stage.git("-c", "sequence.editor=sed -i s/^pick/edit/", "rebase", "-q", "-i", "HEAD~1");
  const before = await stage.git("rev-parse", "main", "HEAD");
  const one = await stage.begin("one", writes("one.txt"));
  const told = await stage.until(one, "waits for the rebase", waits);
  expect(told.attention.why).toContain("a rebase of main is in progress");
  expect(await stage.git("rev-parse", "main", "HEAD")).toBe(before);
  await stage.git("rebase", "--continue");
  await stage.until(one, "lands after the rebase", hasLanded);

  const second = join(stage.folder, "second");
  await stage.git("worktree", "add", "-q", "--force", second, "main");
  const two = await stage.begin("two", writes("two.txt"));
  const again = await stage.until(two, "waits for the second worktree", waits);
  expect(again.attention.why).toContain("main is checked out in 2");
  expect([existsSync(join(second, "two.txt")), existsSync(join(stage.repository, "two.txt"))]).toEqual([false, false]);
  await stage.git("worktree", "remove", second);
  await stage.until(two, "lands when there is one", hasLanded);
  expect(await stage.git("status", "--porcelain")).toBe("");
});

test("two changes that are green alone and red together do not both land as they are", async () => {
  const stage = await aLandingStage();
  const half = (file: string): string =>
    script({
      start: [{ write: { [file]: "half\n" } }, { commit: `Add ${file}` }],
      "ci-failed": [
        { merge: { keep: "both" } },
        { remove: file },
        { write: { [`other-${file}`]: "whole\n" } },
        { commit: "Give way" },
      ],
    });
  const ids = [await stage.begin("left", half("left.txt")), await stage.begin("right", half("right.txt"))];
  for (const id of ids) await stage.until(id, "landed", hasLanded);
  for (const commit of (await stage.git("rev-list", "--first-parent", "main")).split("\n")) {
    const names = (await stage.git("ls-tree", "--name-only", commit)).split("\n");
    expect(names.includes("left.txt") && names.includes("right.txt"), commit).toBe(false);
  }
});

test.each([
  ["its settings", { "agent-orchestrator.yaml": "{}\n" }],
  ["its check", { "check.sh": "#!/bin/sh\nexit 0\n" }],
])("a change that touches %s waits for a person, whatever the policy says", async (_, files) => {
  const stage = await aLandingStage();
  const before = await stage.git("rev-parse", "main");
  const id = await stage.begin("sly", script({ start: [{ write: files }, { commit: "Make it easy" }] }));
  const held = await stage.until(id, "held", ({ attention }) => attention.code === "protected");
  expect(held.attention.why).toMatch(/It touches .*, which needs a person\. Waits for your approval\./);
  expect(await stage.git("rev-parse", "main")).toBe(before);
});

test("what the person does to the branch meanwhile stays, and work lands on top of it", async () => {
  const stage = await aLandingStage();
  const one = await stage.begin("one", writes("one.txt"));
  writeFileSync(join(stage.repository, "mine.txt"), "mine\n");
  await stage.git("add", "mine.txt");
  await stage.git("commit", "-q", "-m", "Mine");
  await stage.until(one, "landed", hasLanded);
  // Thrown away by the person: nobody brings it back.
  const kept = await stage.git("rev-parse", "HEAD~1");
  await stage.git("reset", "-q", "--hard", "HEAD~1");
  const two = await stage.begin("two", writes("two.txt"));
  await stage.until(two, "landed", hasLanded);
  expect(await onMain(stage)).toEqual(expect.arrayContaining(["mine.txt", "two.txt"]));
  expect(await onMain(stage)).not.toContain("one.txt");
  expect(await stage.git("rev-parse", "HEAD~1")).toBe(kept);
});
