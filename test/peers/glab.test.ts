/**
 * GitLab's own command line reads what our fake of GitLab serves: the fake is not only what we believe of GitLab. Without it on
 * this machine's PATH the test is left out.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runProgram } from "../../src/lib/run.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { makeGitlab } from "../fakes/gitlab/a-gitlab.ts";
import { TOKEN } from "../fakes/gitlab/fake-gitlab.ts";

const found = await runProgram({ program: "glab", args: ["--version"], env: process.env, timeoutMs: 10_000 });
const isHere = found.ok && found.code === 0;

test.runIf(isHere)(
  `glab lists issues, merge requests and pipelines, and shows what was said and what failed${isHere ? "" : " (left out: no glab is installed)"}`,
  async () => {
    const { fake, commit, personPushes, dispose } = await makeGitlab({
      ci: () => [{ name: "unit", status: "failed", script: ["FAIL: 2 is not 3"] }],
    });
    onTestFinished(dispose);
    const { world, url } = fake;
    world.openIssue({ title: "Count to three", description: "Please.", author: "ann" });
    await personPushes("agent/a", await commit({ "a.txt": "two\n" }));
    const { sha } = await world.openMerge({ title: "Count", source: "agent/a", author: "ann" });
    world.openThread(1, { author: "ann", path: "a.txt", line: 1, body: "Why two?" });
    world.approve(1, "ann");
    const pipeline = world.pipelines.find((one) => one.sha === sha);
    const job = world.jobs.find((one) => one.pipeline === pipeline?.id);

    const glab = glabAt(new URL(url).host);
    expect(await glab("issue", "list", "-R", "acme/app")).toContain("Count to three");
    expect(await glab("mr", "list", "-R", "acme/app")).toMatch(/!1\s.*Count\s.*agent\/a/);
    expect(await glab("mr", "view", "1", "-R", "acme/app", "--comments")).toContain("Why two?");
    expect(await glab("mr", "approvers", "1", "-R", "acme/app")).toContain("ann");
    expect(await glab("ci", "list", "-R", "acme/app")).toMatch(new RegExp(`failed.*#${pipeline?.id}\\b`));
    expect(await glab("api", `projects/acme%2Fapp/jobs/${job?.id}/trace`)).toContain("FAIL: 2 is not 3");
  },
);

function glabAt(host: string) {
  const folder = aFolder();
  mkdirSync(join(folder, "glab"));
  const own = { api_protocol: "http", api_host: host, git_protocol: "http", token: TOKEN };
  const config = { host, check_update: "false", no_prompt: "true", telemetry: "false", hosts: { [host]: own } };
  writeFileSync(join(folder, "glab", "config.yml"), JSON.stringify(config), { mode: 0o600 });
  const env = { PATH: process.env["PATH"], HOME: folder, GLAB_CONFIG_DIR: join(folder, "glab"), NO_COLOR: "1" };
  return async (...args: readonly string[]): Promise<string> => {
    const ended = await runProgram({
      program: "glab",
      args,
      cwd: folder,
      env: { ...env, GITLAB_HOST: `http://${host}` },
      timeoutMs: 20_000,
    });
    if (!ended.ok || ended.code !== 0) throw new Error(`glab ${args.join(" ")}: ${JSON.stringify(ended)}`);
    return ended.stdout;
  };
}
