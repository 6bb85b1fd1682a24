/** An agent in its sandbox asks GitHub through the daemon: it reads its own repository, and writes nothing. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { startGithub } from "../fakes/github/fake-github.ts";
import { bubblewrapForTests } from "../fixtures/bubblewrap.ts";
import { aStage } from "./stage.ts";

const sandbox = await bubblewrapForTests();

/** Over the address as any client, over the socket as `gh`. What it may not see it tries, too. */
const agent = `
import { readFileSync } from "node:fs";
import { request } from "node:http";
const { AO_FORGE_API, AO_TOKEN, GH_CONFIG_DIR, GH_HOST, AO_LOG_DIR } = process.env;
const plain = async (method, path) => {
  const answer = await fetch(new URL(path, AO_FORGE_API), { method, headers: { authorization: "Bearer " + AO_TOKEN } });
  return [answer.status, await answer.json()];
};
const socketPath = /http_unix_socket: (".*")/.exec(readFileSync(GH_CONFIG_DIR + "/config.yml", "utf8"))[1];
const key = JSON.parse(readFileSync(GH_CONFIG_DIR + "/hosts.yml", "utf8").replace(/^".*?": /, "")).oauth_token;
const asGh = (method, path) => new Promise((resolve, reject) => {
  const headers = { host: GH_HOST, authorization: "token " + key };
  request({ socketPath: JSON.parse(socketPath), method, path: "/api/v3/" + path, headers }, (answer) => {
    let text = "";
    answer.on("data", (piece) => (text += piece)).on("end", () => resolve([answer.statusCode, JSON.parse(text)]));
  }).on("error", reject).end();
});
const own = "repos/acme/shop/issues/1";
const told = {};
for (const [name, ask] of [["address", plain], ["socket", asGh]]) {
  const [read, { title }] = await ask("GET", own);
  const [written, { message }] = await ask("POST", own + "/comments");
  const [elsewhere] = await ask("GET", "repos/acme/other/issues/1");
  told[name] = { read, title, written, message, elsewhere };
}
const secrets = ["GITHUB_TOKEN", "GH_TOKEN"].filter((name) => process.env[name] !== undefined);
try { readFileSync(AO_LOG_DIR + "/../../../token"); secrets.push("token"); } catch (error) { told.hidden = error.code; }
console.log("TOLD " + JSON.stringify({ ...told, secrets }));
`;

const why = sandbox === null ? " (left out: there is no bubblewrap)" : "";

test.skipIf(sandbox === null)(
  `an agent reads through the daemon, and is refused what writes${why}`,
  { timeout: 60_000 },
  async () => {
    const fake = await startGithub({ root: aFolder(), users: { maria: "maintain" }, ci: async () => [] });
    onTestFinished(fake.stop);
    const issue = fake.world.openIssue({ title: "Sum", body: "Please", author: "maria" });
    const stage = await aStage({
      ...{ sandbox: "bubblewrap", env: { GITHUB_TOKEN: "ghtest_bot" }, withinMs: 30_000 },
      agentConfig: { command: [process.execPath, "ask.mjs"] },
      project: {
        repo: "acme/shop",
        scm: { plugin: "github", url: fake.url, agentApi: "read" },
        tracker: { plugin: "github", url: fake.url },
      },
      prepare: async (repository, git) => {
        writeFileSync(join(repository, "ask.mjs"), agent);
        await git("add", "ask.mjs");
        await git("commit", "-q", "-m", "Add an agent");
        await git("remote", "add", "origin", fake.cloneUrl);
        await git("push", "-q", fake.world.bare.path, "main");
      },
    });
    const id = await stage.begin("look", "Look it up.");
    const { lastWords } = await stage.until(id, "it tells what it found", (session) =>
      /TOLD \{.*\}\s*$/s.test(session.lastWords),
    );
    const found = {
      ...{ read: 200, title: "Sum", written: 403, elsewhere: 403 },
      message: expect.stringContaining("only"),
    };
    expect(JSON.parse(lastWords.slice(lastWords.indexOf("{")))).toEqual({
      ...{ address: found, socket: found, secrets: [], hidden: expect.any(String) },
    });
    expect(issue.comments).toEqual([]);
    expect((await stage.client.quotas({})).some(({ agents }) => agents > 0)).toBe(true);
  },
);
