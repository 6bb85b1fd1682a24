/** Changes and reviews through the HTTP interface, on a real local forge and a real engine. */
import { expect, test } from "vitest";
import { anApiOnForge, type ForgeApi } from "../../../test/fixtures/forge-api.ts";
import { aSession } from "../../../test/fixtures/domain.ts";
import { aRules } from "../../../test/fixtures/rules.ts";
import { sessionId } from "../../domain/model/ids.ts";
import { runScript } from "../../plugins/local/testing/check-options.ts";
import { aChange } from "../../plugins/local/testing/deeds.ts";
import type { DiffRecord } from "../../protocol/change/change.ts";
import { createChangeViewer } from "./changes/change-view.ts";

const policy = { approvals: 1, requiredChecks: ["test"] };
const green = runScript("process.exit(0)");
const red = runScript("console.log('TAP version 13\\nnot ok 1 - adds\\n1..1'); process.exit(1)");

async function aReview({
  test: command = green,
  files = { "src/a.txt": "1\n" } as Record<string, string>,
} = {}): Promise<ForgeApi> {
  const made = await anApiOnForge(
    {
      rules: aRules({ autoAssign: false, policy }),
      facts: (store) =>
        store.sessions.save(aSession({ id: sessionId("shop-a"), branch: "agent/a" }), { wants: null, dueMs: null }),
    },
    { checks: { settings: { commands: { test: { command, timeoutMs: 10_000 } } } } } as never,
  );
  await made.repository.git("config", "user.name", "Maria");
  await aChange(made, { files });
  return made;
}

/** As soon as its checks are through. */
const checked = ({ rig }: ForgeApi) =>
  until(
    () => rig.client().change({ id: "1" }),
    ({ checkResults }) => checkResults.some(({ verdict }) => verdict !== "running"),
  );

test("the policy is tested on what is over, by the project's rules or by a preset", async () => {
  const made = await aReview();
  const client = made.rig.client({ retryForMs: 5_000 });
  await checked(made);
  expect((await client.policyTest({})).changes).toEqual([]);
  await client.closeChange({ id: "1" });
  const of = async (preset?: "hands-off" | "cautious") =>
    (await client.policyTest(preset === undefined ? {} : { preset })).changes.map((one) => [one.state, one.reasons]);
  expect(await of()).toEqual([["closed", ["it has 0 of 1 approvals on its current head"]]]);
  expect(await of("cautious")).toEqual([["closed", ["it has 0 of 2 approvals on its current head"]]]);
  expect(await of("hands-off")).toEqual([["closed", []]]);
});

test("what fails on the default branch becomes an issue, once; what is green none", async () => {
  const made = await aReview({ test: red });
  const client = made.rig.client({ retryForMs: 5_000 });
  const ended = async () => {
    let view = await client.triage({ waitMs: 10_000 });
    while (view.state === "running") view = await client.triage({ run: view.run, waitMs: 10_000 });
    return view;
  };
  const first = await until(
    () => ended(),
    ({ results }) => results.length > 0,
  );
  expect(first).toMatchObject({
    results: [{ check: "test", verdict: "failed" }],
    groups: [{ check: "test", tests: ["adds"], isNew: true, issue: { name: "2", title: "`test`: adds fails" } }],
  });
  expect((await ended()).groups).toMatchObject([{ isNew: false, issue: { name: "2" } }]);
  await expect(client.triage({ check: "lint" })).rejects.toMatchObject({ status: 404, candidates: ["test"] });
});

test("a change is looked at, refused, commented on, approved and landed", async () => {
  const made = await aReview();
  const client = made.rig.client({ retryForMs: 5_000 });
  const first = await checked(made);
  expect(first).toMatchObject({
    ...{ id: "app#1", name: "1", title: "Work on a", state: "open", author: "ao", mergeable: true, files: 1 },
    ...{ approvals: [], approvalsNeeded: 1, checks: { passed: 1, failed: 0 }, threads: [], position: null },
    checkResults: [{ name: "test", verdict: "passed" }],
    reasons: [{ ok: false, name: "approvals" }, { ok: true, name: "checks" }, { name: "merge" }, {}, {}],
  });
  await expect(client.landChange({ id: "1" })).rejects.toMatchObject({
    status: 409,
    message: "change #1 was not landed: the policy refuses it",
    facts: [{ ok: false, name: "approvals", text: `0 of 1 on ${first.head.slice(0, 7)}` }],
  });
  const said = await client.reviewChange({
    id: "1",
    verdict: "changes_requested",
    comments: [{ path: "src/a.txt", line: 1, text: "Say two." }],
  });
  expect(said).toMatchObject({
    threadsOpen: 1,
    threads: [
      { name: "1", open: true, path: "src/a.txt", line: 1, remarks: [{ by: "Maria", ours: false, text: "Say two." }] },
    ],
    reviews: [{ by: "Maria", kind: "changes_requested", current: true }],
  });
  expect(said.reasons.filter(({ ok }) => ok === false).map(({ name }) => name)).toEqual([
    "threads",
    "approvals",
    "reviews",
  ]);
  expect(await client.replyThread({ id: "1", thread: "1", text: "Never mind.", resolve: true })).toMatchObject({
    threads: [{ open: false, remarks: [{}, { by: "Maria", text: "Never mind." }] }],
  });
  expect(await client.reviewChange({ id: "shop-a", verdict: "approved" })).toMatchObject({ approvals: ["Maria"] });
  await client.landChange({ id: "1" });
  const landed = await until(
    () => client.change({ id: "1" }),
    ({ state }) => state === "landed",
  );
  expect(landed.landedAs).toBe(await made.repository.git("rev-parse", "main"));
  expect(await client.listChanges({})).toEqual([]);
  expect(await client.listChanges({ all: true })).toMatchObject([{ name: "1", state: "landed" }]);
  await expect(client.landChange({ id: "1" })).rejects.toMatchObject({
    message: expect.stringContaining("landed already"),
  });

  const revert = await client.revertChange({ id: "1" });
  expect(revert).toMatchObject({ name: "2", title: 'Revert "Work on a"', author: "ao", session: null, state: "open" });
  expect(await client.revertChange({ id: "1" })).toMatchObject({ id: revert.id });
  expect(await client.reviewChange({ id: "2", verdict: "approved" })).toMatchObject({ approvals: ["Maria"] });
});

test("a change that lands while the forge is being read is shown as landed", async () => {
  const made = await aReview();
  const client = made.rig.client({ retryForMs: 5_000 });
  await checked(made);
  await client.reviewChange({ id: "1", verdict: "approved" });
  const before = await made.forge.scm.desk?.show("1");
  if (before?.ok !== true) throw new Error("the forge does not show the change");
  await client.landChange({ id: "1" });
  const { landedAs } = await until(
    () => client.change({ id: "1" }),
    ({ state, code }) => state === "landed" && code === "landed",
  );
  const context = made.rig.context();
  const [project] = context.projects.all();
  if (project === undefined) throw new Error("the project is not there");
  expect(before.value.state.kind).toBe("open");
  expect(createChangeViewer(context).brief(project, before.value)).toMatchObject({
    state: "landed",
    landedAs,
    position: null,
  });
});

test("what failed comes first, with its evidence, and the whole output can be had", async () => {
  const made = await aReview({ test: red });
  const seen = await checked(made);
  expect(seen.checkResults).toMatchObject([{ name: "test", verdict: "failed", hasLog: true, tests: { failed: 1 } }]);
  expect(seen.checkResults[0]?.evidence).toContain("adds");
  expect((await made.rig.client().session({ id: "shop-a" })).progress.tests).toEqual({ passed: 0, failed: 1 });
  const answer = await fetch(`${made.rig.url}/api/changes/1/checks/test/log`, {
    headers: { authorization: `Bearer ${made.rig.token}` },
  });
  expect(await answer.text()).toContain("not ok 1 - adds");
});

test("a diff comes file by file; one file, and what came since a head, can be asked for", async () => {
  const made = await aReview({ files: { "a.txt": "1\nhunter2-hunter2\n", "long.txt": "x\n".repeat(30_000) } });
  const records: DiffRecord[] = [];
  for await (const record of made.rig.client().diff({ id: "1" })) records.push(record);
  expect(records).toMatchObject([
    {
      kind: "files",
      change: "app#1",
      files: [
        { path: "a.txt", added: 2 },
        { path: "long.txt", added: 30_000 },
      ],
    },
    { kind: "patch", path: "a.txt", isTooLong: false, text: expect.stringContaining("+1\n") },
    { kind: "patch", path: "long.txt", isTooLong: true, text: "" },
  ]);
  expect(JSON.stringify(records)).not.toContain("hunter2");
  const get = async (query: string) => {
    const headers = { authorization: `Bearer ${made.rig.token}` };
    const answer = await fetch(`${made.rig.url}/api/changes/1/diff?${query}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await get("path=a.txt")).text).toMatch(/^diff --git a\/a.txt b\/a.txt\n/);
  expect(await get("path=b.txt")).toMatchObject({ status: 404 });
  expect(await get("since=1")).toMatchObject({ status: 200, text: "" });
});

test("what is wrong with a review is said, and nothing is written", async () => {
  const { rig } = await aReview();
  const client = rig.client();
  const comment = (path: string) => ({ path, line: 1, text: "x" });
  const ask = (more: object) => client.reviewChange({ id: "1", verdict: "changes_requested", ...more });
  await expect(ask({})).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("say what should change"),
  });
  await expect(ask({ comments: [comment("src/b.txt")] })).rejects.toMatchObject({
    status: 400,
    message: "nothing was written: the change does not touch src/b.txt; did you mean src/a.txt?",
  });
  await expect(ask({ comments: [{ ...comment("src/a.txt"), line: 99 }] })).rejects.toMatchObject({
    status: 400,
    message: "nothing was written: src/a.txt has 1 line, so there is no line 99",
  });
  await expect(client.change({ id: "7" })).rejects.toMatchObject({ status: 404, try: "ao change list --all" });
  await expect(client.replyThread({ id: "1", thread: "9", text: "x" })).rejects.toMatchObject({ status: 404 });
  expect(await client.change({ id: "1" })).toMatchObject({ threads: [], reviews: [] });
  expect(await client.closeChange({ id: "1" })).toMatchObject({ state: "closed", reasons: [] });
});

async function until<T>(ask: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    if (Date.now() > deadline) throw new Error(`never so: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
