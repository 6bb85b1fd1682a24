/** An issue of a tracker elsewhere, from its state there to the landing here and back: the real daemon, a fake on loopback. */
import { expect, onTestFinished, test } from "vitest";
import { createHmac } from "node:crypto";
import { writeAdf } from "../../src/plugins/tracker/jira/write-adf.ts";
import { writeWiki } from "../../src/plugins/tracker/jira/write-wiki.ts";
import { JiraFake } from "../fakes/jira-fake.ts";
import { LinearFake } from "../fakes/linear-fake.ts";
import { aStage, type Stage } from "./stage.ts";

const TASK = "Add a file.\n\n```script\nstart: [{ write: { a.txt: hello } }, { commit: Add a file }]\n```";

const LANDS = {
  reactions: { "approved-and-green": { auto: true, action: "merge" } },
  file: { policy: { preset: "hands-off" }, orchestrator: { auto_assign: true } },
} as const;

type Elsewhere = {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly history: readonly string[];
  readonly said: () => readonly unknown[];
  readonly write: (title: string, text: string) => void;
};

async function linear(): Promise<Elsewhere> {
  const fake = await LinearFake.start();
  onTestFinished(fake.stop);
  return {
    name: "linear",
    settings: { plugin: "linear", url: fake.url, token: "lin_api_test", teamId: "ENG", webhook: { secret: "s3cret" } },
    history: fake.history,
    said: () => fake.comments.map(({ body }) => body),
    write: (title, description) => void fake.create({ title, description }),
  };
}

async function jira(isCloud: boolean): Promise<Elsewhere> {
  const fake = await JiraFake.start(isCloud);
  onTestFinished(fake.stop);
  const account = isCloud ? { cloud: true, email: "ann@example.test" } : {};
  const written = isCloud ? writeAdf : writeWiki;
  return {
    name: "jira",
    settings: { plugin: "jira", url: fake.url, token: "token-1", projectKey: "ENG", ...account },
    history: fake.history,
    said: () => fake.comments.map(({ body }) => body),
    write: (summary, text) => void fake.create({ summary, description: written(text) }),
  };
}

/** Each test brings up a daemon: one tracker stands for the others unless all tests are run. */
const all: readonly (readonly [string, () => Promise<Elsewhere>])[] = [
  ["Linear", linear],
  ["Jira Cloud", () => jira(true)],
  ["Jira Server", () => jira(false)],
];
const shown = process.env["AO_TEST_LONG"] === "1" ? all : all.slice(0, 1);

test.for(shown)("%s: an issue is worked on, shown as such, landed and closed with a comment", async ([, start]) => {
  const elsewhere = await start();
  elsewhere.write("Add a file", TASK);
  const stage = await aStage({ ...LANDS, sandbox: "none", project: { tracker: elsewhere.settings } });
  await expect.poll(() => elsewhere.said().length, { timeout: 90_000, interval: 50 }).toBe(1);
  expect(elsewhere.history).toEqual(["ENG-1 In Progress", "ENG-1 In Review", "ENG-1 Done"]);
  expect(JSON.stringify(elsewhere.said()[0])).toContain("Landed as ");
  expect(await stage.git("log", "-1", "--format=%s", "main")).toBe("Add a file");
  const [quota] = await stage.client.quotas({});
  expect(quota?.credential).toMatch(new RegExp(`^${elsewhere.name}:127\\.0\\.0\\.1:`));
  expect(quota?.requests).toBeGreaterThan(3);
});

test("a stranger's issue waits until a person approves its text; a webhook tells of it at once", async () => {
  const fake = await LinearFake.start();
  onTestFinished(fake.stop);
  const tracker = {
    plugin: "linear",
    url: fake.url,
    token: "lin_api_test",
    teamId: "ENG",
    webhook: { secret: "s3cret" },
  };
  const stage = await aStage({ project: { tracker }, file: { orchestrator: { auto_assign: true } } });
  const by = { creator: null, externalUserCreator: { displayName: "mallory" } };
  fake.create({ title: "Add a file", description: TASK, by });
  expect((await deliver(stage)).status).toBe(202);
  const waiting = () => stage.client.approvals({});
  await expect.poll(waiting, { timeout: 10_000, interval: 50 }).toMatchObject([{ by: "mallory", id: "app#ENG-1" }]);
  expect(await stage.client.listSessions({ all: true })).toEqual([]);
  const [text] = await waiting();
  await stage.client.approve({ digest: text?.digest ?? "" });
  await expect.poll(() => fake.stateOf("ENG-1"), { timeout: 30_000, interval: 50 }).toBe("In Review");
  expect(await waiting()).toEqual([]);
});

function deliver(stage: Stage): Promise<Response> {
  const body = JSON.stringify({ type: "Issue", data: { team: { key: "ENG" } } });
  const signature = createHmac("sha256", "s3cret").update(body).digest("hex");
  const headers = { "linear-signature": signature, "linear-delivery": "d-1", "content-type": "application/json" };
  return fetch(`${stage.url()}/api/webhooks/linear`, { method: "POST", headers, body });
}
