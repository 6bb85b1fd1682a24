/** Agents with a network of their own, on the product as people run it: what they reach, and that it outlives the daemon. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { bubblewrapForTests } from "../fixtures/bubblewrap.ts";
import { endProxy, proxyPid } from "../fixtures/real-turns.ts";
import { aStage, type Settings } from "./stage.ts";

const sandbox = await bubblewrapForTests();

/** Looks around, shows a page, and looks around once more when it is told to go on. */
const agent = `
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
const { AO_URL, AO_TOKEN, AO_PORT_1 } = process.env;
const service = process.argv[2];
const directly = (host, port) => new Promise((resolve) => {
  const socket = connect({ host, port, timeout: 3000 });
  const done = (word) => { socket.destroy(); resolve(word); };
  socket.once("connect", () => done("reached")).once("error", () => done("no")).once("timeout", () => done("no"));
});
const get = (url, headers = {}) => fetch(url, { headers }).then((answer) => answer.status, () => "no");
const key = { authorization: "Bearer " + AO_TOKEN };
const session = AO_TOKEN.split(".")[1];
const look = async () => ({
  listed: await get("http://127.0.0.2:" + service + "/"),
  other: await get("https://evil.example/"),
  directly: await Promise.all([directly("127.0.0.2", service), directly("127.0.0.1", service), directly("::1", service),
    directly("169.254.169.254", 80), directly("192.0.2.1", 443)]),
  own: await get(AO_URL + "/api/sessions/" + session, key),
  dashboard: [await get(AO_URL + "/"), await get(AO_URL + "/", key), await get(AO_URL + "/api/sessions"), await get(AO_URL + "/api/projects", key)],
});
createServer((_, response) => response.end("the page of " + session)).listen(AO_PORT_1, "127.0.0.1");
const before = await look();
writeFileSync("ready", "");
while (!existsSync("go-on")) await new Promise((resolve) => setTimeout(resolve, 20));
console.log("TOLD " + JSON.stringify({ before, after: await look() }));
process.exit();
`;

/** Fails when it reaches what it must not, or does not reach what it may. */
const setUp = `
const get = (url) => fetch(url).then((answer) => answer.status, () => "no");
const found = [await get("http://127.0.0.2:" + process.argv[2] + "/set-up"), await get("http://set-up.example/")];
process.exit(found.join() === "200,no" ? 0 : 1);
`;

const WITHIN_MS = 90_000;
const TEST_MS = 300_000;

async function anAgent(network: unknown, more: Settings = {}) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? "");
    response.end("hello");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.2", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const withPort = (value: object) => JSON.parse(JSON.stringify(value).replaceAll("PORT", String(port))) as object;
  const stage = await aStage({
    ...{ sandbox: "bubblewrap", withinMs: WITHIN_MS, ...more },
    agentConfig: { command: [process.execPath, "look.mjs", String(port)] },
    project: { ...withPort({ network, ...more.project }) },
    prepare: async (repository, git) => {
      writeFileSync(join(repository, "look.mjs"), agent);
      writeFileSync(join(repository, "setup.mjs"), setUp);
      await git("add", "look.mjs", "setup.mjs");
      await git("commit", "-q", "-m", "Add an agent");
    },
  });
  const id = await stage.begin("look", "Look around.");
  const workspace = join(stage.home, "workspaces", "app", "look");
  await expect.poll(() => existsSync(join(workspace, "ready")), { timeout: WITHIN_MS }).toBe(true);
  const preview = Number(readFileSync(join(stage.home, "sessions", id, "ports"), "utf8"));
  return {
    ...{ stage, id, seen },
    page: () =>
      fetch(`http://127.0.0.1:${preview}/`).then(
        (answer) => answer.text(),
        (error: unknown) => String(error),
      ),
    goOn: async () => {
      writeFileSync(join(workspace, "go-on"), "");
      const { lastWords } = await stage.until(id, "it tells what it saw", (session) =>
        /TOLD \{.*\}\s*$/s.test(session.lastWords),
      );
      return JSON.parse(lastWords.slice(lastWords.indexOf("{"))) as Readonly<Record<"before" | "after", unknown>>;
    },
    logs: async () => {
      const answer = await fetch(`${stage.url()}/api/sessions/${id}/logs`, {
        headers: { authorization: `Bearer ${readFileSync(join(stage.home, "token"), "utf8").trim()}` },
      });
      return answer.text();
    },
  };
}

const NOWHERE = ["no", "no", "no", "no", "no"];
const limited = { other: "no", directly: NOWHERE, own: 200, dashboard: [403, 403, 403, 403] };

describe.skipIf(sandbox === null)("an agent", { timeout: TEST_MS }, () => {
  test("with a list reaches the hosts in it, its own session and nothing else, also after daemon and proxy died", async () => {
    const { stage, id, page, goOn, logs } = await anAgent(["127.0.0.2:PORT", "*.github.com"]);
    await expect.poll(page, { timeout: WITHIN_MS }).toBe(`the page of ${id}`);
    const first = await proxyPid(stage.home);
    await stage.restartDaemon();
    expect(await proxyPid(stage.home), "the proxy outlives the daemon").toBe(first);
    await endProxy(stage.home, "SIGKILL");
    await expect.poll(() => proxyPid(stage.home), { timeout: WITHIN_MS }).not.toBeNull();
    await expect.poll(page, { timeout: WITHIN_MS }).toBe(`the page of ${id}`);
    const told = await goOn();
    expect(told).toEqual({ before: { listed: 200, ...limited }, after: { listed: 200, ...limited } });
    expect(await logs()).toContain("ao: blocked network: evil.example:443\n");
    const { rows } = await stage.client.doctor({});
    const ours = rows.filter(({ group }) => group === "app").map(({ text }) => text);
    expect(ours).toContainEqual(expect.stringMatching(/^network: 127\.0\.0\.2:\d+, \*\.github\.com$/));
    expect(ours).toContainEqual("network: refused lately evil.example:443");
  });

  test("without a network still asks about its own session, and shows its pages", async () => {
    const { id, page, goOn, seen, stage } = await anAgent("none");
    await expect.poll(page, { timeout: WITHIN_MS }).toBe(`the page of ${id}`);
    await stage.restartDaemon();
    const shut = { listed: "no", ...limited };
    expect(await goOn()).toEqual({ before: shut, after: shut });
    expect(seen).toEqual([]);
  });
});

describe.skipIf(sandbox === null)("set-up commands", { timeout: TEST_MS }, () => {
  test("reach what the project lists, and are told of the rest", async () => {
    const setup = [process.execPath, "setup.mjs", "PORT"];
    const { stage, seen, goOn } = await anAgent(["127.0.0.2:PORT"], { project: { setup: [setup] } });
    expect(seen).toContain("/set-up");
    await goOn();
    const { rows } = await stage.client.doctor({});
    expect(rows).toContainEqual(expect.objectContaining({ text: expect.stringContaining("set-up.example:80") }));
  });
});

test("what cannot be kept is refused, and nothing is started", async () => {
  const stage = await aStage({ sandbox: "none", project: { network: "none" } });
  const { rows } = await stage.client.doctor({});
  expect(rows).toContainEqual(
    expect.objectContaining({
      group: "app",
      state: "broken",
      text: expect.stringContaining(
        "no agent is started: `network` can only be limited in a sandbox, and there is none",
      ),
    }),
  );
  const id = await stage.begin("look", "Look around.");
  await stage.until(id, "it is said why nothing starts", (session) =>
    JSON.stringify(session).includes("can only be limited in a sandbox"),
  );
});
