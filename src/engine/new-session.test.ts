import { expect, test } from "vitest";
import { aRules, aSpecialist } from "../../test/fixtures/rules.ts";
import { chooseAgent, type AgentWish } from "./new-session.ts";

const rules = aRules({
  agent: { plugin: "claude", runtime: "process", workspace: "worktree", credential: "team" },
});
const specialist = aSpecialist("css", { agent: "painter", runtime: "tmux", credential: "paint" });

test.for<[string, AgentWish, string]>([
  ["as the project says", { specialist: null }, "claude process worktree team"],
  ["the project's agent by its name", { specialist: null, plugin: "claude" }, "claude process worktree team"],
  ["another one, by a login of its own", { specialist: null, plugin: "codex" }, "codex process worktree codex"],
  ["a specialist", { specialist }, "painter tmux worktree paint"],
  ["a specialist somewhere else", { specialist, runtime: "process" }, "painter process worktree paint"],
  ["its specialist, called by the name of that", { specialist, plugin: "css" }, "painter tmux worktree paint"],
])("%s", ([, wish, expected]) => {
  const { plugin, runtime, workspace, credential } = chooseAgent(rules, wish);
  expect(`${plugin} ${runtime} ${workspace} ${credential}`).toBe(expected);
});
