import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { turnPathsIn } from "../../../../test/fixtures/turn-paths.ts";
import { messageId, sessionId, turnId } from "../../../domain/model/ids.ts";
import { createClaudeCodeAgent } from "../claude-code/claude-code-agent.ts";
import { listenToClaude } from "../claude-code/listen.ts";
import { noMemory } from "./conversation/memory.ts";

const session = sessionId("app-s");

function aScene() {
  const home = mkdtempSync(join(tmpdir(), "ao-billed-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, ".claude"));
  const places = { turns: join(home, "turns"), sessions: join(home, "sessions"), checkout: home };
  return (env: Readonly<Record<string, string>>, drive: string) => {
    const agent = createClaudeCodeAgent({ ...places, settings: { drive } });
    const about = { session, turn: turnId("t"), n: 1, message: messageId("m"), text: "x", reason: "start" };
    const launch = agent.launch({
      ...about,
      paths: turnPathsIn(home, { session, turn: "t", workspace: home }),
      env: { HOME: home, ...env },
    });
    return { home, launch, billedTo: () => agent.billedTo?.(session) };
  };
}

test.for(["turns", "terminal"])(
  "driven by %s, a turn is billed to the variable or login file that it is given",
  async (drive) => {
    const launched = aScene();
    const without = launched({}, drive);
    await without.launch;
    expect(without.billedTo()).toBeNull();
    const withKey = launched({ ANTHROPIC_API_KEY: "sk-secret" }, drive);
    await withKey.launch;
    expect(withKey.billedTo()).toEqual({ to: "ANTHROPIC_API_KEY", by: "environment" });
    writeFileSync(join(withKey.home, ".claude/.credentials.json"), "{}");
    const withLogin = launched({}, drive);
    await withLogin.launch;
    expect(withLogin.billedTo()).toEqual({ to: "~/.claude/.credentials.json", by: "login_file" });
  },
);

test.for([
  ["ANTHROPIC_API_KEY", { to: "ANTHROPIC_API_KEY", by: "tool" }],
  ["none", undefined],
] as const)("claude-code that says its key comes from %s is believed", ([apiKeySource, billedTo]) => {
  const turn = { turn: turnId("t"), message: messageId("m"), text: "x", workspacePath: "/w", memory: noMemory };
  const ear = listenToClaude(turn, { mode: "auto", allow: [], deny: [] });
  const heard = ear.hear(JSON.stringify({ type: "system", subtype: "init", session_id: "c", apiKeySource }));
  expect(heard).toEqual([
    { tell: "remember", memory: { conversation: "c", ...(billedTo === undefined ? {} : { billedTo }) } },
  ]);
});
