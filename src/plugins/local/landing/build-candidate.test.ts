import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { aForge } from "../testing/a-forge.ts";
import { aChange, buildForTest, landForTest, buildLandRequest, publishChange, takeValue } from "../testing/deeds.ts";

const log = "--format=%an|%ae|%cn|%s";

test("squash: one commit in the session's name, whoever the tool said it was, with who else took part", async () => {
  const at = await aForge();
  const { repository } = at;
  const first = await repository.commit({ files: { "a.txt": "1" }, message: "wip" });
  const head = await repository.commit({ files: { "b.txt": "2" }, parents: [first], message: "more" });
  const trailers = ["Issue: shop#4", "Agent: codex"];
  const change = await publishChange(at, { head, name: "ship", title: "Ship it", body: "Because.", trailers });
  const { made } = await buildLandRequest(at, [change]);
  expect(await repository.git("log", "--first-parent", log, made.commit)).toBe(
    "Agent shop-ship|agent-shop-ship@orchestrator.local|Agent Orchestrator|Ship it\nAnn|ann@example.com|Ann|Begin",
  );
  expect(await repository.git("log", "-1", "--format=%b", made.commit)).toBe(
    "Because.\n\nChange: #1\nSession: shop-ship\nIssue: shop#4\nAgent: codex\nCo-authored-by: Ann <ann@example.com>",
  );
  expect(made.tree).toBe(change.head.tree);
});

test("merge: one merge commit whose second parent is the head itself", async () => {
  const at = await aForge();
  const change = await aChange(at, { files: { "a.txt": "1" } });
  const { made, onto } = await buildLandRequest(at, [change], "merge");
  expect(await at.repository.git("log", "-1", "--format=%P|%s", made.commit)).toBe(
    `${onto} ${change.head.commit}|Land #1: Work on a`,
  );
});

test("rebase: each commit again on the moved base, with its own author and words", async () => {
  const at = await aForge();
  const { repository } = at;
  const first = await repository.commit({ files: { "a.txt": "1" }, message: "First" });
  const head = await repository.commit({ files: { "a.txt": "2" }, parents: [first], message: "Second\n\nWhy." });
  const change = await publishChange(at, { head });
  await repository.git("commit", "--quiet", "--allow-empty", "--message=Meanwhile");
  const { made } = await buildLandRequest(at, [change], "rebase");
  expect(await repository.git("log", log, made.commit)).toBe(
    [
      "Ann|ann@example.com|Agent Orchestrator|Second",
      "Ann|ann@example.com|Agent Orchestrator|First",
      "Ann|ann@example.com|Ann|Meanwhile",
      "Ann|ann@example.com|Ann|Begin",
    ].join("\n"),
  );
  expect(await repository.git("log", "-1", "--format=%b", made.commit)).toBe("Why.");
});

test("rebase of what already stands on the base lands the agent's very commits", async () => {
  const at = await aForge();
  const change = await aChange(at, { files: { "a.txt": "1" } });
  expect((await buildLandRequest(at, [change], "rebase")).made).toEqual(change.head);
});

test("a commit that adds nothing any more is left out of a rebase", async () => {
  const at = await aForge();
  const { repository } = at;
  const first = await repository.commit({ files: { "same.txt": "x" }, message: "Same" });
  const change = await publishChange(at, {
    head: await repository.commit({ files: { "a.txt": "1" }, parents: [first] }),
  });
  await repository.git(
    "reset",
    "--hard",
    "--quiet",
    await repository.commit({ files: { "same.txt": "x" }, message: "Mine" }),
  );
  const { made } = await buildLandRequest(at, [change], "rebase");
  expect(await repository.git("log", "--format=%s", made.commit)).toBe("Work\nMine\nBegin");
});

test("a branch with a merge in it cannot be told again commit by commit: it lands as one", async () => {
  const at = await aForge();
  const { repository } = at;
  const first = await repository.commit({ files: { "a.txt": "1" } });
  const other = await repository.commit({ files: { "b.txt": "1" } });
  await repository.git("reset", "--hard", "--quiet", other);
  const head = await repository.commit({ files: { "a.txt": "1" }, parents: [first, other] });
  const change = await publishChange(at, { head, title: "Both" });
  const { made } = await buildLandRequest(at, [change], "rebase");
  expect(await repository.git("log", "--format=%s", made.commit)).toBe("Both\nWork\nBegin");
  expect(made.tree).toBe(change.head.tree);
});

test.for(["squash", "merge"] as const)(
  "several changes by %s: the branch itself shows one new commit, with the tree of all",
  async (strategy) => {
    const at = await aForge();
    const changes = [
      await aChange(at, { name: "a", files: { "a.txt": "a" } }),
      await aChange(at, { name: "b", files: { "b.txt": "b" } }),
    ];
    expect(await landForTest(at, changes, strategy)).toEqual({ kind: "landed" });
    expect(await at.repository.git("log", "--first-parent", "--format=%s", "main")).toBe("Land #1, #2\nBegin");
    expect(await at.repository.git("ls-tree", "--name-only", "main")).toBe("README.md\na.txt\nb.txt");
    const states = await Promise.all(changes.map(async ({ id }) => takeValue(await at.forge.scm.read(id)).state.kind));
    expect(states).toEqual(["landed", "landed"]);
  },
);

test("several changes by rebase stay in one line", async () => {
  const at = await aForge();
  const changes = [
    await aChange(at, { name: "a", files: { "a.txt": "a" }, message: "A" }),
    await aChange(at, { name: "b", files: { "b.txt": "b" }, message: "B" }),
  ];
  await landForTest(at, changes, "rebase");
  expect(await at.repository.git("log", "--format=%s%p", "main")).toMatch(/^B\w+\nA\w+\nBegin$/);
});

test("of several changes the one that collides is named, with every path once", async () => {
  const at = await aForge({ files: { "a.txt": "0\n", "b.txt": "0\n" } });
  const changes = [
    await aChange(at, { name: "a", files: { "a.txt": "a\n", "b.txt": "a\n" } }),
    await aChange(at, { name: "b", files: { "a.txt": "b\n", "b.txt": "b\n", "c.txt": "" } }),
  ];
  const { answer } = await buildForTest(at, changes);
  expect(answer).toMatchObject({ kind: "conflict", change: changes[1]?.id, paths: ["a.txt", "b.txt"] });
  // The other side, where it collides: what the change before it did there.
  const theirs = "theirs" in answer ? answer.theirs : "";
  expect(theirs.split("\n").filter((line) => /^[-+]/.test(line))).toEqual([
    ...["--- a/a.txt", "+++ b/a.txt", "-0", "+a"],
    ...["--- a/b.txt", "+++ b/b.txt", "-0", "+a"],
  ]);
});

test("a candidate and its base outlive the person's own clean-up", async () => {
  const at = await aForge();
  const request = await buildLandRequest(at, [await aChange(at, { files: { "a.txt": "1" } })]);
  await at.repository.git("gc", "--quiet", "--prune=now");
  expect(takeValue(await at.forge.scm.land(request))).toEqual({ kind: "landed" });
});

test("nothing planted in the tree or the settings runs while a candidate is built", async () => {
  const at = await aForge({ files: { ".gitattributes": "* merge=evil diff=evil filter=evil\n", "a.txt": "0\n" } });
  const { repository } = at;
  const bait = `${repository.folder}/bait`;
  const change = await aChange(at, { files: { "a.txt": "ours\n" } });
  const theirs = await repository.commit({ files: { "a.txt": "theirs\n" } });
  await repository.git("update-ref", "refs/heads/main", theirs);
  for (const key of ["merge.evil.driver", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge"]) {
    await repository.git("config", key, `touch "${bait}"`);
  }
  const answer = await at.forge.scm.read(change.id);
  // The settings were never accepted, so git is not even run in the person's repository.
  if (answer.ok) expect(answer.value.conflicts).toEqual(["a.txt"]);
  expect(existsSync(bait)).toBe(false);
});
