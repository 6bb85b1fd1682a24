/** Live protocols over the death of the daemon: whoever comes next reads the same output and goes on with the same turn. */
import { turnPathsIn } from "../fixtures/turn-paths.ts";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { messageId, sessionId, turnId } from "../../src/domain/model/ids.ts";
import { createAcpAgent } from "../../src/plugins/agent/acp/acp-agent.ts";
import { createClaudeCodeAgent } from "../../src/plugins/agent/claude-code/claude-code-agent.ts";
import { createCodexAgent } from "../../src/plugins/agent/codex/codex-agent.ts";
import type { AgentOptions } from "../../src/plugins/agent/shared/agent-options.ts";
import type { AgentNews, AgentPlugin } from "../../src/slots/agent.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { playFrames } from "../fixtures/play-frames.ts";

type Make = (options: AgentOptions) => AgentPlugin;

const profile = { name: "acp:fake", argv: ["fake"], environment: [], env: {}, folders: {} } as const;
const protocols: readonly (readonly [string, Make])[] = [
  ["claude", createClaudeCodeAgent],
  ["codex", createCodexAgent],
  ["acp", (options) => createAcpAgent({ ...options, profile })],
];

const turn = turnId("turn-1");

const begun = (fake: string, make: Make, text: string) =>
  begunWith([process.execPath, join(import.meta.dirname, "fakes", `${fake}.ts`)], make, text);

async function begunWith(command: readonly string[], make: Make, text: string) {
  const home = aFolder();
  const at = (name: string): string => join(home, name);
  mkdirSync(at("workspace"));
  const settings = { command, permissions: "ask" };
  /** Each asking is a daemon of its own, without a memory of the one before. */
  const plugin = (): AgentPlugin =>
    make({ turns: at("turns"), sessions: at("sessions"), checkout: at("checkout"), settings });
  const launch = await plugin().launch({
    ...{ session: sessionId("s"), turn, n: 1, message: messageId("m"), text, reason: "start" },
    ...{
      paths: turnPathsIn(home, { session: "s", turn, workspace: at("workspace") }),
      env: { PATH: process.env["PATH"] ?? "", FAKE_HOME: at("fake"), HOME: home },
    },
  });
  if (!launch.ok) throw new Error(launch.error.message);
  return { plugin, playing: playFrames(at("turns"), launch.value, plugin), folder: join(at("turns"), turn) };
}

const isNoProgress = ({ kind }: AgentNews): boolean => kind !== "progressed";

describe.for(protocols)("%s", ([fake, make]) => {
  test("a permission that is open is answered by the next daemon, and the same turn goes on", async () => {
    const { plugin, playing } = await begun(fake, make, "@sh echo hello\n@say Done.");
    const asked = (await playing.until("asked")).find((entry) => entry.kind === "asked");
    const frame = await plugin().answer(turn, asked?.questionId ?? "", "Allow");
    playing.say(frame.ok ? (frame.value ?? "") : "");
    const news = await playing.until("ended");
    await playing.ended;
    expect(news.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["acknowledged", "asked", "answered", "ended"]),
    );
    expect(news.at(-1)).toMatchObject({ kind: "ended", result: { kind: "done" }, words: "Done." });
    const said = await plugin().conversation(turn, null);
    expect(JSON.stringify(said)).toContain("hello");
  });

  test("a prompt that is outstanding is interrupted in the tool's own words", async () => {
    const { plugin, playing } = await begun(fake, make, "@slow 200 50\n@say I take my time");
    await playing.until("acknowledged");
    const frame = await plugin().interrupt(turn);
    playing.say(frame.ok ? (frame.value ?? "") : "");
    expect((await playing.until("ended")).at(-1)).toMatchObject({ result: { kind: "interrupted" } });
    await playing.ended;
  });

  test("wherever a daemon stopped reading, also in the middle of a line, the next one goes on, and nothing is told twice", async () => {
    const { plugin, playing, folder } = await begun(fake, make, "@sh echo hello\n@say Done.");
    const asked = (await playing.until("asked")).find((entry) => entry.kind === "asked");
    const frame = await plugin().answer(turn, asked?.questionId ?? "", "Allow");
    playing.say(frame.ok ? (frame.value ?? "") : "");
    const whole = (await playing.until("ended")).filter(isNoProgress);
    await playing.ended;

    const [out, exit] = [readFileSync(join(folder, "out")), readFileSync(join(folder, "exit"))];
    rmSync(join(folder, "exit"));
    let cursor: string | null = null;
    const told: AgentNews[] = [];
    for (let bytes = 0; bytes < out.length; bytes += 61) {
      writeFileSync(join(folder, "out"), out.subarray(0, bytes));
      const read = await plugin().news(turn, cursor);
      if (!read.ok) return expect.unreachable(read.error.message);
      told.push(...read.value.entries.filter(isNoProgress));
      ({ cursor } = read.value);
    }
    writeFileSync(join(folder, "out"), out);
    writeFileSync(join(folder, "exit"), exit);
    const last = await plugin().news(turn, cursor);
    expect([...told, ...(last.ok ? last.value.entries.filter(isNoProgress) : [])]).toEqual(whole);
  });

  test("a process that dies in the middle of its turn ends it with the reason", async () => {
    const { playing } = await begun(fake, make, "@slow 200 50\n@say I take my time");
    await playing.until("acknowledged");
    playing.kill();
    await playing.ended;
    expect((await playing.until("ended")).at(-1)).toMatchObject({ result: { kind: "failed" } });
  });
});

test("how far its own plan has come is told with what it does", async () => {
  const todo = (status: string) => ({ content: "a step", status });
  const use = {
    type: "tool_use",
    id: "t",
    name: "TodoWrite",
    input: { todos: ["completed", "in_progress", "pending"].map(todo) },
  };
  const lines = [
    { type: "assistant", parent_tool_use_id: null, message: { content: [use] } },
    { type: "result", subtype: "success", result: "Done." },
  ].map((line) => JSON.stringify(line));
  const program = [process.execPath, "-e", `for (const line of ${JSON.stringify(lines)}) console.log(line)`, "--"];
  const { playing } = await begunWith(program, createClaudeCodeAgent, "Plan it");
  const news = await playing.until("ended");
  expect(news).toContainEqual(expect.objectContaining({ kind: "progressed", steps: { done: 1, of: 3 } }));
  await playing.ended;
});
