/** How a session is asked for, called by its names, and ordered about. */
import { expect, test } from "vitest";
import { anApi, type ApiRig } from "../../../test/fixtures/daemon-api.ts";
import { aChange, anIncident, anIssueSnapshot, asking, aSession, theSession } from "../../../test/fixtures/domain.ts";
import { aRepository, git } from "../../../test/fixtures/git-repository.ts";
import { aRules, aSpecialist } from "../../../test/fixtures/rules.ts";
import { incidentId, issueId, sessionId } from "../../domain/model/ids.ts";
import type { Session } from "../../domain/session/session.ts";
import { failed } from "../../slots/result.ts";
import type { Store } from "../../store/open.ts";

const save = (...sessions: readonly Partial<Session>[]) => ({
  facts: (store: Store): void => {
    for (const special of sessions) store.sessions.save(aSession(special), { wants: null, dueMs: null });
  },
});

const start = (rig: ApiRig, asked: Parameters<ReturnType<ApiRig["client"]>["startSession"]>[0]) =>
  rig.client().startSession(asked);

function withIssue(rig: ApiRig, id = "app#41", labels: readonly string[] = []): void {
  const title = "Rate-limit the login form";
  const issue = anIssueSnapshot({ id: issueId(id), title, text: "Five a minute.", labels });
  rig.plugins.on("tracker.read", ({ args }) =>
    String(args[0]) === "41" ? { value: issue } : failed("gone" as never, "no such issue"),
  );
}

test.for([
  [{ title: "Fix the login form" }, "fix-the-login-form"],
  [{ title: "Ärger mit der Straße!" }, "arger-mit-der-stra-e"],
  [{ title: "  --flag 'quoted' \"twice\"  " }, "flag-quoted-twice"],
  [{ title: "../../etc/passwd" }, "etc-passwd"],
  [{ title: "🙂🙂" }, "session-1"],
  [{ title: "x".repeat(300) }, "x".repeat(48)],
  [{ prompt: "Look around.\nThen report." }, "look-around"],
  [{ title: "Anything", name: "mine" }, "mine"],
  [{ name: "A", prompt: "" }, "a"],
] as const)("%j is called %s, and so is its branch", async ([asked, name]) => {
  const rig = await anApi();
  const { id } = await start(rig, asked);
  expect(id).toBe(`app-${name}`);
  expect(await rig.client().status({ id })).toMatchObject({ branch: `agent/${name}` });
});

test("the prefix and the template of the project are obeyed", async () => {
  const rig = await anApi({
    project: { sessionPrefix: "shop" },
    rules: aRules({ autoAssign: false, naming: { prefix: "shop", branch: "bots/{{ name }}-work" } }),
  });
  expect(await start(rig, { title: "One" })).toMatchObject({ id: "shop-one" });
  expect(await rig.client().status({ id: "one" })).toMatchObject({ branch: "bots/one-work" });
});

test("a name that was ever used is counted up, also by twenty who ask at once", async () => {
  const rig = await anApi(save({ id: sessionId("app-same"), phase: ended("landed") }));
  const ids = await Promise.all(Array.from({ length: 20 }, () => start(rig, { title: "Same" })));
  const names = ids.map(({ id }) => id).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  expect(names).toEqual(Array.from({ length: 20 }, (_, n) => `app-same-${n + 2}`));
  expect(new Set((await rig.client().listSessions({})).map(({ branch }) => branch)).size).toBe(20);
});

test("branches and folders of others are left alone", async () => {
  const rig = await anApi();
  rig.plugins.on("workspace.isFree", ({ args }) => ({
    value: !/(one|one-2)$/.test((args[0] as { branch: string }).branch),
  }));
  expect(await start(rig, { title: "One" })).toMatchObject({ id: "app-one-3" });
  await expect(start(rig, { title: "Two", branch: "agent/one" })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("branch agent/one is taken already"),
  });
  expect(await start(rig, { title: "Two", branch: "agent/free" })).toMatchObject({ id: "app-two" });
  await expect(start(rig, { title: "Three", branch: "agent/free" })).rejects.toMatchObject({ candidates: ["app-two"] });
});

test.for([
  [{}, 400, "give a title, an issue or a prompt"],
  [{ title: "   " }, 400, "give a title, an issue or a prompt"],
  [{ title: "x", projectId: "ap" }, 404, "there is no project ap"],
  [{ title: "x", name: "../evil" }, 400, "is not a valid name; use 1 to 48 of a-z, 0-9 and -"],
  [{ title: "x", name: "two words" }, 400, "is not a valid name"],
  [{ title: "x", agent: "nobody" }, 400, "there is no agent nobody"],
  [{ title: "x", drive: "exec" }, 400, "agent has no drive exec; it has turns and terminal"],
  [{ title: "x", drive: "screen" as "exec" }, 400, "drive"],
  [{ title: "x", runtime: "nowhere" }, 400, "unknown runtime nowhere; use tmux or process"],
  [{ title: "x", workspace: "none" }, 400, "there is no workspace none"],
  [{ issue: "42" }, 404, "no issue #42 in project app"],
  [{ title: "x", base: "nope" }, 404, "the base nope was not found"],
] as const)("%j is refused and nothing is started", async ([asked, status, sentence]) => {
  const rig = await anApi();
  withIssue(rig);
  rig.onlyInstalled("agent", "runtime", "workspace");
  rig.plugins.on("workspace.commitOf", () => failed("gone" as never, "no such commit"));
  await expect(start(rig, asked)).rejects.toMatchObject({ status, message: expect.stringContaining(sentence) });
  expect(await rig.client().listSessions({ all: true })).toEqual([]);
});

test("a base is resolved to its commit, and `auto` to what the project says", async () => {
  const rig = await anApi();
  const { id } = await start(rig, { title: "x", base: "v1.2", agent: "auto", runtime: "auto" });
  const usual = aRules().agent;
  expect(await rig.client().session({ id })).toMatchObject({
    base: "named-1",
    agent: usual.plugin,
    runtime: usual.runtime,
    workspace: usual.workspace,
  });
});

test("a specialist is taken by its name, or by the labels of the issue", async () => {
  const ui = aSpecialist("ui", { agent: "painter", credential: "paint", labels: ["frontend"] });
  const rig = await anApi({ rules: aRules({ autoAssign: false, specialists: [ui] }) });
  withIssue(rig, "app#41", ["frontend"]);
  const agentOf = async (asked: Parameters<typeof start>[1]) =>
    rig.store.sessions.get(sessionId((await start(rig, asked)).id))?.agent;
  const painter = { plugin: "painter", credential: "paint", specialist: "ui" };
  expect(await agentOf({ title: "x", agent: "ui" })).toMatchObject(painter);
  expect(await agentOf({ issue: "41" })).toMatchObject(painter);
  expect(await agentOf({ issue: "41", agent: "command", force: true })).toMatchObject({ specialist: null });
});

test("a session waits for the one it comes after; one that has landed is not waited for, one that cannot is refused", async () => {
  const rig = await anApi(
    save(
      { id: sessionId("app-first"), branch: "agent/first" },
      { id: sessionId("app-landed"), branch: "agent/landed", phase: ended("landed") },
      { id: sessionId("app-stopped"), branch: "agent/stopped", phase: ended("stopped") },
    ),
  );
  const { id } = await start(rig, { title: "Second", after: "first" });
  expect((await rig.client().status({ id })).attention.why).toBe("Waits for app-first to land; then it starts.");
  await start(rig, { title: "Third", after: "landed" });
  expect(rig.store.sessions.get(sessionId("app-third"))?.phase).not.toMatchObject({ step: "waiting" });
  await expect(start(rig, { title: "Fourth", after: "stopped" })).rejects.toMatchObject({
    message: expect.stringContaining("app-stopped ended without landing"),
  });
});

test("an agent that is not installed starts nothing, and the sentence says what to do", async () => {
  const rig = await anApi({ whyNoAgent: (_, { plugin }) => (plugin === "command" ? "claude is not installed" : null) });
  await expect(start(rig, { title: "x" })).rejects.toMatchObject({
    message: "nothing was started: claude is not installed",
    try: "ao doctor",
  });
  expect((await rig.client().listProjects({}))[0]?.notReady).toBe("claude is not installed");
  expect(await start(rig, { title: "x", agent: "other" })).toMatchObject({ id: "app-x" });
});

test("the agent is told the task and the project's rules", async () => {
  const rig = await anApi({ project: { agentRules: "Run the tests." } });
  withIssue(rig);
  const { id } = await start(rig, { issue: "#41" });
  const { messages, title, issue, task } = await rig.client().session({ id });
  expect({ title, issue, task }).toEqual({
    title: "Rate-limit the login form",
    issue: "41",
    task: "Rate-limit the login form\n\nFive a minute.",
  });
  expect(messages.map(({ text }) => text)).toEqual(["Rate-limit the login form\n\nFive a minute.\n\nRun the tests."]);
  const silent = await start(rig, { name: "silent", prompt: "" });
  expect((await rig.client().session({ id: silent.id })).messages).toEqual([]);
});

test.for([
  "41",
  "#41",
  "GH-41",
  "https://forge.example/o/app/issues/41",
  "https://forge.example/o/app/-/issues/41#note",
])("%s is issue 41", async (issue) => {
  const rig = await anApi();
  withIssue(rig);
  expect(await start(rig, { issue })).toMatchObject({ id: "app-rate-limit-the-login-form" });
  expect(await rig.client().status({ id: issue })).toMatchObject({ issue: "41" });
});

test("an order carries the name that git knows its person by", async () => {
  const path = aRepository();
  git(path, "config", "user.name", "Maria Sklodowska");
  const rig = await anApi({ path });
  const { id } = await start(rig, { title: "x" });
  await rig.client().sendMessage({ id, content: "Hello." });
  const { messages } = await rig.client().session({ id });
  expect(messages.find(({ text }) => text === "Hello.")).toMatchObject({ by: "Maria Sklodowska" });
});

test("a closed issue is begun only when that is meant", async () => {
  const rig = await anApi();
  const issue = anIssueSnapshot({ id: issueId("app#41"), state: { kind: "closed", as: "not_planned" } });
  rig.plugins.on("tracker.read", () => ({ value: issue }));
  await expect(start(rig, { issue: "41" })).rejects.toMatchObject({
    ...{ status: 409, message: "nothing was started: issue 41 is closed as not planned" },
    try: "ao issue reopen 41",
  });
  expect(await start(rig, { issue: "41", force: true })).toMatchObject({ id: expect.stringContaining("app-") });
});

test("a live session on the issue is named; a second one must be meant; a stopped one is offered", async () => {
  const rig = await anApi();
  withIssue(rig);
  const first = await start(rig, { issue: "41" });
  await expect(start(rig, { issue: "41" })).rejects.toMatchObject({
    status: 409,
    code: "issue_taken",
    candidates: [first.id],
    try: `ao attach ${first.id}`,
  });
  const second = await start(rig, { issue: "41", force: true });
  expect(second).toEqual({ id: `${first.id}-2`, stopped: [] });
  for (const { id } of [first, second]) {
    await rig.client().stopSession({ id });
    await until(() => rig.store.sessions.get(sessionId(id))?.phase.kind === "ended");
  }
  const third = await start(rig, { issue: "41" });
  expect(new Set(third.stopped)).toEqual(new Set([first.id, second.id]));
});

const ended = (because: "stopped" | "landed"): Session["phase"] => ({
  kind: "ended",
  because,
  rescueRef: null,
  atMs: 0,
});

test("a session is called by its id, its name or its issue, never by a part of it", async () => {
  const rig = await anApi(
    save(
      { id: sessionId("app-login"), role: { kind: "worker", issue: issueId("app#41") } },
      { id: sessionId("app-logout"), role: { kind: "worker", issue: issueId("app#42") }, phase: ended("stopped") },
      { id: sessionId("app-other"), role: { kind: "worker", issue: issueId("app#42") } },
      { id: sessionId("app-app-login"), role: { kind: "worker", issue: null } },
    ),
  );
  const idOf = async (id: string): Promise<string> => (await rig.client().status({ id })).id;
  for (const name of ["app-login", "login", "Login", "41", "#41", "app#41"])
    expect(await idOf(name), name).toBe("app-login");
  expect(await idOf("logout")).toBe("app-logout");
  await expect(idOf("42")).rejects.toMatchObject({
    status: 409,
    code: "ambiguous",
    candidates: expect.arrayContaining(["app-logout", "app-other"]),
  });
  await expect(idOf("log")).rejects.toMatchObject({ status: 404, code: "not_found" });
  await expect(idOf("app-logi")).rejects.toMatchObject({
    try: "ao status app-login",
    candidates: expect.arrayContaining(["app-login"]),
  });
});

test("a question is answered by its words or its number; without one nothing is", async () => {
  const rig = await anApi(save({ phase: asking(null, ["Redis", "In memory"]) }));
  const [question] = (await rig.client().session({ id: theSession })).questions;
  expect(question?.choices).toEqual(["Redis", "In memory"]);
  await expect(rig.client().answer({ id: theSession, content: "x", questionId: "other" })).rejects.toMatchObject({
    status: 409,
  });
  await rig.client().answer({ id: theSession, content: "2" });
  expect(rig.store.messages.ofSession(theSession, 1)[0]?.text).toBe("In memory");
  await expect(rig.client().answer({ id: theSession, content: "2" })).rejects.toMatchObject({
    try: 'ao send app-7 "…"',
  });
});

test("orders change the session, and are refused with a sentence where they cannot", async () => {
  const rig = await anApi(save({}));
  const client = rig.client();
  const id = theSession;
  expect(await client.pause({ id })).toMatchObject({ phase: "yielding" });
  expect(await client.session({ id })).toMatchObject({ hold: "pause" });
  expect(await client.takeOver({ id })).toMatchObject({ phase: "yielding" });
  expect(await client.release({ id })).toMatchObject({ phase: "yielding" });
  expect(await client.resume({ id })).toMatchObject({ phase: "resting" });
  await expect(client.interrupt({ id })).rejects.toMatchObject({
    message: "app-7 has no open turn; nothing was interrupted",
  });
  await expect(client.restore({ id })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("has not ended"),
  });
  expect(await client.restart({ id })).toMatchObject({ id });
  expect(await client.interrupt({ id })).toMatchObject({ id });
  await client.stopSession({ id });
  await until(() => rig.store.sessions.get(id)?.phase.kind === "ended");
  for (const order of [client.pause({ id }), client.sendMessage({ id, content: "x" })])
    await expect(order).rejects.toMatchObject({ status: 409, try: "ao restore app-7" });
  expect(await client.restore({ id })).toMatchObject({ phase: "preparing" });
});

test("a receipt is waited for, and comes when it changes", async () => {
  const rig = await anApi(save({}));
  const client = rig.client();
  const { id, state } = await client.sendMessage({ id: theSession, content: "hello" });
  expect(state).toBe("queued");
  const written = await client.message({ id, waitMs: 10_000, since: "queued" });
  expect(written).toMatchObject({ state: "written", turn: expect.any(String) });
  const waited = client.message({ id, waitMs: 10_000, since: "written" });
  const session = rig.store.sessions.get(theSession);
  const turn = session?.phase.kind === "working" ? session.phase.turn : null;
  if (turn === null) return expect.unreachable("a turn is open");
  rig.engine.take([{ news: { kind: "turn_acknowledged", session: theSession, turn: turn.id, message: turn.message } }]);
  expect(await waited).toMatchObject({ state: "acknowledged", acknowledgedAt: expect.any(String) });
  expect(await client.message({ id, waitMs: 60_000 })).toMatchObject({ state: "acknowledged" });
  await expect(client.message({ id: "nobody" })).rejects.toMatchObject({ status: 404 });
});

test("a queued message says where it stands and what it waits for", async () => {
  const rig = await anApi(save({ phase: asking() }));
  const first = await rig.client().sendMessage({ id: theSession, content: "one" });
  const second = await rig.client().sendMessage({ id: theSession, content: "two" });
  expect(first).toMatchObject({ position: 1, waitsFor: "the agent asks: its question is answered first" });
  expect(second).toMatchObject({ position: 2 });
});

test("why reads as an argument: conclusion, steps, what stands in the way, what would change it", async () => {
  const change = aChange({
    session: theSession,
    incidents: [anIncident({ summary: "`test` fails on h1", attempts: 1 })],
  });
  const rig = await anApi({
    facts: (store) => {
      const incidents = [anIncident({ id: incidentId("q"), trouble: "question", summary: "it asks" })];
      store.sessions.save(aSession({ phase: asking(null, ["Redis"]), incidents }), { wants: null, dueMs: null });
      store.changes.save(change, { dueMs: null });
    },
    plugins: (plugins) => plugins.on("scm.read", () => failed("unavailable", "not now")),
  });
  await rig.client().sendMessage({ id: theSession, content: "what about hunter2-hunter2?" });
  const why = await rig.client().why({ id: theSession });
  expect(why.conclusion).toMatch(/^app-7 needs you: Asks: "Redis or memory\?"/);
  expect(why.steps[0]).toMatchObject({ kind: "person", text: expect.stringContaining('"what about [redacted]?"') });
  expect(why.notFixed).toContainEqual({ ok: false, name: "ci", text: "`test` fails on h1" });
  expect(why.notLanding.map(({ name }) => name)).toContain("autonomy");
  expect(why.changedBy).toEqual({ text: "Answer", command: "ao answer app-7 Redis" });
});

test("a turn that cannot be seen is shown as not known", async () => {
  const rig = await anApi(save({}));
  await rig.client().sendMessage({ id: theSession, content: "go" });
  await until(() => rig.store.messages.ofSession(theSession, 1)[0]?.state.kind === "written");
  rig.plugins.on("runtime.look", () => failed("unavailable", "tmux did not answer"));
  rig.engine.lookAtTurn(theSession);
  await until(() => rig.plugins.asked("runtime.look").length > 0);
  await until(async () => (await rig.client().status({ id: theSession })).state === "unknown");
});

test("ended sessions are listed only when all are asked for, and only of the project that is meant", async () => {
  const rig = await anApi(
    save({}, { id: sessionId("app-old"), role: { kind: "worker", issue: null }, phase: ended("landed") }),
  );
  const ids = async (input: object) => (await rig.client().listSessions(input)).map(({ id }) => id).toSorted();
  expect(await ids({})).toEqual(["app-7"]);
  expect(await ids({ all: true, project: "app" })).toEqual(["app-7", "app-old"]);
  await expect(ids({ project: "nope" })).rejects.toMatchObject({ status: 404 });
});

test("a page asks for some by id, and for the last that ended beside the live ones", async () => {
  const over = { kind: "ended", because: "stopped", rescueRef: null } as const;
  const rig = await anApi(
    save(
      { id: sessionId("app-1"), createdAtMs: 1, phase: { ...over, atMs: 5 } },
      { id: sessionId("app-2"), createdAtMs: 2, phase: { ...over, atMs: 6 } },
      { id: sessionId("app-3"), createdAtMs: 3 },
    ),
  );
  const ids = async (asked: Parameters<ReturnType<ApiRig["client"]>["listSessions"]>[0]) =>
    (await rig.client().listSessions(asked)).map(({ id }) => id);
  expect(await ids({ ended: 1 })).toEqual(["app-3", "app-2"]);
  expect(await ids({ ids: "app-1,app-9,app-3" })).toEqual(["app-1", "app-3"]);
});

test("an open question stands in the status, with its choices, until it is answered", async () => {
  const asks = asking();
  const rig = await anApi(save({ phase: asks }));
  const question = async () => (await rig.client().status({ id: theSession })).question;
  expect(await question()).toMatchObject({ text: asks.question.text, choices: asks.question.choices });
  await rig.client().answer({ id: theSession, content: "Redis" });
  expect(await question()).toBeNull();
});

test("projects are shown and held; settings hold no secret", async () => {
  const rig = await anApi({ ...save({}), project: { agentRules: "use hunter2-hunter2" } });
  const client = rig.client();
  expect(await client.listProjects({})).toMatchObject([{ id: "app", liveSessions: 1, paused: false }]);
  expect(await client.pauseProject({ id: "app" })).toMatchObject({ paused: true });
  expect(await client.resumeProject({ id: "app" })).toMatchObject({ paused: false });
  expect(JSON.stringify(await client.config({ project: "app" }))).toContain("[redacted]");
  expect(await client.config({})).toMatchObject({ settings: { host: "127.0.0.1" } });
  expect(await client.stopDaemon({ replace: true })).toEqual({});
  expect(rig.shutDowns).toEqual(["replace"]);
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + 10_000;
  while (!(await isSo())) {
    if (Date.now() > untilMs) throw new Error("it did not come to pass");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
