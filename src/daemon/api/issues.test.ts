/** Issues through the HTTP interface, on a real local forge. */
import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { anApiOnForge } from "../../../test/fixtures/forge-api.ts";
import { aRules } from "../../../test/fixtures/rules.ts";
import { aSession } from "../../../test/fixtures/domain.ts";
import { issueId, sessionId } from "../../domain/model/ids.ts";
import { failed } from "../../slots/result.ts";

test("an issue is opened, read by every name it has, edited, talked about, closed and opened again", async () => {
  const { rig, repository } = await anApiOnForge();
  await repository.git("config", "user.name", "Maria");
  const client = rig.client();
  const made = await client.createIssue({ title: "  Sort the\nlist ", body: "By name.", labels: ["ui", "ui", "bug"] });
  expect(made).toMatchObject({
    ...{ id: "app#1", name: "1", project: "app", title: "Sort the list", text: "By name.", author: "Maria" },
    ...{ labels: ["ui", "bug"], priority: 3, state: "open", blockedBy: [], comments: [], session: null },
    notStarted: "waits for `ao new 1` (auto_assign is off)",
  });
  for (const id of ["1", "#1", "app#1"]) expect(await client.issue({ id })).toEqual(made);

  await client.createIssue({ title: "Search", priority: 1, blockedBy: ["#1"] });
  expect(await client.listIssues({})).toMatchObject([
    { name: "2", priority: 1, blockedBy: ["1"], waitsFor: ["1"] },
    { name: "1" },
  ]);
  const edited = await client.editIssue({ id: "1", title: "Sort it", addLabels: ["ux"], removeLabels: ["bug"] });
  expect(edited).toMatchObject({ title: "Sort it", text: "By name.", labels: ["ui", "ux"] });
  const said = await client.commentIssue({ id: "1", text: "By date, too?" });
  expect(said.comments).toMatchObject([{ by: "Maria", text: "By date, too?" }]);

  expect(await client.closeIssue({ id: "1", as: "not_planned", text: "No." })).toMatchObject({ state: "not_planned" });
  expect((await client.listIssues({})).map(({ name }) => name)).toEqual(["2"]);
  expect((await client.listIssues({ all: true })).map(({ name }) => name)).toEqual(["1", "2"]);
  expect(await client.listIssues({ all: true, label: "ux" })).toMatchObject([{ name: "1", notStarted: null }]);
  expect(await client.reopenIssue({ id: "1" })).toMatchObject({ state: "open", comments: [{}, { text: "No." }] });
});

test("what waits for another says so, and begins when that one is closed as done", async () => {
  const { rig } = await anApiOnForge({ rules: aRules({ autoAssign: true }) });
  rig.plugins.on("workspace.create", () => failed("unavailable", "not now"));
  const client = rig.client();
  await client.createIssue({ title: "First" });
  await client.createIssue({ title: "Second", blockedBy: ["1"] });
  const [first, second] = await until(
    () => client.listIssues({}),
    ([one]) => one?.session !== null,
  );
  expect(first).toMatchObject({ session: { id: "app-first", live: true, column: "working" }, notStarted: null });
  expect(second).toMatchObject({ session: null, notStarted: "waits for #1" });
  await client.closeIssue({ id: "1" });
  await until(
    () => client.issue({ id: "2" }),
    ({ session }) => session?.id === "app-second",
  );
});

test("whoever starts at an issue reads what people said below it", async () => {
  const { rig } = await anApiOnForge();
  const client = rig.client();
  await client.createIssue({ title: "Sort the list", body: "By name." });
  await client.commentIssue({ id: "1", text: "By date, too." });
  const { id } = await client.startSession({ projectId: "app", issue: "1" });
  expect(rig.store.sessions.get(sessionId(id))?.task).toMatch(
    /^Sort the list\n\nBy name\.\n\nComments:\n\n.+:\nBy date, too\.$/,
  );
});

test("a file becomes issues, all or none, and says what it passed over", async () => {
  const { rig } = await anApiOnForge();
  const client = rig.client();
  const text = "# Backlog\n- [ ] One\n- [x] Two\n- [ ] Three\n  Blocked by: One\n";
  const { issues, passedOver } = await client.importIssues({ format: "markdown", text });
  expect(issues.map(({ name, title, waitsFor }) => [name, title, waitsFor])).toEqual([
    ["1", "One", []],
    ["2", "Three", ["1"]],
  ]);
  expect(passedOver.map(({ line, why }) => [line, why])).toEqual([
    [1, "belongs to no issue"],
    [3, "is done"],
  ]);
  await expect(client.importIssues({ format: "csv", text: "title,priority\na,soon\nb,9" })).rejects.toMatchObject({
    status: 400,
    facts: [
      { name: "line 2", text: '"soon" is not a valid priority; use 1 (most urgent) to 5' },
      { name: "line 3", text: '"9" is not a valid priority; use 1 (most urgent) to 5' },
    ],
  });
  expect(await client.listIssues({})).toHaveLength(2);
});

test("what cannot be taken is refused with the reason", async () => {
  const { rig } = await anApiOnForge();
  for (const [asked, status, says] of refused)
    await expect(rig.client().createIssue(asked as never), says).rejects.toMatchObject({
      status,
      message: expect.stringContaining(says),
    });
  expect(await rig.client().listIssues({})).toEqual([]);
});

const refused = [
  [{ title: "" }, 409, "the title is empty"],
  [{ title: "x".repeat(301) }, 409, "at most 300 characters"],
  [{ title: "x", priority: 9 }, 400, "`priority`"],
  [{ title: "x", blockedBy: ["7"] }, 409, "there is no issue 7 to wait for"],
  [{ title: "x", projectId: "ap" }, 404, "there is no project ap"],
  [{ title: "x", lables: [] }, 400, "did you mean `labels`?"],
] as const;

test("an issue that is not there is named, with the nearest", async () => {
  const { rig } = await anApiOnForge();
  await rig.client().createIssue({ title: "One" });
  await expect(rig.client().issue({ id: "app#2" })).rejects.toMatchObject({ status: 404, try: "ao issue show app#1" });
  await expect(rig.client().closeIssue({ id: "nonsense" })).rejects.toMatchObject({ status: 404 });
});

test("the same key opens one issue, also across a death of the daemon before it could answer", async () => {
  const { rig } = await anApiOnForge();
  const client = rig.client({ retryForMs: 5_000 });
  const ask = () => client.createIssue({ title: "Once" }, { idempotencyKey: "k1" });
  const first = await ask();
  rig.meddle("DELETE FROM requests");
  await rig.kill();
  await rig.start();
  expect(await ask()).toMatchObject({ id: first.id });
  expect(await client.listIssues({})).toHaveLength(1);
});

test("secrets in the words of others stay here", async () => {
  const { rig } = await anApiOnForge();
  const made = await rig.client().createIssue({ title: "Token", body: "It is hunter2-hunter2." });
  expect(JSON.stringify(made)).not.toContain("hunter2");
});

test("a tracker that takes no issues from us says so", async () => {
  const rig = await anApi({ slots: { tracker: { ...scripted(), name: "mail" } } });
  await expect(rig.client().createIssue({ title: "x" })).rejects.toMatchObject({
    status: 409,
    message: "nothing was done: the issues of app are written in mail itself",
  });
  expect(await rig.client().listIssues({})).toEqual([]);
});

test("who worked on it last is shown after the end, too", async () => {
  const role = { kind: "worker", issue: issueId("app#1") } as const;
  const phase = { kind: "ended", because: "landed", atMs: 1, rescueRef: null, head: null } as const;
  const { rig } = await anApiOnForge({
    facts: (store) => store.sessions.save(aSession({ role, phase: phase as never }), { wants: null, dueMs: null }),
  });
  const made = await rig.client().createIssue({ title: "One" });
  expect(made.session).toMatchObject({ live: false, column: "done" });
});

const scripted = () => ({
  credential: "x",
  since: async () => ({ ok: true, value: { issues: [], cursor: "1" } }) as const,
  read: async () => ({ ok: false, error: { code: "gone", message: "gone" } }) as const,
  close: async () => ({ ok: true, value: null }) as const,
});

async function until<T>(ask: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    if (Date.now() > deadline) throw new Error(`never so: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
