import { expect, onTestFinished, test } from "vitest";
import { bea, JiraFake, mallory } from "../../../../test/fakes/jira-fake.ts";
import { trackerOptions } from "../../../../test/fakes/tracker-options.ts";
import { changeId, issueId, sessionId } from "../../../domain/model/ids.ts";
import { known } from "../../../domain/model/known.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import type { TrackerOptions } from "../../remote/tracker-options.ts";
import { createJiraTracker } from "./jira-tracker.ts";

async function aTracker(
  isCloud: boolean,
  settings: TrackerOptions["settings"] = {},
  special: Partial<TrackerOptions> = {},
) {
  const fake = await JiraFake.start(isCloud);
  onTestFinished(fake.stop);
  const account = isCloud ? { cloud: true, email: "ann@example.test" } : {};
  const made = createJiraTracker(
    trackerOptions({ url: fake.url, token: "token-1", projectKey: "ENG", ...account, ...settings }, special),
  );
  if (!made.ok) throw new Error(made.why);
  const write = (summary: string, more: Partial<Parameters<JiraFake["create"]>[0]> = {}) =>
    fake.create({ summary, description: fake.text(""), ...more });
  return { fake, tracker: made.tracker, write };
}

async function look(tracker: TrackerPlugin, cursor: string | null = null) {
  const seen = await tracker.since(cursor);
  if (!seen.ok) throw new Error(seen.error.message);
  return seen.value;
}

const titles = async (tracker: TrackerPlugin) => (await look(tracker)).issues.map(({ title }) => title).sort();

const ONE = issueId("app#ENG-1");
const KINDS = [
  ["Cloud", true],
  ["Server", false],
] as const;

test("an issue of which Jira could not say whether its author may write is read again at the next look", async () => {
  let isDown = true;
  const { tracker, write } = await aTracker(
    false,
    {},
    {
      fetch: async (url, init) =>
        isDown && url.pathname.endsWith("/user/permission/search")
          ? Response.json({ errorMessages: ["Bad gateway"] }, { status: 502 })
          : fetch(url, init),
    },
  );
  write("One");
  expect(await tracker.since(null)).toMatchObject({ ok: false, error: { code: "unavailable" } });
  isDown = false;
  expect((await look(tracker)).issues).toMatchObject([
    { title: "One", author: { kind: "person", canWrite: { known: true, value: true } } },
  ]);
});

test.for(KINDS)(
  "where the token may not ask who may write (%s), its owner's issues count, others wait, and that is said once",
  async ([, isCloud]) => {
    const said: string[] = [];
    const { fake, tracker, write } = await aTracker(isCloud, {}, { tell: (sentence) => void said.push(sentence) });
    fake.isAdmin = false;
    write("Own");
    write("Bea's", { reporter: bea });
    write("Mallory's", { reporter: mallory });
    const canWrite = (await look(tracker)).issues.map(({ author }) => author.kind === "person" && author.canWrite);
    expect(canWrite).toMatchObject([known(true), { known: false }, { known: false }]);
    await look(tracker);
    expect(said).toEqual([expect.stringContaining("Administer projects")]);
    expect(fake.http?.asked.filter((asked) => asked.includes("permission/search")).length).toBeLessThanOrEqual(2);
  },
);

test.for(KINDS)("people who may edit issues may write (%s), others not", async ([, isCloud]) => {
  const { tracker, write } = await aTracker(isCloud);
  write("Bea's", { reporter: bea });
  write("Mallory's", { reporter: mallory });
  expect((await look(tracker)).issues.map(({ author }) => author)).toMatchObject([
    { name: "Bea B.", canWrite: known(true) },
    { name: "mallory", canWrite: known(false) },
  ]);
});

test.for(KINDS)("a deed is found among hundreds of comments, and not done again (%s)", async ([, isCloud]) => {
  const { fake, tracker, write } = await aTracker(isCloud);
  write("One");
  for (let n = 0; n < 150; n += 1) fake.say("ENG-1", fake.text(`before ${n}`));
  await tracker.close({ issue: ONE, text: "Landed.", key: "close:1" });
  for (let n = 0; n < 250; n += 1) fake.say("ENG-1", fake.text(`after ${n}`));
  fake.edit("ENG-1", { status: "1" });
  await tracker.close({ issue: ONE, text: "Landed.", key: "close:1" });
  expect(fake.comments).toHaveLength(401);
  expect(fake.statusOf("ENG-1")).toBe("To Do");
  const shown = await tracker.desk?.show("ENG-1");
  const texts = shown?.ok === true ? shown.value.comments.map(({ text }) => text) : [];
  expect([texts.length, texts[0], texts.at(-1)]).toEqual([401, "before 0", "after 249"]);
});

const RESOLUTIONS = [
  { id: "1", name: "Won't Do" },
  { id: "2", name: "Done" },
];
const asking = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, name]) => [field, { name, required: true }]));

test("a resolution that the way asks for is given, one that fits", async () => {
  const { fake, tracker, write } = await aTracker(true);
  write("One");
  write("Two");
  for (const status of ["Done", "Won't Do"])
    fake.asks.set(status, { resolution: { name: "Resolution", required: true, allowedValues: RESOLUTIONS } });
  await tracker.close({ issue: ONE, text: "Landed.", key: "close:1" });
  expect([fake.statusOf("ENG-1"), fake.find("ENG-1")?.resolution]).toEqual(["Done", "Done"]);
  await tracker.desk?.setState("ENG-2", { as: "not_planned", text: "", ...deed });
  expect([fake.statusOf("ENG-2"), fake.find("ENG-2")?.resolution]).toEqual(["Won't Do", "Won't Do"]);
});

test("a way that asks for what only a person knows is left, and people are told", async () => {
  const { fake, tracker, write } = await aTracker(true);
  write("One");
  fake.asks.set("Done", asking({ customfield_1: "Root cause", resolution: "Resolution" }));
  fake.asks.set("In Progress", asking({ customfield_2: "Estimate" }));
  const move = { issue: ONE, to: "started", key: "move:1", session: sessionId("app-1"), change: null } as const;
  for (let n = 0; n < 2; n += 1) expect(await tracker.move?.(move)).toMatchObject({ ok: true });
  expect(await tracker.close({ issue: ONE, text: "Landed.", key: "close:1" })).toMatchObject({ ok: true });
  expect(fake.statusOf("ENG-1")).toBe("To Do");
  const said = fake.comments.map(({ body }) => JSON.stringify(body));
  expect(said).toEqual([
    expect.stringContaining("Jira asks for Estimate before it goes to In Progress"),
    expect.stringMatching(/Landed\..*Jira asks for Root cause and Resolution before it goes to Done/),
  ]);
  expect(await tracker.desk?.setState("ENG-1", { as: "done", text: "", ...deed })).toMatchObject({
    error: { code: "refused", message: expect.stringContaining("Jira asks for Root cause") },
  });
});

const deed = { by: { kind: "person", name: "Ann", canWrite: known(true) }, key: "k" } as const;

test.for(KINDS)("an issue is given to somebody, and taken from them (%s)", async ([, isCloud]) => {
  const { fake, tracker, write } = await aTracker(isCloud);
  write("One");
  await tracker.desk?.edit("ENG-1", { assignee: "bea b.", ...deed });
  expect(fake.find("ENG-1")?.assignee?.displayName).toBe("Bea B.");
  await tracker.desk?.edit("ENG-1", { assignee: null, ...deed });
  expect(fake.find("ENG-1")?.assignee).toBeNull();
  expect(await tracker.desk?.edit("ENG-1", { title: "No", assignee: "be", ...deed })).toMatchObject({
    error: { code: "refused", message: expect.stringContaining("nobody called be") },
  });
  expect(fake.find("ENG-1")?.summary).toBe("One");
  await tracker.desk?.create([{ title: "Two", assignee: "ann@example.test" }], deed);
  expect(fake.find("ENG-2")?.assignee?.displayName).toBe("ann");
});

test.for<[what: string, settings: TrackerOptions["settings"], seen: readonly string[]]>([
  ["nothing", {}, ["A", "B", "C"]],
  ["JQL of one's own", { query: "component = api" }, ["B", "C"]],
  ["JQL with an order", { query: "component = api ORDER BY rank" }, ["B", "C"]],
  ["labels, all of them", { labels: ["x", "y"] }, ["C"]],
  ["both", { query: "component = web", labels: ["x"] }, ["A"]],
])("the filter: %s", async ([, settings, seen]) => {
  const { tracker, write } = await aTracker(true, settings);
  write("A", { labels: ["x"] });
  write("B", { labels: ["x"], component: "api" });
  write("C", { labels: ["x", "y"], component: "api" });
  expect(await titles(tracker)).toEqual(seen);
});

test("an issue waits for its sub-tasks", async () => {
  const { tracker, write } = await aTracker(false);
  write("Whole");
  for (const title of ["Part 1", "Part 2"]) write(title, { parent: "ENG-1" });
  expect(await tracker.read(ONE)).toMatchObject({ value: { blockedBy: ["app#ENG-2", "app#ENG-3"] } });
});

test("a later issue that nobody can vouch for just now waits, and is read when somebody can", async () => {
  let isDown = false;
  const fetchIt: TrackerOptions["fetch"] = async (url, init) =>
    isDown && url.pathname.endsWith("/user/permission/search")
      ? Response.json({ errorMessages: ["Bad gateway"] }, { status: 502 })
      : fetch(url, init);
  const { tracker, write } = await aTracker(true, {}, { fetch: fetchIt });
  write("One");
  const first = await look(tracker);
  isDown = true;
  write("Two", { reporter: bea });
  const second = await look(tracker, first.cursor);
  expect(second).toEqual({ issues: [], cursor: first.cursor });
  isDown = false;
  expect((await look(tracker, second.cursor)).issues).toMatchObject([{ title: "Two" }]);
});

test("an issue that shows nobody as its author holds up no other", async () => {
  const { tracker, write } = await aTracker(true);
  Object.assign(write("Nobody's"), { reporter: null });
  write("Two");
  expect((await look(tracker)).issues).toMatchObject([{ author: { canWrite: { known: false } } }, { title: "Two" }]);
});

test("an issue is read as wanted or not by itself, and never one of another project", async () => {
  const { tracker, write } = await aTracker(true, { labels: ["agents"] });
  write("One", { labels: ["agents"] });
  write("Two");
  Object.assign(write("Three", { labels: ["agents"] }), { key: "OPS-3" });
  const wanted = ["ENG-1", "ENG-2", "OPS-3"].map(async (key) => tracker.read(issueId(`app#${key}`)));
  expect(await Promise.all(wanted)).toMatchObject([true, false, false].map((isWanted) => ({ value: { isWanted } })));
});

test("what was moved is shown as it is then", async () => {
  const { tracker, write } = await aTracker(true);
  write("One");
  const move = { issue: ONE, to: "started", session: sessionId("app-1"), change: null, key: "m" } as const;
  expect(await tracker.move?.(move)).toMatchObject({ ok: true, value: { id: ONE, isWanted: true } });
  expect(await tracker.move?.(move)).toEqual({ ok: true, value: null });
});

/** Requests go through; in their answers the key is another one. */
const movedTo =
  (key: string): NonNullable<TrackerOptions["fetch"]> =>
  async (url, init) =>
    new Response((await (await fetch(url, init)).text()).replaceAll("ENG-1", key), { status: 200 });

test.for(KINDS)(
  "%s: an issue that was moved to another project is gone, and nothing is written there",
  async ([, isCloud]) => {
    const { fake, tracker, write } = await aTracker(isCloud, {}, { fetch: movedTo("OPS-7") });
    write("One");
    const gone = { ok: false, error: { code: "gone", message: expect.stringContaining("OPS-7") } };
    expect(await tracker.read(ONE)).toMatchObject(gone);
    expect(await tracker.close({ issue: ONE, text: "Landed.", key: "k" })).toMatchObject(gone);
    expect(fake.statusOf("ENG-1")).toBe("To Do");
  },
);

test("a comment that is longer than Jira takes is cut, and says so", async () => {
  const { fake, tracker, write } = await aTracker(false);
  write("One");
  expect((await tracker.close({ issue: ONE, text: "long ".repeat(10_000), key: "k" })).ok).toBe(true);
  const [body] = fake.comments.map((comment) => String(comment.body));
  expect(body?.length).toBeLessThanOrEqual(32_767);
  expect(body).toContain("Jira takes at most 30,000 characters");
});

test.for(KINDS)("%s: the link to a change with a long title and address is made, once", async ([, isCloud]) => {
  const { fake, tracker, write } = await aTracker(isCloud);
  write("One");
  const change = {
    id: changeId("app#1"),
    title: "T".repeat(300),
    url: `https://git.example.test/${"a".repeat(300)}/1`,
  };
  const move = { issue: ONE, to: "change_opened", session: sessionId("app-1"), change, key: "m" } as const;
  expect(await tracker.move?.(move)).toMatchObject({ ok: true });
  expect(await tracker.move?.(move)).toMatchObject({ ok: true });
  expect(fake.remoteLinks.map(({ url }) => url)).toEqual([change.url]);
});

test.for(KINDS)(
  "%s: where the project got another key it is said, and no issue is taken for gone or new",
  async ([, isCloud]) => {
    const { fake, tracker, write } = await aTracker(isCloud);
    write("One");
    const { cursor } = await look(tracker);
    fake.renamedTo = "SHOP";
    fake.edit("ENG-1", { summary: "Still one" });
    const renamed = { ok: false, error: { code: "refused", message: expect.stringContaining("projectKey: SHOP") } };
    expect(await tracker.since(null)).toMatchObject(renamed);
    expect(await tracker.since(cursor)).toMatchObject(renamed);
    expect(await tracker.read(ONE)).toMatchObject(renamed);
    expect(await tracker.close({ issue: ONE, text: "Landed.", key: "k" })).toMatchObject(renamed);
    expect(fake.statusOf("ENG-1")).toBe("To Do");
  },
);

test.for(KINDS)(
  "%s: of issues with the same title each is made once, also after a lost answer",
  async ([, isCloud]) => {
    const { fake, tracker } = await aTracker(isCloud);
    const by = { kind: "person", name: "ann", canWrite: known(true) } as const;
    const creating = () => tracker.desk?.create([{ title: "Twice " }, { title: "Twice " }], { by, key: "k" });
    const made = await creating();
    expect(made).toMatchObject({ ok: true, value: [expect.anything(), expect.anything()] });
    expect(await creating()).toEqual(made);
    expect(fake.issues).toHaveLength(2);
  },
);

test.for(KINDS)("%s: a name that Jira does not know is refused, as it is there", async ([, isCloud]) => {
  const { fake } = await aTracker(isCloud);
  const authorization = isCloud
    ? `Basic ${Buffer.from("ann@example.test:token-1").toString("base64")}`
    : "Bearer token-1";
  const path = isCloud ? "rest/api/3/search/jql" : "rest/api/2/search";
  const body = JSON.stringify({ jql: "project = ENG", labels: ["a"] });
  const answer = await fetch(`${fake.url}${path}`, { method: "POST", headers: { authorization }, body });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('Unrecognized field \\"labels\\"'),
  ]);
});
