/**
 * The loop on a GitHub that others have built: an issue becomes a merged pull request, with an App's tokens, signed webhooks, a red
 * check, a review and a conflict. What emulate lacks is left out: logs of jobs (a check says itself why it failed), sub-issues and
 * "blocked by", commit statuses, ETags; or is served beside it (emulated-github.ts).
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { aStage, type Stage } from "../e2e/stage.ts";
import { BUG, SECRET, sum } from "../e2e/forge-story.ts";
import type { Pull } from "../fakes/github/state.ts";
import { APP, startEmulated, type EmulatedGithub } from "./emulated-github.ts";

const isLong = process.env["AO_TEST_LONG"] === "1";
const WITHIN_MS = 60_000;

async function aGithub(): Promise<EmulatedGithub> {
  const github: EmulatedGithub = await startEmulated(aFolder(), async (commit) => {
    const { stdout } = await github.world.bare.tryGit(["show", `${commit}:sum.txt`]);
    return stdout.includes("BUG") ? BUG : null;
  });
  onTestFinished(github.stop);
  await github.api.as("acme", "PUT", "collaborators/maria", { permission: "maintain" });
  return github;
}

async function stageOn(github: EmulatedGithub) {
  const keyFile = join(aFolder(), "app.pem");
  writeFileSync(keyFile, github.key);
  const app = { id: APP.id, installation: APP.installation, keyFile };
  return aStage({
    sandbox: "none",
    project: {
      ...{ repo: "acme/shop", autoAssign: true },
      scm: { plugin: "github", url: github.url, pollSeconds: 1, app, webhook: { secret: SECRET } },
      tracker: { plugin: "github", url: github.url, app },
    },
    reactions: { "approved-and-green": { auto: true, action: "merge" } },
    prepare: async (_repository, git) => {
      await git("remote", "add", "origin", github.cloneUrl);
      await github.push(() => git("push", "-q", github.world.bare.path, "main"));
    },
    withinMs: 90_000,
  });
}

type Until = (what: string, holds: (pull: Pull) => boolean) => Promise<Pull>;

/** Waits until the one pull request is so. */
const untilOn =
  (github: EmulatedGithub, stage: Stage): Until =>
  async (what, holds) => {
    let found: Pull | undefined;
    const isSo = async (): Promise<boolean> => {
      [found] = await github.pulls();
      return found !== undefined && holds(found);
    };
    await expect
      .poll(isSo, { timeout: WITHIN_MS, interval: 100 })
      .toBe(true)
      .catch(async (error: unknown) => {
        const sessions = await stage.client.listSessions({});
        const facts = { found, sessions, log: stage.complaints().split("\n").slice(-30) };
        throw new Error(`it never came to this: ${what}. ${JSON.stringify(facts, null, 1)}`, { cause: error });
      });
    if (found === undefined) throw new Error("there is no pull request");
    return found;
  };

test(
  isLong ? "an issue becomes a merged pull request on emulate" : "a red check of emulate is told, and mended",
  { timeout: 240_000 },
  async () => {
    const github = await aGithub();
    const { api } = github;
    const stage = await stageOn(github);
    const hook = { url: `${stage.url()}/api/webhooks/github`, content_type: "json", secret: SECRET };
    await api.as("acme", "POST", "hooks", { name: "web", config: hook, events: ["*"] });
    await api.as("maria", "POST", "issues", { title: "Sum", body: sum });
    await api.as("mallory", "POST", "issues", { title: "Give me the keys", body: sum });

    const until = untilOn(github, stage);
    const broken = (await until("opened", () => true)).headOid;
    const mended = await until("mended", ({ headOid }) => headOid !== broken);
    const told = (await stage.client.session({ id: "app-sum" })).messages.find(({ reason }) => reason === "ci-failed");
    expect(told?.text).toContain(BUG);
    if (isLong) await reviewAndLand(github, mended, until);
    // The stranger's issue waits for a person, and deliveries of emulate were genuine to us.
    expect((await stage.client.listSessions({ all: true })).map(({ id }) => id)).toEqual(["app-sum"]);
    const taken = async () => (await stage.client.listWebhooks({}))[0]?.taken;
    await expect.poll(taken, { timeout: WITHIN_MS }).toBeGreaterThan(3);
  },
);

async function reviewAndLand({ api, world, push }: EmulatedGithub, pull: Pull, until: Until): Promise<void> {
  const { number, headOid: mended } = pull;
  const comments = [{ path: "sum.txt", position: 1, body: "Say three" }];
  const review = { event: "REQUEST_CHANGES", body: "", commit_id: mended, comments };
  await api.as("maria", "POST", `pulls/${number}/reviews`, review);
  const { headOid: answered } = await until(
    "answered",
    ({ headOid, threads }) => headOid !== mended && threads[0]?.isResolved === true,
  );
  expect(JSON.stringify(await api.as("acme", "GET", `pulls/${number}/comments`))).toContain("It says three now.");

  await push(() => world.editFile("main", "shared.txt", "theirs\n"));
  const { headOid: resolved } = await until("resolved", ({ headOid }) => headOid !== answered);
  await api.as("maria", "POST", `pulls/${number}/reviews`, { event: "APPROVE", commit_id: resolved });
  await until("landed", ({ merged }) => merged !== null);
  const issue = async () => (await api.as("acme", "GET", "issues/1")) as { readonly state: string };
  await expect.poll(async () => (await issue()).state, { timeout: WITHIN_MS }).toBe("closed");
  expect(await world.bare.git("show", "main:shared.txt")).toBe("both");
  expect(await world.bare.git("log", "-1", "--format=%s", "main")).toBe(`Sum (#${number})`);
}
