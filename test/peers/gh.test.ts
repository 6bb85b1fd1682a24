/**
 * GitHub's own command line reads what our fake serves: whoever wrote that client did not know of us. It insists on https except
 * for a socket of the machine, so the fake listens on one, too.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AgentApi } from "../../src/daemon/agent-api/agent-api.ts";
import { createAgentEnvironment } from "../../src/daemon/agent-api/agent-environment.ts";
import { AgentSocket } from "../../src/daemon/agent-api/agent-socket.ts";
import { createSessionTokens } from "../../src/daemon/http/secrets.ts";
import { projectId, sessionId } from "../../src/domain/model/ids.ts";
import { formatAgentSocket } from "../../src/host/socket-path.ts";
import { runProgram } from "../../src/lib/run.ts";
import { githubInterface } from "../../src/plugins/github/agents/interface.ts";
import { judgeGithubCall } from "../../src/plugins/github/agents/judge-call.ts";
import { parseGithubPlace } from "../../src/plugins/github/place.ts";
import { ownClock } from "../../src/plugins/remote/forge/own-clock.ts";
import { QuotaBroker } from "../../src/plugins/remote/quota/quota-broker.ts";
import { githubRules } from "../../src/plugins/github/quota-rules.ts";
import { createRemote } from "../../src/plugins/remote/http/remote.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { startGithub } from "../fakes/github/fake-github.ts";
import { aSession } from "../fixtures/domain.ts";

const { ok: isThere } = await runProgram({ program: "gh", args: ["--version"], timeoutMs: 20_000 });

/** Answers what `gh` printed. */
async function aClient() {
  const folder = aFolder();
  const socket = join(folder, "gh.sock");
  const fake = await startGithub({ root: join(folder, "server"), socket, users: { maria: "maintain" } });
  onTestFinished(fake.stop);
  const settings = join(folder, "settings");
  mkdirSync(settings);
  writeFileSync(join(settings, "config.yml"), `http_unix_socket: ${socket}\n`);
  writeFileSync(join(settings, "hosts.yml"), "ghe.test:\n  user: ao-bot\n  oauth_token: ghtest_bot\n");
  const quiet = { GH_NO_UPDATE_NOTIFIER: "1", GH_PROMPT_DISABLED: "1", NO_COLOR: "1" };
  const env = { PATH: process.env["PATH"], HOME: folder, GH_CONFIG_DIR: settings, GH_HOST: "ghe.test", ...quiet };
  const gh = async (...args: readonly string[]): Promise<string> => {
    const ended = await runProgram({ program: "gh", args, env, cwd: folder, timeoutMs: 30_000 });
    if (!ended.ok || ended.stderr !== "") throw new Error(`gh ${args.join(" ")}: ${ended.stderr}`);
    return ended.stdout.trim();
  };
  return { fake, gh };
}

const about = (what: string): string => (isThere ? what : `${what} (left out: gh is not installed)`);

test.runIf(isThere)(about("gh reads issues, comments, pull requests, reviews and checks"), async () => {
  const { fake, gh } = await aClient();
  const { world } = fake;
  const begin = "commit refs/heads/main\ncommitter A <a@example.com> 1700000000 +0000\ndata 5\nBegin\n";
  await world.bare.tryGit(["fast-import", "--quiet"], `${begin}M 100644 inline a.txt\ndata 2\na\n\n`);
  await world.openPulls(1);
  const { number } = world.openIssue({ title: "Sum", body: "Please", author: "maria", labels: ["bug"] });
  world.comment(number, "maria", "By Friday");
  world.review(1, { author: "maria", state: "APPROVED", body: "Fine" });
  world.report(world.pull(1).headOid, { name: "test", conclusion: "failure" });
  const json = async (...args: readonly string[]): Promise<unknown> => JSON.parse(await gh(...args));
  const repo = ["-R", "acme/shop"] as const;

  expect(await json("api", "user")).toMatchObject({ login: "ao-bot" });
  expect(await json("issue", "list", ...repo, "--json", "number,title,labels,author")).toMatchObject([
    { number, title: "Sum", labels: [{ name: "bug" }], author: { login: "maria" } },
  ]);
  expect(await gh("issue", "view", String(number), "--comments", ...repo)).toContain("By Friday");
  expect(await gh("pr", "list", ...repo)).toContain("agent/w0");
  const fields = "number,state,headRefOid,reviews,statusCheckRollup";
  expect(await json("pr", "view", "1", ...repo, "--json", fields)).toMatchObject({
    ...{ number: 1, state: "OPEN", headRefOid: world.pull(1).headOid },
    reviews: [{ author: { login: "maria" }, state: "APPROVED", body: "Fine" }],
    statusCheckRollup: [{ name: "test", conclusion: "FAILURE", workflowName: "CI" }],
  });
  expect(await gh("pr", "checks", "1", ...repo)).toMatch(/^test\s+fail/);
});

test.runIf(isThere)(
  about("gh asks through the daemon with a session's key, and learns what is not for agents"),
  async () => {
    const folder = aFolder();
    const fake = await startGithub({ root: join(folder, "server"), users: { maria: "maintain" } });
    onTestFinished(fake.stop);
    const begin = "commit refs/heads/main\ncommitter A <a@example.com> 1700000000 +0000\ndata 5\nBegin\n";
    await fake.world.bare.tryGit(["fast-import", "--quiet"], `${begin}M 100644 inline a.txt\ndata 2\na\n\n`);
    await fake.world.openPulls(2);
    const { number } = fake.world.openIssue({ title: "Sum", body: "Please", author: "maria" });
    fake.world.comment(number, "maria", "By Friday");
    fake.world.report(fake.world.pull(1).headOid, { name: "test", conclusion: "failure" });

    const place = parseGithubPlace("acme/shop", fake.url);
    if (place === null) throw new Error("the fake lies nowhere");
    const broker = new QuotaBroker({ credential: "github:test", rules: githubRules, clock: ownClock });
    const authorize = async () => ({ ok: true, value: { authorization: "Bearer ghtest_bot" } }) as const;
    const client = {
      name: "GitHub",
      base: place.api,
      authorize,
      broker,
      clock: ownClock,
      redact: (text: string) => text,
    };
    const door = { interface: githubInterface, remote: createRemote(client), judge: judgeGithubCall(place) };
    const keys = createSessionTokens("the home's token");
    const session = aSession({ id: sessionId("shop-1"), project: projectId("shop") });
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const named = { ...door, host: "github.com", repo: "acme/shop" };
    const api = new AgentApi({ log, keys, sessionOf: () => session, doorOf: () => named });
    const path = formatAgentSocket(folder);
    const socket = new AgentSocket({ path, home: folder, api, log });
    socket.open();
    onTestFinished(() => socket.close());
    const paths = { settings: join(folder, "gh"), socket: path };
    const about = { folder: paths.settings, paths, key: keys.make("shop-1") };
    const access = { ...about, door: named, address: "http://127.0.0.1:1" };
    const env = { PATH: process.env["PATH"], HOME: folder, NO_COLOR: "1", ...createAgentEnvironment(access) };
    const gh = (...args: readonly string[]) => runProgram({ program: "gh", args, env, cwd: folder, timeoutMs: 30_000 });

    expect((await gh("pr", "list")).stdout).toContain("agent/w0");
    expect(await gh("issue", "view", String(number), "--json", "title,body,comments")).toMatchObject({
      stderr: "",
      stdout: expect.stringContaining("By Friday"),
    });
    expect(await gh("pr", "checks", "1")).toMatchObject({ stderr: "", stdout: expect.stringMatching(/^test\s+fail/) });
    expect((await gh("api", "repos/{owner}/{repo}/issues/3/comments")).stdout).toContain("By Friday");
    expect(broker.counts().agents).toBeGreaterThan(3);
    const before = fake.asked.length;
    expect((await gh("issue", "comment", String(number), "--body", "Mine")).stderr).toContain("agents only read");
    expect((await gh("issue", "list", "-R", "acme/other")).stderr).toContain("agents read only acme/shop");
    expect((await gh("api", "user")).stderr).toContain("agents read only acme/shop");
    expect(fake.world.find(number)?.comments).toHaveLength(1);
    expect(fake.asked.slice(before).every(({ method, path: asked }) => method === "POST" && asked === "/graphql")).toBe(
      true,
    );
  },
);
