import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ao } from "../../src/cli/testing/run-ao.ts";
import { readIssues } from "../../src/daemon/issue-files/read-issues.ts";
import { findProgram } from "../../src/lib/process/find-program.ts";
import { openProcessTable } from "../../src/lib/process/process-table.ts";
import { runProgram } from "../../src/lib/run.ts";
import { formatTmuxSocket } from "../../src/lib/process/tmux-socket.ts";
import { aStage } from "./stage.ts";

const tmux = findProgram("tmux");

test("`ao uninstall` ends agents, tmux and daemon, and removes all but the work", async () => {
  const file = { orchestrator: { auto_assign: false } };
  const stage = await aStage({ runtime: tmux === null ? "process" : "tmux", file });
  const start = [{ write: { "half.txt": "half" } }, { say: "here" }, "hang"];
  const id = await stage.begin("busy", `Please.\n\n\`\`\`script\n${JSON.stringify({ start })}\n\`\`\`\n`);
  await stage.until(id, "at work", ({ lastWords }) => lastWords === "here");
  const { home, personHome, repository } = stage;
  const env = { AO_HOME: home, HOME: personHome, PATH: process.env["PATH"], LANG: "C.UTF-8" };
  const person = { env, cwd: repository, now: Date.now };

  await stage.client.createIssue({ title: 'Say "hello", once', body: "Two\nlines" });
  const refused = await ao({ ...person, stdin: "" }, "uninstall");
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("nothing was removed") });
  expect(refused.stderr).toMatch(/app: 1 local issue \(1 open\)[^]*Keep a copy first: ao uninstall --export FOLDER/);
  expect(existsSync(join(home, "state.db"))).toBe(true);

  expect(readFileSync(join(repository, ".git", "ao-home"), "utf8")).toBe(`${home}\n`);
  const copy = join(stage.folder, "copy");
  const done = await ao(person, "uninstall", "--yes", "--json", "--export", copy);
  expect(done).toMatchObject({ code: 0 });
  expect(JSON.parse(done.stdout)).toMatchObject({
    exported: [join(copy, "app.json"), join(copy, "app-issues.csv")],
    removed: [home],
    kept: [
      { path: repository, why: expect.stringMatching(/refs\/ao \(saved work.*1 branch in agent\//) },
      { path: join(repository, "agent-orchestrator.yaml"), why: "your settings" },
    ],
    running: [],
  });
  expect(readIssues("csv", readFileSync(join(copy, "app-issues.csv"), "utf8"))).toMatchObject({
    ok: true,
    issues: [{ title: 'Say "hello", once', body: "Two\nlines" }],
  });
  const left = (await openProcessTable().all()).filter(({ args, hasInEnvironment }) =>
    [args().join(" ").includes(home), hasInEnvironment(`AO_HOME=${home}`)].includes(true),
  );
  expect(left.map(({ args }) => args().join(" "))).toEqual([]);
  expect(existsSync(join(home, "state.db"))).toBe(false);
  expect(existsSync(join(home, "token"))).toBe(false);
  expect(existsSync(join(repository, ".git", "ao-home"))).toBe(false);
  expect(await stage.git("branch", "--list", "agent/busy")).toContain("agent/busy");
  const saved = await stage.git("for-each-ref", "--format=%(refname)", "refs/ao/rescue/");
  expect(await stage.git("show", `${saved.split("\n")[0]}:half.txt`)).toBe("half");
  if (tmux === null) return;
  const server = await runProgram({
    program: tmux,
    args: ["-L", formatTmuxSocket(home), "list-sessions"],
    timeoutMs: 10_000,
  });
  expect(server).toMatchObject({ code: 1, stderr: expect.stringMatching(/no server running|error connecting/) });
});
