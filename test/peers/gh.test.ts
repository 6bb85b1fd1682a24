/**
 * GitHub's own command line reads what our fake serves: whoever wrote that client did not know of us. It insists on https except
 * for a socket of the machine, so the fake listens on one, too.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../src/lib/run.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { startGithub } from "../fakes/github/fake-github.ts";

const { ok: isThere } = await run({ program: "gh", args: ["--version"], timeoutMs: 20_000 });

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
    const ended = await run({ program: "gh", args, env, cwd: folder, timeoutMs: 30_000 });
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
