import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { beginTurn, endTurn, playTurn } from "../../../../test/fixtures/play-turn.ts";
import { turnPathsIn } from "../../../../test/fixtures/turn-paths.ts";
import { messageId, sessionId, turnId, type TurnId } from "../../../domain/model/ids.ts";
import type { AgentNews } from "../../../slots/agent.ts";
import type { TurnLaunch } from "../../../slots/runtime.ts";
import { aFolder } from "../../../store/testing/folder.ts";
import { createCommandAgent } from "./command-agent.ts";

const turn = turnId("turn-1");

/** An agent whose program is a line of shell. */
function anAgent(script: string, settings: Readonly<Record<string, unknown>> = {}) {
  const home = aFolder();
  const at = (name: string): string => join(home, name);
  for (const folder of ["workspace", "checkout", "turns"]) mkdirSync(at(folder));
  const clock = { nowMs: Date.now() };
  const agent = createCommandAgent({
    turns: at("turns"),
    sessions: at("sessions"),
    checkout: at("checkout"),
    settings: { command: ["sh", "-c", script], ...settings },
    nowMs: () => clock.nowMs,
  });
  const tell = async (text = "Please do the work", more: { n?: number; turn?: TurnId; reason?: string } = {}) => {
    const { n = 1, reason = "start" } = more;
    const id = more.turn ?? turn;
    const launch = await agent.launch({
      session: sessionId("session-1"),
      turn: id,
      n,
      message: messageId(`message-${n}`),
      text,
      reason,
      paths: turnPathsIn(home, { turn: id, workspace: at("workspace") }),
      env: { PATH: process.env["PATH"] ?? "", AO_SESSION: "session-1", HOME: at("home") },
    });
    if (!launch.ok) throw new Error(launch.error.message);
    return launch.value;
  };
  const news = async (cursor: string | null = null, id = turn) => {
    const read = await agent.news(id, cursor);
    if (!read.ok) throw new Error(read.error.message);
    return read.value;
  };
  const play = (launch: TurnLaunch): Promise<number> => playTurn(at("turns"), launch);
  return { agent, at, clock, tell, news, play };
}

const kinds = (entries: readonly AgentNews[]): readonly string[] => entries.map(({ kind }) => kind);
const endOf = (entries: readonly AgentNews[]) => entries.find((entry) => entry.kind === "ended");

describe("a turn", () => {
  test("runs the program with the message on stdin and what it is about in its environment", async () => {
    const { tell, play, at } = anAgent(`cat; echo; cat "$AO_PROMPT_FILE"; echo; echo $AO_TURN $AO_REASON $AO_SESSION`);
    await play(await tell("do it", { n: 3, reason: "ci-failed" }));
    expect(readFileSync(at("turns/turn-1/out"), "utf8")).toBe("do it\ndo it\n3 ci-failed session-1\n");
  });

  test("that answers has the question and the task, bounded, behind the answer", async () => {
    const { tell, play, at, agent } = anAgent("cat; echo; echo; echo 'Which colour?'; echo '- red'; exit 10");
    const task = `Paint it. ${"x".repeat(20_000)}`;
    await play(await tell(task));
    const second = turnId("turn-2");
    await play(await tell("red", { n: 2, turn: second, reason: "answer" }));
    const told = readFileSync(at("turns/turn-2/in"), "utf8");
    expect(told).toMatch(/^red\n\n---\nYou asked:\nWhich colour\?\n- red\n\n---\nThe task was:\nPaint it\. x+…$/);
    expect(told.length).toBeLessThan(17_000);
    const said = await agent.conversation(second, null);
    expect(said.ok ? said.value[0] : null).toMatchObject({ kind: "told", text: expect.stringContaining("You asked:") });
  });

  test.for([
    ["exit 0 ends it", "echo one; echo; echo all done", { kind: "done" }],
    [
      "exit 10 asks",
      "echo work; echo; echo 'Which?'; echo '- red'; exit 10",
      { kind: "asked", text: "Which?", choices: ["red"] },
    ],
    ["any other exit fails it", "echo oops >&2; exit 3", { kind: "failed", why: "exit 3: oops" }],
    ["a signal fails it", "kill -9 $$", { kind: "failed", why: "it was ended by signal 9" }],
    ["an interrupt is not a failure", "kill -2 $$", { kind: "interrupted" }],
  ] as const)("%s", async ([, script, result]) => {
    const { tell, play, news } = anAgent(script);
    await play(await tell());
    const { entries } = await news();
    expect(entries.find((entry) => entry.kind === "acknowledged")).toMatchObject({ message: "message-1" });
    expect(endOf(entries)).toMatchObject({ result, usage: { usd: 0, tokens: 0 } });
  });

  test("its last paragraph are its last words", async () => {
    const { tell, play, news } = anAgent("echo one; echo; echo all done; echo really");
    await play(await tell());
    expect(endOf((await news()).entries)).toMatchObject({ words: "all done\nreally" });
  });

  test.for([
    [["no-such-program"], /^no-such-program was not found$/],
    [["/etc/passwd"], /^\/etc\/passwd could not be run$/],
    [
      ["sh", "-c", "echo no interpreter >&2; exit 127"],
      /^sh ended with exit 127, as if a program was not found: no interpreter$/,
    ],
  ] as const)("a program that never started has read no message: %j", async ([command, why]) => {
    const { tell, play, news } = anAgent("", { command });
    await play(await tell());
    const { entries } = await news();
    expect(kinds(entries)).not.toContain("acknowledged");
    expect(endOf(entries)).toMatchObject({ result: { kind: "never_started", why: expect.stringMatching(why) } });
  });

  test("a program that cannot be run is given a moment to fail before its message counts as read", async () => {
    const { tell, news, at, clock } = anAgent("");
    const launch = await tell();
    beginTurn(at("turns"), launch);
    const pending = news();
    setTimeout(() => endTurn(at("turns"), launch, 127), 10);
    expect(kinds((await pending).entries)).toEqual(["ended"]);
    clock.nowMs += 1;
  });

  test("output beyond the limit is told as the reason of its end", async () => {
    const { tell, play, news, at } = anAgent("kill -9 $$");
    await play(await tell());
    writeFileSync(at("turns/turn-1/cut"), "output_limit\n");
    expect(endOf((await news()).entries)).toMatchObject({
      result: { kind: "failed", why: expect.stringMatching(/output_limit/) },
    });
  });

  test("one that was withdrawn before it began has no news", async () => {
    const { tell, news, at } = anAgent("");
    beginTurn(at("turns"), await tell());
    writeFileSync(at("turns/turn-1/started"), "withdrawn\n");
    expect((await news()).entries).toEqual([]);
  });
});

describe("what it says meanwhile", () => {
  async function running() {
    const parts = anAgent("");
    const launch = await parts.tell();
    beginTurn(parts.at("turns"), launch);
    parts.clock.nowMs += 1_000;
    const say = (text: string | Uint8Array): void => appendFileSync(parts.at("turns/turn-1/out"), text);
    return { ...parts, launch, say };
  }

  test("is told line by line, each once", async () => {
    const { news, say, clock } = await running();
    const first = await news();
    expect(kinds(first.entries)).toEqual(["acknowledged"]);
    say("thinking\nwri");
    const second = await news(first.cursor);
    expect(second.entries).toMatchObject([{ kind: "progressed", words: "thinking" }]);
    expect((await news(second.cursor)).entries).toEqual([]);
    say("ting\n");
    clock.nowMs += 1_000;
    expect((await news(second.cursor)).entries).toMatchObject([{ kind: "progressed", words: "writing" }]);
  });

  test("has the same id for the same words, also for the next daemon", async () => {
    const { news, say } = await running();
    const { cursor } = await news();
    say("thinking\n");
    const [told] = (await news(cursor)).entries;
    expect((await news()).entries).toContainEqual(told);
  });

  test("is told once a second, however much it is; and at the end in any case", async () => {
    const { news, say, clock, launch, at } = await running();
    say("one\n");
    const first = await news();
    say("two\n");
    clock.nowMs += 500;
    const second = await news(first.cursor);
    expect(second.entries).toEqual([]);
    say("three\n");
    endTurn(at("turns"), launch, 0);
    expect(kinds((await news(second.cursor)).entries)).toEqual(["progressed", "ended"]);
  });

  test("on stderr is a sign of life without words", async () => {
    const { news, at } = await running();
    const { cursor } = await news();
    appendFileSync(at("turns/turn-1/err"), "warning\n");
    expect((await news(cursor)).entries).toMatchObject([{ kind: "progressed", words: "" }]);
  });

  test("may be binary, escape sequences or half a letter", async () => {
    const { news, say, launch, at } = await running();
    say(Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256));
    say("\n\u001b]0;owned\u0007\u001b[2Jdone ");
    say(Uint8Array.from([0xf0, 0x9f]));
    endTurn(at("turns"), launch, 0);
    const { entries } = await news();
    const words = entries.flatMap((entry) => ("words" in entry ? [entry.words] : [])).join("");
    expect(words).not.toMatch(/[^\n\t\P{Cc}]/u);
  });

  test("of a giant only the end is read", async () => {
    const { news, say, launch, at } = await running();
    for (let chunk = 0; chunk < 16; chunk += 1) say(new Uint8Array(1024 * 1024).fill(0x61));
    say("\nthe end\n");
    endTurn(at("turns"), launch, 0);
    const before = process.memoryUsage().arrayBuffers;
    expect(endOf((await news()).entries)).toMatchObject({ words: "the end" });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  });

  test("a ring that was cut is read from its new end", async () => {
    const { news, say, clock, at } = await running();
    say(`${"long ago\n".repeat(100)}`);
    const { cursor } = await news();
    writeFileSync(at("turns/turn-1/out"), "[ao: 900 bytes of older output are not kept]\nrecent\n");
    clock.nowMs += 1_000;
    expect((await news(cursor)).entries).toMatchObject([{ kind: "progressed", words: "recent" }]);
  });
});

describe("the conversation", () => {
  const spoken = (launch: TurnLaunch) =>
    readFileSync(launch.env["AO_CONVERSATION_FILE"] ?? "", "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as unknown);

  test("holds every earlier turn before the next one begins, and survives their output", async () => {
    const { tell, play, at } = anAgent('cat "$AO_CONVERSATION_FILE" >> seen; echo said $AO_TURN; exit $AO_TURN');
    const first = await tell("do it");
    expect(spoken(first)).toEqual([]);
    await play(first);
    const second = await tell("again", { n: 2, turn: turnId("turn-2"), reason: "message" });
    await play(second);
    writeFileSync(at("turns/turn-1/out"), "");
    const third = await tell("and again", { n: 3, turn: turnId("turn-3"), reason: "restore" });
    expect(spoken(third)).toEqual([
      { id: "turn-1", turn: 1, reason: "start", message: "do it", said: "said 1\n", exit: 1 },
      { id: "turn-2", turn: 2, reason: "message", message: "again", said: "said 2\n", exit: 2 },
    ]);
    expect(statSync(third.env["AO_CONVERSATION_FILE"] ?? "").mode & 0o777).toBe(0o600);
  });

  test("leaves out what never began, and says of what was cut off that nobody knows its end", async () => {
    const { tell, play, at } = anAgent("exit 127");
    await play(await tell("unread"));
    await tell("withdrawn", { n: 2, turn: turnId("turn-2") });
    const third = await tell("cut off", { n: 3, turn: turnId("turn-3") });
    beginTurn(at("turns"), third);
    appendFileSync(at("turns/turn-3/out"), "\u001b[1mbegun");
    const fourth = await tell("go on", { n: 4, turn: turnId("turn-4") });
    expect(spoken(fourth)).toEqual([
      { id: "turn-3", turn: 3, reason: "start", message: "cut off", said: "begun", exit: null },
    ]);
  });

  test("a turn told twice is in it once", async () => {
    const { tell, play } = anAgent("echo hello");
    await play(await tell());
    const next = () => tell("more", { n: 2, turn: turnId("turn-2") });
    await next();
    expect(spoken(await next())).toHaveLength(1);
  });
});

describe("the program", () => {
  test.for([
    ["in the workspace", ["workspace"], "workspace/agent.sh"],
    ["in the checkout while the workspace has none", ["checkout"], "checkout/agent.sh"],
    ["in the workspace when both have it", ["workspace", "checkout"], "workspace/agent.sh"],
    ["in the workspace when nobody has it", [], "workspace/agent.sh"],
  ] as const)("by a relative path lies %s", async ([, folders, expected]) => {
    const { tell, at } = anAgent("", { command: ["./agent.sh", "--flag"] });
    for (const folder of folders) writeFileSync(at(`${folder}/agent.sh`), "");
    expect((await tell()).argv).toEqual([at(expected), "--flag"]);
  });

  test("by a name is found in the path, by ~ in the home, and absolute as it is", async () => {
    for (const [written, argv] of [
      ["agent", "agent"],
      ["/bin/agent", "/bin/agent"],
    ])
      expect((await anAgent("", { command: [written] }).tell()).argv).toEqual([argv]);
    const { tell, at } = anAgent("", { command: ["~/bin/agent"] });
    expect((await tell()).argv).toEqual([at("home/bin/agent")]);
  });

  test("runs on a screen when people shall type into it", async () => {
    expect(await anAgent("", { drive: "terminal" }).tell()).toMatchObject({ hasScreen: true, takesFrames: false });
    expect(await anAgent("").tell()).toMatchObject({ hasScreen: false, takesFrames: false });
  });

  test("that was not named refuses the turn with a sentence", async () => {
    const { tell } = anAgent("", { command: [] });
    await expect(tell()).rejects.toThrow(/^The agent cannot be started: `agentConfig.command` must name a program/);
  });
});
