/** `ao attach` between turns: the tool's own screen on the same conversation, and the session handed back when it is left. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { plainText } from "../../src/lib/plain-text.ts";
import type { Stage } from "../e2e/stage.ts";
import { aScene } from "./scene.ts";
import { FAKES } from "./under-test.ts";

const WITHIN = { timeout: 30_000, interval: 20 };

test("a person takes over on the agent's own screen; automatic turns wait, and go on when they leave", async () => {
  const [subject] = FAKES;
  if (subject === undefined) return expect.unreachable("there are doubles");
  const { stage } = await aScene(subject);
  const id = await stage.begin("shown", "@sh echo one >> README.md && git commit -qam one\n@say One.");
  await stage.until(id, "rests", ({ turn, turns }) => turn === null && turns === 1);
  const memory = readFileSync(join(stage.home, "sessions", id, "memory/claude-code.json"), "utf8");
  const { conversation } = JSON.parse(memory) as { readonly conversation: string };

  const person = await attach(stage, id);
  await person.sees(`conversation ${conversation}`);
  await stage.until(id, "is taken over", ({ hold }) => hold === "take_over");
  person.type("hello\r");
  await person.sees("you said hello");
  await stage.client.sendMessage({ id, content: "@sh echo two >> README.md && git commit -qam two\n@say Two." });
  expect((await stage.client.session({ id })).turns).toBe(1);

  person.leave();
  const after = await stage.until(id, "goes on", ({ turn, turns }) => turn === null && turns === 2);
  expect([after.hold, after.lastWords]).toEqual([null, "Two."]);
  expect(await stage.git("log", "--format=%s", `main..${after.branch}`)).toBe("two\none");
  const own = join(stage.home, "turns", `own.${id}.1`);
  await expect.poll(() => readFileSync(join(own, "exit"), "utf8"), WITHIN).toMatch(/^\d+\s/);
});

async function attach(stage: Stage, id: string) {
  const { url, kind } = await stage.client.openTerminal({ id });
  expect(kind).toBe("screen");
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  let shown = "";
  socket.on("message", (data: Buffer, isBinary: boolean) => void (isBinary && (shown += data.toString("utf8"))));
  await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
  socket.send(JSON.stringify({ type: "size", cols: 80, rows: 24 }));
  return {
    type: (keys: string) => socket.send(Buffer.from(keys)),
    leave: () => socket.close(),
    sees: (text: string) => expect.poll(() => plainText(shown), WITHIN).toContain(text),
  };
}
