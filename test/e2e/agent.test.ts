import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasTurnScreen } from "../../src/daemon/screens/turn-screen.ts";
import { findProgram } from "../../src/lib/process/find-program.ts";
import type { SessionView } from "../../src/protocol/session/session.ts";
import { bubblewrapForTests } from "../fixtures/bubblewrap.ts";
import { aStage, type Stage } from "./stage.ts";

const script = (parts: object): string => `Please.\n\n\`\`\`script\n${JSON.stringify(parts)}\n\`\`\`\n`;
const doneBy = (message: string) => [{ write: { "work.txt": `${message}\n` } }, { commit: message }];

const isAtRest = ({ phase }: SessionView): boolean => phase === "resting";
const needsPerson = ({ attention }: SessionView): boolean => attention.column === "needs_you";
const incident = ({ incidents }: SessionView, trouble: string) => incidents.find((one) => one.trouble === trouble);
const subjectsOf = (stage: Stage, id: SessionView): Promise<string> =>
  stage.git("log", "--format=%s", `main..${id.branch}`);

const sandbox = await bubblewrapForTests();
const runtimes = (["process", "tmux"] as const).filter((name) => name === "process" || findProgram("tmux") !== null);

/** Each test brings up a daemon. What differs little between runtimes is left to `npm run test:all`. */
const isLong = process.env["AO_TEST_LONG"] === "1";
const inDepth = test.runIf(isLong);

describe.for(runtimes)("an agent on %s", (runtime) => {
  const usually = test.runIf(isLong || runtime === "process");

  test("works, and its commits carry its name on its branch", async () => {
    const stage = await aStage({ runtime });
    const id = await stage.begin("one", script({ start: [{ say: "Hello." }, ...doneBy("Add work")] }));
    const session = await stage.until(id, "done", (now) => isAtRest(now) && now.head !== now.base);
    expect(session).toMatchObject({ id: "app-one", branch: "agent/one", lastWords: "Hello.", turns: 1 });
    expect(session.messages).toMatchObject([{ state: "acknowledged", reason: "start" }]);
    expect(await stage.git("log", "-1", "--format=%s %an <%ae>", "agent/one")).toBe(
      "Add work Agent app-one <agent-app-one@orchestrator.local>",
    );
  });

  test("asks, waits, and goes on with the answer", async () => {
    const stage = await aStage({ runtime });
    const parts = {
      start: [{ say: "I looked around." }, { ask: { question: "Which colour?", choices: ["red", "blue"] } }],
      answer: [{ write: { "colour.txt": "{{answer}}\n" } }, { commit: "Choose {{answer}}" }],
    };
    const id = await stage.begin("asks", script(parts));
    const asking = await stage.until(id, "asking", ({ phase }) => phase === "asking");
    expect(asking).toMatchObject({
      state: "waiting",
      attention: { column: "needs_you" },
      questions: [{ text: "Which colour?", choices: ["red", "blue"] }],
    });
    const waiting = await stage.client.sendMessage({ id, content: "Take your time." });
    expect(waiting.state).toBe("queued");
    await stage.client.answer({ id, content: "blue" });
    const after = await stage.until(id, "answered", (now) => isAtRest(now) && now.turns === 3);
    expect(await subjectsOf(stage, after)).toBe("Choose blue");
    expect(incident(after, "question")?.closedAs).not.toBe(null);
  });

  inDepth("hears the messages of a person one by one, and remembers what was said", async () => {
    const stage = await aStage({ runtime });
    const id = await stage.begin("listens", script({ start: doneBy("Begin"), message: [{ say: "{{message}}" }] }));
    await stage.until(id, "begun", (now) => isAtRest(now) && now.turns === 1);
    for (const content of ["first", "second"]) {
      const sent = await stage.client.sendMessage({ id, content });
      await stage.until(
        id,
        "read",
        ({ messages }) => messages.find((one) => one.id === sent.id)?.state === "acknowledged",
      );
    }
    const after = await stage.until(id, "said", (now) => isAtRest(now) && now.lastWords === "second");
    const file = readFileSync(join(stage.home, "sessions", id, "conversation.jsonl"), "utf8");
    expect(after.turns).toBe(3);
    expect(
      file
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { reason: string }).reason),
    ).toEqual(["start", "message"]);
  });

  usually("that fails is begun again with what it was told, and then a person hears of it", async () => {
    const stage = await aStage({ runtime, reactions: { "agent-exited": { retries: 1 } } });
    const id = await stage.begin("fails", script({ otherwise: [{ warn: "no disk" }, { exit: 3 }] }));
    const given = await stage.until(id, "given up", (now) => isAtRest(now) && needsPerson(now));
    expect(given.turns).toBe(2);
    expect(given.messages.map(({ reason, state }) => [reason, state])).toEqual([
      ["restore", "acknowledged"],
      ["start", "acknowledged"],
    ]);
    expect(incident(given, "exited")?.summary).toMatch(/exit 3: no disk/);
    expect(given.hold).toBe("trouble");
  });

  usually("that crashes goes on where it was", async () => {
    const stage = await aStage({ runtime });
    const parts = { start: [{ write: { "half.txt": "half" } }, "crash"], restore: doneBy("Finish") };
    const id = await stage.begin("crashes", script(parts));
    const after = await stage.until(id, "finished", (now) => isAtRest(now) && now.head !== now.base);
    expect(await subjectsOf(stage, after)).toBe("Finish");
    expect(existsSync(join(after.workspacePath ?? "", "half.txt"))).toBe(true);
    expect(incident(after, "exited")?.closedAs).not.toBe(null);
  });

  inDepth("that is killed from outside goes on, too", async () => {
    const stage = await aStage({ runtime });
    const id = await stage.begin("killed", script({ start: [{ say: "here" }, "hang"], restore: doneBy("Finish") }));
    await stage.until(id, "at work", ({ lastWords }) => lastWords === "here");
    for (const pid of programsOf(stage)) process.kill(pid, "SIGKILL");
    const after = await stage.until(id, "finished", (now) => isAtRest(now) && now.head !== now.base);
    expect(await subjectsOf(stage, after)).toBe("Finish");
  });

  test("that a person interrupts ends its turn, and nothing begins by itself", async () => {
    const stage = await aStage({ runtime });
    const id = await stage.begin("interrupted", script({ start: [{ say: "here" }, "hang"], message: doneBy("Go on") }));
    await stage.until(id, "at work", ({ lastWords }) => lastWords === "here");
    await stage.client.interrupt({ id });
    const resting = await stage.until(id, "at rest", isAtRest);
    expect(resting).toMatchObject({ turns: 1, messages: [{ state: "acknowledged" }] });
    expect(incident(resting, "exited")).toBe(undefined);
    await stage.client.sendMessage({ id, content: "Now." });
    const after = await stage.until(id, "gone on", (now) => isAtRest(now) && now.turns === 2);
    expect(await subjectsOf(stage, after)).toBe("Go on");
  });

  usually.for([
    ["hears an interrupt", "hang"],
    ["hears nothing", { hang: { ignores: ["SIGINT", "SIGTERM"] } }],
  ] as const)("that hangs and %s is found stuck, ended and begun again", async ([, hang]) => {
    const stage = await aStage({ runtime, reactions: { "agent-stuck": { threshold: "1s" } } });
    const id = await stage.begin("hangs", script({ start: [{ say: "here" }, hang], restore: doneBy("Finish") }));
    const after = await stage.until(id, "finished", (now) => isAtRest(now) && now.head !== now.base);
    expect(await subjectsOf(stage, after)).toBe("Finish");
    expect(incident(after, "stuck")).toMatchObject({ closedAs: expect.any(String) });
  });

  usually("that ignores its task is reminded once", async () => {
    const stage = await aStage({ runtime });
    const id = await stage.begin("ignores", script({ start: [{ exit: 0 }], nudge: doneBy("Do it after all") }));
    const after = await stage.until(id, "done", (now) => isAtRest(now) && now.head !== now.base);
    expect(after.messages.map(({ reason }) => reason)).toEqual(["nudge", "start"]);
    expect(await subjectsOf(stage, after)).toBe("Do it after all");
  });

  usually("whose program is not on this machine does not begin, and it is said why", async () => {
    const stage = await aStage({ runtime, agentConfig: { command: ["no-such-agent"] } });
    await expect(stage.begin("missing", "Please.")).rejects.toThrow("no-such-agent is not installed");
    expect(await stage.client.listSessions({ all: true })).toEqual([]);
  });

  usually.for([
    ["is not on its branch", ["./no-such-agent"], /no-such-agent was not found\./],
    ["cannot be run", ["./README.md"], /README\.md could not be run\./],
  ] as const)("whose program %s has read no message, and a person hears why", async ([, command, says]) => {
    const stage = await aStage({ runtime, agentConfig: { command } });
    const id = await stage.begin("missing", "Please.");
    const given = await stage.until(id, "given up", (now) => isAtRest(now) && needsPerson(now));
    expect(given.messages.map(({ state }) => state)).not.toContain("acknowledged");
    expect(given.attention.why).toMatch(says);
    expect(given.turns).toBe(1);
  });

  usually("that prints bytes and escape sequences steers no terminal and keeps its last words", async () => {
    const stage = await aStage({ runtime });
    const parts = {
      start: [
        { print: { binary: 300_000 } },
        { print: { escapes: 30_000 } },
        ...doneBy("Done"),
        { say: "\u001b[31mend" },
      ],
    };
    const id = await stage.begin("noisy", script(parts));
    const after = await stage.until(id, "ended", (now) => isAtRest(now) && now.turns >= 1);
    expect(after.lastWords).not.toMatch(/[^\n\t\P{Cc}]/u);
    expect(after.lastWords).toMatch(/end$/);
    let text = "";
    for await (const piece of stage.client.logs({ id })) text += piece;
    expect(text).toMatch(/end/);
    expect(text).not.toMatch(/[^\n\t\P{Cc}]/u);
  });

  test("goes on while the daemon is away, and is found again", async () => {
    const stage = await aStage({ runtime });
    const parts = { start: [{ print: { lines: 200, every: "10ms" } }, ...doneBy("Done")] };
    const id = await stage.begin("lives", script(parts));
    await stage.until(id, "at work", ({ lastWords }) => lastWords.startsWith("line "));
    await stage.restartDaemon();
    const after = await stage.until(id, "done", (now) => isAtRest(now) && now.head !== now.base);
    expect([after.turns, await subjectsOf(stage, after)]).toEqual([1, "Done"]);
    const [turn = ""] = readdirSync(join(stage.home, "turns")).filter((name) => !name.startsWith("."));
    const lines = readFileSync(join(stage.home, "turns", turn, "out"), "utf8")
      .trim()
      .split("\n");
    expect(lines).toEqual(Array.from({ length: 200 }, (_, index) => `line ${index + 1}`));
  });
});

inDepth("an agent that prints a gigabyte is ended, and says why", async () => {
  const stage = await aStage({ reactions: { "agent-exited": { retries: 0 } } });
  const id = await stage.begin("giant", script({ start: [{ print: { bytes: 1_000_000_000 } }, ...doneBy("Never")] }));
  const after = await stage.until(id, "ended", (now) => isAtRest(now) && needsPerson(now));
  expect(incident(after, "exited")?.summary).toMatch(/output_limit/);
  expect(await subjectsOf(stage, after)).toBe("");
});

test("an agent on a screen is given its message in a file, and ended by its exit code", async () => {
  const stage = await aStage({ agentConfig: { drive: "terminal" } });
  const parts = { start: [{ ask: "Which?" }], answer: [{ say: "\u001b[1m{{answer}}\u001b[0m" }, ...doneBy("Done")] };
  const id = await stage.begin("screen", script(parts));
  const asking = await stage.until(id, "asking", ({ phase }) => phase === "asking");
  expect(asking.questions).toMatchObject([{ text: "Which?" }]);
  await stage.client.answer({ id, content: "this one" });
  const after = await stage.until(id, "done", (now) => isAtRest(now) && now.head !== now.base);
  expect([after.lastWords, await subjectsOf(stage, after)]).toEqual(["this one", "Done"]);
});

test.for(["turns", "terminal"] as const)(
  "a session that asks for %s against its settings has the same receipts, also over a restart and a restore",
  async (drive) => {
    const stage = await aStage({ agentConfig: { drive: drive === "turns" ? "terminal" : "turns" } });
    const screens = () =>
      readdirSync(join(stage.home, "turns"))
        .filter((name) => !name.startsWith("."))
        .map((turn) => hasTurnScreen(join(stage.home, "turns"), turn));
    const parts = { start: [{ ask: "Which?" }], answer: doneBy("Done"), restore: [{ say: "Back." }] };
    const id = await stage.begin("own", script(parts), { drive });
    await stage.until(id, "asking", ({ phase }) => phase === "asking");
    await stage.restartDaemon();
    const waiting = await stage.client.sendMessage({ id, content: "Take your time." });
    expect(waiting.state).toBe("queued");
    await stage.client.answer({ id, content: "this one" });
    const after = await stage.until(id, "done", (now) => isAtRest(now) && now.turns === 3);
    expect(after.drive).toBe(drive);
    expect(new Set(after.messages.map(({ state }) => state))).toEqual(new Set(["acknowledged"]));
    await stage.client.stopSession({ id });
    await stage.until(id, "stopped", ({ phase }) => phase === "ended");
    await stage.client.restore({ id });
    const back = await stage.until(id, "back", (now) => isAtRest(now));
    expect(back.drive).toBe(drive);
    expect(new Set(screens())).toEqual(new Set([drive === "terminal"]));
  },
);

test.skipIf(sandbox === null).for(["worktree", "clone"] as const)(
  "an agent in a %s reads no token, plants nothing and moves no other branch",
  async (workspace) => {
    const stage = await aStage({ workspace });
    const [main, config] = [await stage.git("rev-parse", "main"), join(stage.repository, ".git/config")];
    const before = readFileSync(config, "utf8");
    const attack = `cat '${stage.home}/token' '${stage.personHome}/.ssh/key' && echo SUCCESS
      for hook in pre-commit post-checkout; do echo evil > '${stage.repository}/.git/hooks/'$hook && echo SUCCESS; done
      git -C '${stage.repository}' config core.fsmonitor evil; echo evil >> '${config}'
      git push -q '${stage.repository}' HEAD:main && echo SUCCESS
      echo evil > '${stage.repository}/README.md'
      exit 0`;
    mkdirSync(join(stage.personHome, ".ssh"));
    writeFileSync(join(stage.personHome, ".ssh/key"), "private");
    const parts = { start: [...doneBy("Honest work"), { run: ["sh", "-c", attack] }, { say: "tried" }] };
    const id = await stage.begin("evil", script(parts));
    const after = await stage.until(id, "done", (now) => isAtRest(now) && now.lastWords.endsWith("tried"));
    expect(after.lastWords).not.toMatch(/SUCCESS/);
    expect([await stage.git("rev-parse", "main"), readFileSync(config, "utf8")]).toEqual([main, before]);
    expect(readdirSync(join(stage.repository, ".git/hooks")).filter((name) => !name.endsWith(".sample"))).toEqual([]);
    // Inside, the checkout is not there: what is written to its place is gone with the program.
    expect(await stage.git("status", "--short", "--untracked-files=no")).toBe("");
    expect(after.head).not.toBe(after.base);
  },
);

/** The programs of all turns that run: children of their holders. */
function programsOf(stage: Stage): readonly number[] {
  const turns = join(stage.home, "turns");
  return readdirSync(turns)
    .filter((turn) => existsSync(join(turns, turn, "started")) && !existsSync(join(turns, turn, "exit")))
    .map((turn) => Number.parseInt(readFileSync(join(turns, turn, "started"), "utf8")))
    .flatMap((holder) => readFileSync(`/proc/${holder}/task/${holder}/children`, "utf8").trim().split(" "))
    .map(Number);
}
