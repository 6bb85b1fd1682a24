import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ChosenAgent } from "../../../domain/session/session.ts";
import { projectId } from "../../../domain/model/ids.ts";
import type { AgentPlugin } from "../../../slots/agent.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { ProjectSlots } from "../../../slots/slots.ts";
import { createProgramChecks } from "./agent-programs.ts";

const folder = mkdtempSync(join(tmpdir(), "ao-programs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function install(name: string): string {
  const file = join(folder, name);
  writeFileSync(file, "#!/bin/sh\n");
  chmodSync(file, 0o755);
  return file;
}

function asked(program: SlotResult<string>, nowMs = () => 0, env = { PATH: folder, HOME: folder }) {
  const agent = { program } as AgentPlugin;
  const slots = {
    agent: ({ plugin }: ChosenAgent) => (plugin === "known" ? agent : undefined),
    runtime: (name: string) => (name === "process" ? {} : undefined),
  } as unknown as ProjectSlots;
  const why = createProgramChecks({ env, slotsOf: () => slots, nowMs });
  return (plugin = "known", runtime = "process") => why(projectId("app"), { plugin, specialist: null, runtime });
}

test("a program that PATH does not find is named, with what to do and what is there", () => {
  expect(asked(ok("claude"))()).toBe(
    "claude is not installed; install it, or choose another agent with --agent or `agent:` in agent-orchestrator.yaml (none is installed here; `agent: command` runs any program)",
  );
  install("codex");
  expect(asked(ok("claude"))()).toContain("(installed here: codex)");
});

test("one that is installed meanwhile is found at the next look", () => {
  let nowMs = 0;
  const why = asked(ok("claude"), () => nowMs);
  expect(why()).toContain("claude is not installed");
  install("claude");
  expect(why()).not.toBeNull();
  nowMs = 2_000;
  expect(why()).toBeNull();
});

test("a PATH that a shell has just handed over is searched at once", () => {
  const env = { PATH: "/nowhere", HOME: folder };
  const why = asked(ok("claude-here"), () => 0, env);
  expect(why()).toContain("claude-here is not installed");
  install("claude-here");
  env.PATH = folder;
  expect(why()).toBeNull();
});

test("a path is looked at where it says; one of the repository may be on the branch only", () => {
  expect(asked(ok("/nowhere/agent"))()).toContain("/nowhere/agent is not there or cannot be run");
  expect(asked(ok("~/agent"))()).toContain(`${folder}/agent is not there`);
  expect(asked(ok(install("agent")))()).toBeNull();
  expect(asked(ok("~/agent"))()).toBeNull();
  expect(asked(ok("./agent.sh"))()).toBeNull();
});

test("settings that name no program are said in their own words", () => {
  expect(asked(failed("refused", "The agent cannot be started: it needs a program."))()).toBe(
    "The agent cannot be started: it needs a program.",
  );
});

test.each([
  ["claud-code", "process", "unknown agent claud-code; did you mean claude-code?"],
  ["known", "docker", "runtime docker is not available yet; use tmux or process"],
  ["known", "prcess", "unknown runtime prcess; did you mean process?"],
  ["known", "tmux", "tmux is not installed; install it, or set `runtime: process` in agent-orchestrator.yaml"],
])("nothing can begin with the agent %s on the runtime %s: %s", (plugin, runtime, why) => {
  expect(asked(ok(install("here")))(plugin, runtime)).toBe(why);
});
