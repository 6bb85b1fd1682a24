import { createHmac } from "node:crypto";
import { request as httpRequest } from "node:http";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { noForgeSettings, type WebhookSecrets } from "../../config/shape/forge-shape.ts";
import { anApi, type ApiRig } from "../../../test/fixtures/daemon-api.ts";
import type { HintKind } from "../../slots/hint.ts";
import { findSource, webhookSources } from "./source.ts";

const names = webhookSources.map(({ name }) => name);

function sender(name: string) {
  const source = findSource(name);
  if (source === null) throw new Error(`nobody called ${name} sends deliveries`);
  return source;
}

type Sent = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string; readonly query?: string };

async function aDaemon(source: string, webhook: WebhookSecrets | null = { secret: "s3cret" }) {
  const tracker = { ...noForgeSettings, plugin: source, webhook };
  const rig = await anApi({ project: { repo: "https://forge.example.test/acme/app.git", tracker } });
  const send = ({ headers = {}, body = BODY, query = "" }: Sent) => deliver(rig, source, { headers, body, query });
  const logged = (what: string) => rig.logged.filter((message) => message === `a webhook delivery ${what}`).length;
  return { rig, send, logged, woken: () => rig.plugins.asked("tracker.wake").length };
}

const SECRETS = { secret: "s3cret" };
const BODY = JSON.stringify({ repository: { full_name: "Acme/App" }, action: "opened" });

async function deliver(rig: ApiRig, source: string, { headers, body = "", query = "" }: Sent) {
  const response = await fetch(`${rig.url}/api/webhooks/${source}${query}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  return { status: response.status, answer: await response.json() };
}

const signed = (source: string, { secret = "s3cret", body = BODY, id = "d-1" } = {}) =>
  sender(source).signed(Buffer.from(body), secret, id);

test.for(names)("%s: a signed delivery is taken and wakes the project", async (source) => {
  const { send, woken } = await aDaemon(source);
  expect(await send({ headers: signed(source) })).toEqual({ status: 202, answer: { taken: true, replayed: false } });
  expect(woken()).toBe(1);
});

test.for(names)("%s: forged and unsigned ones are refused and logged, and nothing happens", async (source) => {
  const { send, woken, logged } = await aDaemon(source);
  expect((await send({})).status).toBe(401);
  expect((await send({ headers: signed(source, { secret: "guessed" }) })).status).toBe(401);
  expect(woken()).toBe(0);
  expect(logged("was refused")).toBe(2);
});

test("whoever sends nonsense does not fill the log", async () => {
  const { send, logged } = await aDaemon("github");
  for (let n = 0; n < 45; n += 1) await send({});
  expect(logged("was refused")).toBeLessThanOrEqual(40);
});

test("a body that was changed on the way is not the one that was signed", async () => {
  const { send, woken } = await aDaemon("github");
  expect((await send({ headers: signed("github"), body: `${BODY} ` })).status).toBe(401);
  expect(woken()).toBe(0);
});

test("a replay is answered and wakes nobody: by its id, and by its bytes under another id", async () => {
  const { send, woken, logged } = await aDaemon("github");
  await send({ headers: signed("github") });
  const again = { status: 202, answer: { taken: false, replayed: true } };
  expect(await send({ headers: signed("github") })).toEqual(again);
  expect(await send({ headers: signed("github", { id: "d-2" }) })).toEqual(again);
  expect(woken()).toBe(1);
  expect(logged("came again and did nothing")).toBe(2);
});

test("the same bytes are news again after a while: a thing can happen twice", async () => {
  const { rig, send, woken } = await aDaemon("github");
  for (const id of ["d-1", "d-2", "d-3"]) {
    await send({ headers: signed("github", { id }) });
    rig.aheadMs += 121_000;
  }
  expect(woken()).toBe(3);
});

test.for<[source: string, what: string, body: unknown, project: object]>([
  ["github", "another repository", { repository: { full_name: "acme/other" } }, {}],
  ["gitlab", "another project", { project: { path_with_namespace: "acme/other" } }, {}],
  ["linear", "another team", { data: { team: { key: "OPS" } } }, { teamId: "ENG" }],
  ["linear", "another team's issue", { data: { issue: { team: { key: "OPS" } } } }, { teamId: "ENG" }],
  ["linear", "another team's issue by its key only", { data: { issue: { identifier: "OPS-1" } } }, { teamId: "ENG" }],
  ["jira", "another project", { issue: { fields: { project: { key: "OPS" } } } }, { projectKey: "ENG" }],
  ["jira", "another project's issue by its key only", { issue: { key: "OPS-1", fields: {} } }, { projectKey: "ENG" }],
])("%s: a delivery that names %s is taken and wakes nobody", async ([source, , body, settings]) => {
  const tracker = { ...noForgeSettings, plugin: source, webhook: SECRETS, settings: { ...settings } };
  const rig = await anApi({ project: { repo: "https://forge.example.test/acme/app.git", tracker } });
  const looks = rig.plugins.asked("tracker.since").length;
  const text = JSON.stringify(body);
  const sent = await deliver(rig, source, { headers: signed(source, { body: text }), body: text });
  expect([sent.status, rig.plugins.asked("tracker.wake").length]).toEqual([202, 0]);
  expect(rig.plugins.asked("tracker.since")).toHaveLength(looks);
});

test.for<[source: string, event: string, kind: HintKind]>([
  ["github", "issues", "issues"],
  ["github", "pull_request", "changes"],
  ["github", "pull_request_review_thread", "reviews"],
  ["github", "workflow_job", "checks"],
  ["github", "push", "other"],
  ["github", "star", "other"],
  ["gitlab", "Issue Hook", "issues"],
  ["gitlab", "Merge Request Hook", "changes"],
  ["gitlab", "Note Hook", "reviews"],
  ["gitlab", "Job Hook", "checks"],
  ["gitlab", "Push Hook", "other"],
])("%s's %s tells of %s", ([source, event, kind]) => {
  expect(sender(source).kind({ [`x-${source}-event`]: event })).toBe(kind);
});

test("a replay is known by the next daemon, too", async () => {
  const { rig, send, woken } = await aDaemon("github");
  await send({ headers: signed("github") });
  await rig.kill();
  await rig.start();
  expect(await send({ headers: signed("github") })).toMatchObject({ answer: { replayed: true } });
  expect(woken()).toBe(1);
});

test("while a secret is rotated both are good; afterwards only the new one", async () => {
  const rotating = await aDaemon("github", { secret: "new-one", previousSecret: "s3cret" });
  expect((await rotating.send({ headers: signed("github") })).status).toBe(202);
  expect(
    (await rotating.send({ headers: signed("github", { secret: "new-one", id: "d-2", body: "{}" }), body: "{}" }))
      .status,
  ).toBe(202);
  const rotated = await aDaemon("github", { secret: "new-one" });
  expect((await rotated.send({ headers: signed("github") })).status).toBe(401);
});

test("without a secret every delivery is refused", async () => {
  const { send } = await aDaemon("github", null);
  expect((await send({ headers: signed("github", { secret: "" }) })).status).toBe(401);
});

test("one that is too large is refused unread", async () => {
  const { send, woken } = await aDaemon("github");
  const body = `{"a":"${"x".repeat(5 * 1024 * 1024)}"}`;
  expect((await send({ headers: signed("github", { body }), body })).status).toBe(413);
  expect(woken()).toBe(0);
});

test("one that does not say how large it is is read as far as it may be, refused and logged", async () => {
  const { rig, woken, logged } = await aDaemon("github");
  const piece = Buffer.alloc(1024 * 1024, "x");
  const sent = await new Promise<number | "cut off">((resolve) => {
    const { port } = new URL(rig.url);
    const request = httpRequest({ port, path: "/api/webhooks/github", method: "POST" }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", () => resolve("cut off"));
    for (let n = 0; n < 8; n += 1) request.write(piece);
    request.end();
  });
  expect([413, "cut off"]).toContain(sent);
  expect(woken()).toBe(0);
  expect(logged("was refused")).toBe(1);
});

test("many small deliveries that are under way keep none out", async () => {
  const { rig, send } = await aDaemon("github");
  const answered: unknown[] = [];
  await Promise.all(Array.from({ length: 40 }, () => holdBack(rig.url, 20_000, answered)));
  for (const id of ["d-1", "d-2", "d-3"]) expect((await send({ headers: signed("github", { id }) })).status).toBe(202);
  expect(answered).toEqual([]);
});

test("no more of strangers is held at once than there is room for", async () => {
  const { rig, send } = await aDaemon("github");
  await Promise.all(Array.from({ length: 8 }, () => holdBack(rig.url, 5 * 1024 * 1024, [])));
  await vi.waitFor(async () => expect((await send({ headers: signed("github") })).status).toBe(503));
});

/** It says how long it is, begins, and does not end. */
async function holdBack(url: string, bytes: number, answered: unknown[]) {
  const headers = { "content-length": bytes };
  const { port } = new URL(url);
  const request = httpRequest({ port, path: "/api/webhooks/github", method: "POST", headers }, (response) => {
    answered.push(response.statusCode);
    response.resume();
  });
  request.on("error", () => undefined);
  await new Promise<void>((resolve) => request.write("{", () => resolve()));
}

test("one that is signed and no JSON is refused", async () => {
  const { send } = await aDaemon("github");
  expect((await send({ headers: signed("github", { body: "<xml>" }), body: "<xml>" })).status).toBe(400);
});

test("GitHub may also send a form", async () => {
  const { send, woken } = await aDaemon("github");
  const body = `payload=${encodeURIComponent(BODY)}`;
  expect((await send({ headers: signed("github", { body }), body })).status).toBe(202);
  expect(woken()).toBe(1);
});

test("a Jira Server that cannot sign carries the secret in its address", async () => {
  const { send } = await aDaemon("jira");
  expect((await send({ query: "?secret=s3cret" })).status).toBe(202);
  expect((await send({ query: "?secret=wrong", body: "{}" })).status).toBe(401);
});

test("a sender that nobody knows is not there", async () => {
  const { rig } = await aDaemon("github");
  expect((await deliver(rig, "gitea", { body: BODY })).status).toBe(404);
});

test("`ao webhook test` sends itself what the sender would", async () => {
  const { rig, woken } = await aDaemon("linear");
  const view = await rig.client().testWebhook({ source: "linear" });
  expect(view).toMatchObject({ ok: true, status: 202, sentence: "the delivery was taken" });
  expect(woken()).toBe(0);
  expect(await rig.client().listWebhooks({})).toMatchObject([
    { project: "app", source: "linear", secret: "set", taken: 1 },
  ]);
});

test("whatever a stranger sends, it is refused and wakes nobody", async () => {
  const { rig, woken } = await aDaemon("github");
  const name = fc.constantFrom(
    ...["x-hub-signature-256", "x-github-delivery", "x-gitlab-token", "linear-signature", "content-type"],
  );
  const value = fc.oneof(fc.stringMatching(/^[\x21-\x7e]{0,80}$/), fc.stringMatching(/^sha256=[0-9a-f]{64}$/));
  const sent = fc.record({
    source: fc.oneof(fc.constantFrom(...names), fc.stringMatching(/^[\w.%-]{1,20}$/)),
    headers: fc.dictionary(name, value, { noNullPrototype: true }),
    body: fc.oneof(fc.string(), fc.json()),
  });
  await fc.assert(
    fc.asyncProperty(sent, async ({ source, headers, body }) => {
      const { status } = await deliver(rig, source, { headers, body });
      expect([400, 401, 404, 405]).toContain(status);
    }),
    { numRuns: 60 },
  );
  expect(woken()).toBe(0);
});

test("the signature is an HMAC of the raw bytes", () => {
  const expected = `sha256=${createHmac("sha256", "s3cret").update(BODY).digest("hex")}`;
  expect(signed("github")).toMatchObject({ "x-hub-signature-256": expected });
});

test.for<[source: string, event: string, wakes: readonly string[]]>([
  ["github", "issues", ["tracker"]],
  ["github", "sub_issues", ["tracker"]],
  ["github", "issue_dependencies", ["tracker"]],
  ["github", "check_run", ["scm"]],
  ["github", "pull_request_review_thread", ["scm"]],
  ["github", "push", ["scm"]],
  ["github", "issue_comment", ["tracker", "scm"]],
  ["github", "ping", []],
  ["gitlab", "Issue Hook", ["tracker"]],
  ["gitlab", "Confidential Issue Hook", ["tracker"]],
  ["gitlab", "Merge Request Hook", ["scm"]],
  ["gitlab", "Pipeline Hook", ["scm"]],
  ["gitlab", "Note Hook", ["tracker", "scm"]],
  ["gitlab", "System Hook", ["tracker", "scm"]],
])("%s's %s wakes those whose news it is, so that the others go on asking", ([source, event, wakes]) => {
  expect(sender(source).wakes({ [`x-${source}-event`]: event })).toEqual(wakes);
});

test.for<[event: string, tracker: string, scm: string, woken: readonly number[]]>([
  ["issue_comment", "github", "github", [1, 1, 1]],
  ["issue_comment", "linear", "github", [0, 1, 1]],
  ["issue_comment", "github", "gitlab", [1, 0, 0]],
  ["check_run", "github", "github", [0, 1, 1]],
])("GitHub's %s wakes what lives there of issues at %s and changes at %s", async ([event, issues, changes, woken]) => {
  const at = (plugin: string) => ({ ...noForgeSettings, plugin, webhook: SECRETS });
  const rig = await anApi({ project: { repo: "acme/app", tracker: at(issues), scm: at(changes) } });
  const looks = rig.plugins.asked("tracker.since").length;
  await deliver(rig, "github", { headers: { ...signed("github"), "x-github-event": event }, body: BODY });
  expect(["tracker", "scm", "checks"].map((slot) => rig.plugins.asked(`${slot}.wake`).length)).toEqual(woken);
  expect(rig.plugins.asked("tracker.since").length).toBeGreaterThan(looks);
});

test.for<[what: string, secret: string, repo: string, taken: readonly number[]]>([
  ["each with a secret of its own both hear of the same thing", "0ther", "acme/app", [1, 1]],
  ["with one secret hear of what names them", "s3cret", "acme/shop", [1, 0]],
  ["with one secret and one repository hear of it together", "s3cret", "acme/app", [1, 1]],
])("two projects %s", async ([, secret, repo, taken]) => {
  const tracker = { ...noForgeSettings, plugin: "github", webhook: SECRETS };
  const second = { repo, tracker: { ...tracker, webhook: { secret } } };
  const rig = await anApi({ project: { repo: "acme/app", tracker }, second });
  await deliver(rig, "github", { headers: signed("github"), body: BODY });
  if (secret !== "s3cret") await deliver(rig, "github", { headers: signed("github", { secret }), body: BODY });
  expect((await rig.client().listWebhooks({})).map((view) => view.taken)).toEqual(taken);
});

test("what Jira says in the address beside the same bytes is another delivery", async () => {
  const { send, woken } = await aDaemon("jira");
  for (const key of ["ENG-1", "ENG-2", "ENG-2"]) await send({ query: `?secret=s3cret&issue=${key}` });
  expect(woken()).toBe(2);
});
