/** An agent at a terminal of its own, and two people before it. */
import { describe, expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { findProgram } from "../../src/lib/process/find-program.ts";
import { toPlainText } from "../../src/lib/text/plain-text.ts";
import { aStage, type Stage } from "./stage.ts";

const runtimes = (["process", "tmux"] as const).filter((name) => name === "process" || findProgram("tmux") !== null);
const WITHIN = { timeout: 30_000, interval: 20 };
/** Heard words are written in another way than they were typed, so that an echo is no answer. */
const AGENT = `stty -echo; echo ready; read first; echo "heard <$first>"; read second; echo "heard <$second>"; exit 0`;

describe.for(runtimes)("a terminal on %s", (runtime) => {
  test("is seen by two; one types, until the other takes over; both hear of its end", async () => {
    const stage = await aStage({ runtime, agentConfig: { command: ["sh", "-c", AGENT], drive: "terminal" } });
    const id = await stage.begin("talks", "Talk.");
    await stage.until(id, "at work", ({ phase, turn }) => phase === "working" && turn?.acknowledged === true);
    const first = await attach(stage, id);
    await first.sees("ready");
    await first.is("typing");
    const second = await attach(stage, id);
    await second.sees("ready");
    await second.is("watching");

    second.type("quietly\r");
    first.type("one\r");
    for (const person of [first, second]) await person.sees("heard <one>");
    expect(first.shown()).not.toContain("quietly");

    second.send({ type: "take-over" });
    await second.is("typing");
    await first.is("watching");
    await stage.until(id, "taken over", ({ hold }) => hold === "take_over");
    second.type("two\r");
    for (const person of [first, second]) await person.sees("heard <two>");
    for (const person of [first, second]) await person.hears("ended");
    const after = await stage.until(id, "over", ({ turn }) => turn === null);
    expect(after.lastWords).toContain("heard <two>");
  });
});

async function attach(stage: Stage, id: string) {
  const { url, kind } = await stage.client.openTerminal({ id });
  expect(kind).toBe("screen");
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  let shown = "";
  const frames: { readonly type: string; readonly role?: string }[] = [];
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (isBinary) shown += data.toString("utf8");
    else frames.push(JSON.parse(data.toString("utf8")) as (typeof frames)[number]);
  });
  await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const send = (frame: object): void => socket.send(JSON.stringify(frame));
  send({ type: "size", cols: 80, rows: 24 });
  const role = (): string | undefined => frames.findLast(({ type }) => type === "role")?.role;
  return {
    send,
    type: (keys: string) => socket.send(Buffer.from(keys)),
    shown: () => toPlainText(shown),
    sees: (text: string) => expect.poll(() => toPlainText(shown), WITHIN).toContain(text),
    is: (wanted: string) => expect.poll(role, WITHIN).toBe(wanted),
    hears: (type: string) => expect.poll(() => frames.map((frame) => frame.type), WITHIN).toContain(type),
  };
}
