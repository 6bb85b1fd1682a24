import { expect, test } from "vitest";
import type { CheckResult } from "../../domain/checks/check.ts";
import { treeSha } from "../../domain/model/ids.ts";
import { aForge, ann } from "../../plugins/local/testing/a-forge.ts";
import { takeValue } from "../../plugins/local/testing/deeds.ts";
import { groupFailures } from "./failure-groups.ts";
import { writeIssues, type Triage } from "./write-issues.ts";

const failed = (name: string, evidence: string): CheckResult => ({
  ...{ name, tree: treeSha("t1"), verdict: "failed", fingerprint: `print of ${name}`, evidence },
});

const tests = `npm test ended with 1

3 tests failed:

✗ sorts by name
  Error: expected 3 at /tmp/x1/list.ts:14
  at sort

✗ sorts by date
  Error: expected 7 at /tmp/x2/list.ts:99

✗ logs in
  TypeError: no user`;

test("tests that fail with the same words are one group, others are others, and a check without tests is one", () => {
  const groups = groupFailures([failed("test", tests), failed("lint", "1 problem")], "main");
  expect(groups.map(({ title, tests: names }) => [title, names])).toEqual([
    ["`test`: sorts by name and 1 more fail", ["sorts by name", "sorts by date"]],
    ["`test`: logs in fails", ["logs in"]],
    ["`lint` fails on main", []],
  ]);
  expect(groups[0]?.evidence).toContain("✗ sorts by date\n  Error: expected 7");
});

test("the same assertion in two files is two groups, the same exception from many tests is one", () => {
  const evidence = [
    ...["✗ adds", "  AssertionError: expected 1 to be 2", "  at test/add.test.js:3"],
    ...["✗ slugs", "  AssertionError: expected 5 to be 6", "  at test/slug.test.js:9"],
    ...["✗ reads", "  TypeError: db is undefined", "  at test/read.test.js:3"],
    ...["✗ writes", "  TypeError: db is undefined", "  at test/write.test.js:3"],
  ].join("\n");
  const groups = groupFailures([failed("test", evidence)], "main");
  expect(groups.map(({ tests: names }) => names)).toEqual([["adds"], ["slugs"], ["reads", "writes"]]);
});

test("the same failure has the same fingerprint wherever it ran; what passed makes no group", () => {
  const again = tests.replaceAll("/tmp/x", "/var/y").replaceAll("14", "15");
  const prints = (evidence: string) => groupFailures([failed("test", evidence)], "main").map((one) => one.fingerprint);
  expect(prints(again)).toEqual(prints(tests));
  expect(groupFailures([{ ...failed("test", tests), verdict: "passed" }], "main")).toEqual([]);
});

test("an issue is written for each group, none twice; one that was done and fails again is new", async () => {
  const { forge } = await aForge();
  const { desk: editor } = forge.tracker;
  if (editor === undefined) throw new Error("it has no desk");
  const groups = groupFailures([failed("test", tests)], "main");
  const at = { branch: "main", commit: "0123456789" };
  const run = async (key: string) => {
    const triage: Triage = { desk: editor, by: ann, key, at };
    return takeValue(await writeIssues(triage, groups)).map(({ issue, isNew }) => [issue, isNew]);
  };
  expect(await run("1")).toEqual([
    ["shop#1", true],
    ["shop#2", true],
  ]);
  expect(await run("2")).toEqual([
    ["shop#1", false],
    ["shop#2", false],
  ]);
  expect(takeValue(await editor.show("1"))).toMatchObject({
    labels: ["triage"],
    text: expect.stringContaining("`test` fails on main at 0123456."),
  });
  takeValue(await editor.setState("1", { as: "done", text: "", by: ann, key: "a" }));
  takeValue(await editor.setState("2", { as: "not_planned", text: "", by: ann, key: "b" }));
  expect(await run("3")).toEqual([
    ["shop#3", true],
    ["shop#2", false],
  ]);
});

test("two checks that fail for the same reason, such as their set-up, get an issue each", async () => {
  const { forge } = await aForge();
  const { desk: editor } = forge.tracker;
  if (editor === undefined) throw new Error("it has no desk");
  const same = { fingerprint: "print of the set-up" };
  const results = [failed("test", "setup failed"), failed("lint", "setup failed")].map((one) => ({ ...one, ...same }));
  const at = { branch: "main", commit: "0123456789" };
  const written = takeValue(
    await writeIssues({ desk: editor, by: ann, key: "r1", at }, groupFailures(results, "main")),
  );
  expect(written.map(({ group, isNew }) => [group.check, isNew])).toEqual([
    ["test", true],
    ["lint", true],
  ]);
});
