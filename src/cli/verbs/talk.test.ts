import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { MessageView } from "../../protocol/session/message.ts";
import { fixtureDaemon, LostAnswer, FixtureRefusal } from "../testing/fixture-daemon.ts";
import { aMessage } from "../testing/messages.ts";
import { ao } from "../testing/run-ao.ts";
import { ago, asking, aProject, aSession, aStatus } from "../testing/views.ts";

process.env["TZ"] = "UTC";

async function aDaemon(handlers: Parameters<typeof fixtureDaemon>[0]) {
  const daemon = await fixtureDaemon(handlers);
  onTestFinished(() => daemon.close());
  return { daemon, people: { env: { ...daemon.env, NO_COLOR: "1" }, width: 80 }, program: { env: daemon.env } };
}

/** A daemon whose message goes through these states, one a question. */
async function delivering(...states: readonly Partial<MessageView>[]) {
  let at = 0;
  return aDaemon({
    sendMessage: () => aMessage(states[0]),
    message: () => aMessage(states[Math.min(++at, states.length - 1)]),
  });
}

const written = { state: "written", position: null, turn: "t4" } as const;
const acknowledged = { state: "acknowledged", position: null, turn: "t4", acknowledgedAt: ago(7.2) } as const;

describe("ao send", () => {
  test("queues a message and says where its receipt is", async () => {
    const { people, program, daemon } = await delivering({});
    expect(await ao(people, "send", "app-7", "Redis,", "and", "set a TTL")).toEqual({
      code: 0,
      stdout: "queued for app-7 (message 81).\nReceipt: ao status app-7\n",
      stderr: "",
    });
    expect(daemon.asked[0]).toMatchObject({
      route: "sendMessage",
      input: { id: "app-7", content: "Redis, and set a TTL" },
    });
    expect((await ao(program, "send", "app-7", "x")).stdout).toBe(`81\tapp-7\tqueued\t${ago(8)}\t\t\n`);
    expect(JSON.parse((await ao(program, "send", "app-7", "x", "--json")).stdout)).toEqual(aMessage());
  });

  test("says what a message waits for", async () => {
    const { people } = await delivering({ waitsFor: "a question is open; ao answer app-7 answers it" });
    expect((await ao(people, "send", "app-7", "x")).stdout).toContain(
      "(message 81); a question is open; ao answer app-7",
    );
  });

  test("takes its text from a file or from stdin, and refuses none or both", async () => {
    const { program, daemon } = await delivering({});
    const folder = mkdtempSync(join(tmpdir(), "ao-text-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "notes.md"), "from a file\n");
    await ao({ ...program, cwd: folder }, "send", "app-7", "-f", "notes.md");
    await ao({ ...program, stdin: "from stdin" }, "send", "app-7");
    await ao({ ...program, stdin: "from -" }, "send", "app-7", "-f", "-");
    expect(daemon.asked.map(({ input }) => input["content"])).toEqual(["from a file\n", "from stdin", "from -"]);
    expect(await ao({ ...program, stdin: "" }, "send", "app-7")).toMatchObject({
      code: 2,
      stderr: 'error: there is no text; nothing was sent\n\ntry: ao send app-7 "Try again"\n',
    });
    expect(await ao(program, "send", "app-7", "x", "-f", "y")).toMatchObject({ code: 2 });
    expect(await ao({ ...program, cwd: folder }, "send", "app-7", "-f", "gone.md")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("gone.md could not be read"),
    });
    expect(daemon.asked.length).toBe(3);
  });

  test("asks again with the same key when the daemon dies before it answers", async () => {
    let deaths = 2;
    const { program, daemon } = await aDaemon({
      sendMessage: () => {
        if (deaths-- > 0) throw new LostAnswer();
        return aMessage();
      },
    });
    expect(await ao(program, "send", "app-7", "once")).toMatchObject({ code: 0, stderr: "" });
    expect(daemon.asked.length).toBe(3);
    expect(new Set(daemon.asked.map(({ key }) => key)).size).toBe(1);
  });

  test("fails when it is not accepted", async () => {
    const { program } = await aDaemon({
      sendMessage: () => {
        throw new FixtureRefusal(409, {
          code: "conflict",
          message: "app-7 has ended; nothing was sent",
          try: "ao restore app-7",
        });
      },
    });
    expect(await ao(program, "send", "app-7", "x")).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: app-7 has ended; nothing was sent\n\ntry: ao restore app-7\n",
    });
  });
});

describe("ao send --wait", () => {
  test("shows each state as it comes", async () => {
    const { people } = await delivering({}, written, acknowledged);
    const { code, stdout, stderr } = await ao(people, "send", "app-7", "x", "--wait");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      [
        "✓ queued        14:06:02   position 1",
        "✓ handed over   14:06:10   its turn has begun",
        "✓ acknowledged  14:06:02   after 0.8 s",
        "app-7 works on it. Follow: ao logs app-7 -f",
        "",
      ].join("\n"),
    );
  });

  test("fits one line of a wide terminal, one record of a pipe, one document of JSON", async () => {
    const { people, program } = await delivering({}, acknowledged);
    expect((await ao({ ...people, width: 120 }, "send", "app-7", "x", "--wait")).stdout).toBe(
      "✓ queued 14:06:02 · acknowledged 14:06:02 after 0.8 s\napp-7 works on it. Follow: ao logs app-7 -f\n",
    );
    expect((await ao(program, "send", "app-7", "x", "--wait")).stdout).toBe(
      `81\tapp-7\tacknowledged\t${ago(8)}\t${ago(7.2)}\t\n`,
    );
    expect(JSON.parse((await ao(program, "send", "app-7", "x", "--wait", "--json")).stdout)).toEqual(
      aMessage(acknowledged),
    );
  });

  test.each([
    ["failed", "✗ not delivered 14:06:10   the agent exited (code 137)"],
    ["dropped", "✗ dropped       14:06:10   the agent exited (code 137)"],
    ["unknown", "? not known     14:06:10   the agent exited (code 137)"],
  ] as const)("fails when the message is %s, and says why", async (state, line) => {
    const { people } = await delivering({}, { state, position: null, why: "the agent exited (code 137)" });
    const { code, stdout, stderr } = await ao(people, "send", "app-7", "x", "--wait");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain(`${line}\n\nSee what it needs: ao why app-7\n`);
  });

  test("Ctrl-C and --timeout stop waiting, not the message", async () => {
    const handlers = { sendMessage: () => aMessage(), message: () => new Promise<MessageView>(() => undefined) };
    const { people } = await aDaemon(handlers);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    expect(await ao({ ...people, interrupt: controller.signal }, "send", "app-7", "x", "--wait")).toMatchObject({
      code: 1,
      stderr:
        "error: the message was not acknowledged yet: you stopped waiting; it stays\n       queued\n\ntry: ao status app-7\n",
    });
    expect(await ao(people, "send", "app-7", "x", "--wait", "--timeout", "30ms")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the wait is over"),
    });
    expect(await ao(people, "send", "app-7", "x", "--wait", "--timeout", "soon")).toMatchObject({ code: 2 });
  });
});

test("ao prompt is the same door", async () => {
  const { people, daemon } = await delivering({});
  expect(await ao(people, "prompt", "docs", "Write the guide")).toMatchObject({ code: 0 });
  expect(daemon.asked[0]).toMatchObject({ route: "sendMessage", input: { id: "docs", content: "Write the guide" } });
});

describe("ao answer", () => {
  test("sends words as they are, and the number of a choice as that choice", async () => {
    const { people, daemon } = await aDaemon({
      answer: () => aStatus({ attention: { code: "answered", why: "Your answer is on its way to the agent." } }),
      session: () => aSession(),
    });
    expect((await ao(people, "answer", "app-7", "Redis,", "please")).stdout).toBe(
      "✓ app-7 is answered\n  Your answer is on its way to the agent.\n",
    );
    await ao(people, "answer", "app-7", "2");
    await ao(people, "answer", "app-7", "7", "--question", "q1");
    expect(daemon.asked.filter(({ route }) => route === "answer").map(({ input }) => input)).toEqual([
      { id: "app-7", content: "Redis, please" },
      { id: "app-7", content: "In memory" },
      { id: "app-7", content: "7", questionId: "q1" },
    ]);
  });
});

test.each([
  ["interrupt", "is told to end its turn"],
  ["restart", "begins its turn again"],
  ["pause", "is paused"],
  ["resume", "goes on"],
  ["release", "is handed back"],
  ["restore", "is being brought back"],
] as const)("ao %s does it and prints what follows", async (verb, done) => {
  const { people, program, daemon } = await aDaemon({ [verb]: () => asking() });
  expect((await ao(people, verb, "app-7")).stdout).toBe(
    `✓ app-7 ${done}\n  Asks whether the counter lives in Redis or in memory. Waits for you.\n`,
  );
  expect((await ao(program, verb, "app-7")).stdout).toMatch(/^app-7\tneeds_you\tasks\t/);
  expect(JSON.parse((await ao(program, verb, "app-7", "--json")).stdout)).toEqual(asking());
  const orders = daemon.asked.filter(({ route }) => route !== "takeEnvironment");
  expect(orders.map(({ route, input }) => [route, input["id"]])).toEqual(
    [verb, verb, verb].map((route) => [route, "app-7"]),
  );
  expect(new Set(orders.map(({ key }) => key)).size).toBe(3);
});

test("ao pause and ao resume take a whole project, but not both at once", async () => {
  const { people } = await aDaemon({ pauseProject: () => aProject({ paused: true }), resumeProject: () => aProject() });
  expect((await ao(people, "pause", "--project", "app")).stdout).toBe("✓ app is paused\n");
  expect((await ao(people, "resume", "--project", "app")).stdout).toBe("✓ app goes on\n");
  expect(await ao(people, "pause")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("name either a session or a project; nothing was paused"),
  });
  expect(await ao(people, "pause", "app-7", "--project", "app")).toMatchObject({ code: 2 });
});
