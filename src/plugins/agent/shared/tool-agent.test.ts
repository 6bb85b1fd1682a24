import { expect, test } from "vitest";
import { createAcpAgent } from "../acp/acp-agent.ts";
import { profileNamed } from "../acp/profiles.ts";
import { createClaudeCodeAgent } from "../claude-code/claude-code-agent.ts";
import { createCodexAgent } from "../codex/codex-agent.ts";
import { createCursorAgent } from "../cursor/cursor-agent.ts";
import type { AgentOptions } from "./agent-options.ts";

const optionsOf = (settings: AgentOptions["settings"]): AgentOptions => ({
  ...{ turns: "/nowhere/turns", sessions: "/nowhere/sessions", checkout: "/nowhere/checkout" },
  settings,
});

function gooseAgent(options: AgentOptions) {
  const profile = profileNamed("goose");
  if (profile === null) throw new Error("there is no goose");
  return createAcpAgent({ ...options, profile });
}

const agents = {
  "claude-code": createClaudeCodeAgent,
  codex: createCodexAgent,
  cursor: createCursorAgent,
  goose: gooseAgent,
};

test.for([
  ["claude-code", ["turns", "terminal"]],
  ["codex", ["turns", "terminal", "exec"]],
  ["cursor", ["turns"]],
  ["goose", ["turns"]],
] as const)("%s has the drives %j, whatever its settings say", ([name, drives]) => {
  expect(agents[name](optionsOf({})).drives).toEqual(drives);
  expect(agents[name](optionsOf({ drive: "nonsense" })).drives).toEqual(drives);
});

test.for([
  ["goose", { drive: "terminal" }, '`agentConfig.drive` is "terminal"; write `turns`'],
  ["claude-code", { drive: "exec" }, "write `turns` or `terminal`"],
  ["claude-code", { drive: "terminal", deny: ["Bash"] }, "not supported by `drive: terminal`"],
  ["codex", { drive: "terminal", allow: ["Bash"] }, "not supported by `drive: terminal`"],
  ["codex", { drive: "terminal", permissions: "ask" }, "codex asks nobody for leave"],
  ["codex", { drive: "exec", deny: ["Bash"] }, "codex asks nobody for leave"],
] as const)("%s with %j is refused before a session begins", ([name, settings, why]) => {
  const { program } = agents[name](optionsOf(settings));
  expect(program).toMatchObject({ ok: false, error: { code: "refused", message: expect.stringContaining(why) } });
});

test.for([
  ["claude-code", { drive: "turns", deny: ["Bash"] }],
  ["claude-code", { drive: "terminal", permissions: "ask" }],
  ["codex", { drive: "turns", permissions: "ask" }],
] as const)("%s with %j can begin", ([name, settings]) => {
  expect(agents[name](optionsOf(settings)).program.ok).toBe(true);
});
