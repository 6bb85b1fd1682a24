import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ao } from "../../src/cli/testing/run-ao.ts";
import { findProgram } from "../../src/lib/find-program.ts";
import { run } from "../../src/lib/run.ts";
import { socketOf } from "../../src/plugins/runtime/tmux/tmux-server.ts";
import { aStage } from "./stage.ts";

const tmux = findProgram("tmux");

test("`ao uninstall` ends agents, tmux and daemon, and removes all but the work", async () => {
  const stage = await aStage({ runtime: tmux === null ? "process" : "tmux" });
  const start = [{ write: { "half.txt": "half" } }, { say: "here" }, "hang"];
  const id = await stage.begin("busy", `Please.\n\n\`\`\`script\n${JSON.stringify({ start })}\n\`\`\`\n`);
  await stage.until(id, "at work", ({ lastWords }) => lastWords === "here");
  const { home, personHome, repository } = stage;
  const env = { AO_HOME: home, HOME: personHome, PATH: process.env["PATH"], LANG: "C.UTF-8" };
  const person = { env, cwd: repository, now: Date.now };

  expect(await ao(person, "uninstall")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("nothing was removed"),
  });
  expect(existsSync(join(home, "state.db"))).toBe(true);

  const done = await ao(person, "uninstall", "--yes", "--json");
  expect(done).toMatchObject({ code: 0 });
  expect(existsSync(join(home, "state.db"))).toBe(false);
  expect(existsSync(join(home, "token"))).toBe(false);
  expect(await stage.git("branch", "--list", "agent/busy")).toContain("agent/busy");
  const saved = await stage.git("for-each-ref", "--format=%(refname)", "refs/ao/rescue/");
  expect(await stage.git("show", `${saved.split("\n")[0]}:half.txt`)).toBe("half");
  if (tmux === null) return;
  const left = await run({ program: tmux, args: ["-L", socketOf(home), "list-sessions"], timeoutMs: 10_000 });
  expect(left).toMatchObject({ code: 1, stderr: expect.stringMatching(/no server running|error connecting/) });
});
