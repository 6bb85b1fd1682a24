/** What an agent wrote, as people read it. */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anApi, type ApiRig } from "../../../../test/fixtures/daemon-api.ts";
import { httpAsk } from "../../../../test/fixtures/http-ask.ts";
import { aSession, aTurn, theSession, working } from "../../../../test/fixtures/domain.ts";
import { messageId, turnId } from "../../../domain/model/ids.ts";
import type { Session } from "../../../domain/session/session.ts";
import type { Store } from "../../../store/open.ts";

const ended: Session["phase"] = { kind: "ended", because: "stopped", rescueRef: null, atMs: 0 };

/** A session whose turns `t1` … were begun; the last one is open when the session works. */
function turns(count: number, phase: Session["phase"] = ended) {
  return {
    facts: (store: Store): void => {
      store.sessions.save(aSession({ phase, turns: count }), { wants: null, dueMs: null });
      for (let n = 1; n <= count; n += 1)
        store.turns.add({ id: turnId(`t${n}`), session: theSession, n, message: messageId("m"), startedMs: n });
    },
  };
}

function write(rig: ApiRig, turn: string, file: "out" | "err" | "exit" | "launch.json", text: string | Buffer): void {
  const folder = join(rig.home.turns, turn);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, file), text);
}

async function logs(rig: ApiRig, input: object = {}): Promise<string> {
  let all = "";
  for await (const text of rig.client().logs({ id: theSession, ...input })) all += text;
  return all;
}

const open = { ...aTurn({ id: turnId("t2") }) };

test("the output of all turns comes in their order, each with its complaints", async () => {
  const rig = await anApi(turns(2));
  write(rig, "t1", "out", "one\n");
  write(rig, "t1", "err", "oops\n");
  write(rig, "t2", "out", "two");
  expect(await logs(rig)).toBe("one\noops\ntwo");
  expect(await logs(rig, { turn: 2 })).toBe("two");
  expect(await logs(rig, { turn: 9 })).toBe("");
});

test("what the agent was told comes before what it says, without secrets, and not among the raw bytes", async () => {
  const told = { id: "told", outBytes: 0, kind: "told", text: "Use hunter2-hunter2\nplease" };
  const rig = await anApi({
    ...turns(1),
    plugins: (plugins) => plugins.on("agent.conversation", () => ({ value: [told] })),
  });
  write(rig, "t1", "out", "one\n");
  expect(await logs(rig)).toBe("\n> Use [redacted]\n> please\n\none\n");
  expect(await logs(rig, { raw: true })).toBe("one\n");
});

test("a session that never had a turn has no output", async () => {
  const rig = await anApi(turns(0));
  expect(await logs(rig)).toBe("");
  expect(await logs(rig, { follow: true })).toBe("");
});

test("before the first turn the output of setup is shown, its secrets taken out; afterwards only the turns'", async () => {
  const rig = await anApi(turns(0));
  const folder = join(rig.home.sessions, theSession, "logs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "setup.log"), "$ npm ci\nhunter2-hunter2\nnot found\u0007");
  expect(await logs(rig)).toBe("$ npm ci\n[redacted]\nnot found^G");
  expect(await logs(rig, { follow: true })).toBe("$ npm ci\n[redacted]\nnot found^G");
  expect(await logs(rig, { tail: 1 })).toBe("not found^G");
  expect(await logs(rig, { turn: 1 })).toBe("");
  rig.store.turns.add({ id: turnId("t1"), session: theSession, n: 1, message: messageId("m"), startedMs: 1 });
  write(rig, "t1", "out", "one\n");
  expect(await logs(rig)).toBe("one\n");
});

test("curl gets plain text", async () => {
  const rig = await anApi(turns(1));
  write(rig, "t1", "out", "one\n");
  const headers = { authorization: `Bearer ${rig.token}` };
  const answer = await httpAsk(rig.port, { path: `/api/sessions/${theSession}/logs`, headers });
  expect(answer).toMatchObject({
    status: 200,
    text: "one\n",
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
});

test("secrets are taken out and control characters shown, unless the bytes are wanted as they are", async () => {
  const rig = await anApi(turns(1));
  write(rig, "t1", "out", "a hunter2-hunter2\n\u001b[31mred\u001b[0m\u0007\n");
  expect(await logs(rig)).toBe("a [redacted]\n^[[31mred^[[0m^G\n");
  expect(await logs(rig, { raw: true })).toBe("a [redacted]\n\u001b[31mred\u001b[0m\u0007\n");
});

test("what was drawn on a screen is read as text, and a secret in two colours is none", async () => {
  const rig = await anApi(turns(1));
  write(rig, "t1", "launch.json", JSON.stringify({ session: theSession, bootId: "b", hasScreen: true }));
  write(rig, "t1", "out", "10 %\r90 %\r\n\u001b[1mbold\u001b[0m\r\nhunter2\u001b[32m-hunter2\u001b[0m\r\n");
  expect(await logs(rig)).toBe("90 %\nbold\n[redacted]\n");
});

test("binary output harms nobody", async () => {
  const rig = await anApi(turns(1));
  write(rig, "t1", "out", Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x0a, 0xc3]));
  expect(await logs(rig)).toContain("A\n");
});

test("the last lines are found over several turns", async () => {
  const rig = await anApi(turns(3));
  for (const n of [1, 2, 3]) write(rig, `t${n}`, "out", `${n}a\n${n}b\n${n}c\n`);
  expect(await logs(rig, { tail: 2 })).toBe("3b\n3c\n");
  expect(await logs(rig, { tail: 4 })).toBe("2c\n3a\n3b\n3c\n");
  expect((await logs(rig, { tail: 100 })).split("\n")).toHaveLength(10);
  write(rig, "t3", "out", "unfinished");
  expect(await logs(rig, { tail: 1 })).toBe("unfinished");
});

test("long output is read through, line by line", async () => {
  const rig = await anApi(turns(1));
  const lines = Array.from({ length: 50_000 }, (_, n) => `line ${n}\n`).join("");
  write(rig, "t1", "out", lines);
  expect(await logs(rig)).toBe(lines);
  expect(await logs(rig, { tail: 3 })).toBe("line 49997\nline 49998\nline 49999\n");
});

/** Follows in the background. */
function following(rig: ApiRig, input: object = {}) {
  const stop = new AbortController();
  const heard = { text: "", isOver: false };
  const done = (async () => {
    const client = rig.client({ retryForMs: 10_000 });
    for await (const text of client.logs({ id: theSession, follow: true, ...input }, { signal: stop.signal }))
      heard.text += text;
    heard.isOver = true;
  })();
  return { heard, stop: () => stop.abort(), done };
}

test("what is written is told while it is written, whole lines only, and a secret in two pieces is none", async () => {
  const rig = await anApi(turns(2, working(open)));
  write(rig, "t2", "out", "one\n");
  const { heard, stop, done } = following(rig);
  await until(() => heard.text === "one\n");
  write(rig, "t2", "out", "my hunter2-");
  write(rig, "t2", "err", "meanwhile\n");
  await until(() => heard.text.includes("meanwhile\n"));
  expect(heard.text).not.toContain("hunter2");
  write(rig, "t2", "out", "hunter2 here\n");
  await until(() => heard.text.endsWith("my [redacted] here\n"));
  stop();
  await done;
});

test("following goes on with the next turn, and ends when the session has ended", async () => {
  const rig = await anApi(turns(2, working(open)));
  write(rig, "t2", "out", "two\n");
  const { heard, done } = following(rig);
  await until(() => heard.text === "two\n");
  write(rig, "t2", "out", "the end of two");
  write(rig, "t2", "exit", "0\n");
  await until(() => heard.text === "two\nthe end of two");
  const next = aTurn({ id: turnId("t3") });
  rig.store.turns.add({ id: next.id, session: theSession, n: 3, message: messageId("m"), startedMs: 3 });
  rig.store.sessions.save(aSession({ phase: working(next), turns: 3 }), { wants: null, dueMs: null });
  write(rig, "t3", "out", "\nthree\n");
  await until(() => heard.text.endsWith("\nthree\n"));
  expect(heard.isOver).toBe(false);
  rig.store.sessions.save(aSession({ phase: ended, turns: 3 }), { wants: null, dueMs: null });
  await done;
  expect(heard.text).toBe("two\nthe end of two\nthree\n");
});

test("broken connections and restarts lose no line and repeat none", async () => {
  const rig = await anApi(turns(2, working(open)));
  const { heard, done } = following(rig);
  let expected = "";
  for (let round = 0; round < 10; round += 1) {
    for (const file of ["out", "err"] as const) {
      const lines = Array.from({ length: 30 }, (_, n) => `${file} ${round} ${n}\n`).join("");
      expected += `${lines}${file} ${round} in two pieces\n`;
      write(rig, "t2", file, `${lines}${file} ${round} in `);
    }
    await until(() => heard.text.includes(`err ${round} 29\n`));
    if (round % 5 === 4) {
      await rig.kill();
      await rig.start();
    } else rig.cutConnections();
    for (const file of ["out", "err"] as const) write(rig, "t2", file, "two pieces\n");
  }
  rig.store.sessions.save(aSession({ phase: ended, turns: 2 }), { wants: null, dueMs: null });
  await done;
  const sorted = (text: string): readonly string[] => text.split("\n").toSorted();
  expect(sorted(heard.text)).toEqual(sorted(expected));
  const outs = heard.text.split("\n").filter((line) => line.startsWith("out"));
  expect(outs).toEqual(expected.split("\n").filter((line) => line.startsWith("out")));
});

test("a place in a log that is none is refused", async () => {
  const rig = await anApi(turns(1));
  await expect(logs(rig, { from: "there" })).rejects.toMatchObject({ status: 400 });
});

test("a log whose folder is not readable says so", async () => {
  const rig = await anApi(turns(1));
  mkdirSync(join(rig.home.turns, "t1", "out"), { recursive: true });
  writeFileSync(join(rig.home.turns, "t1", "err"), "x");
  await expect(logs(rig)).rejects.toThrow();
  expect(rig.complaints).toHaveLength(1);
  rig.complaints.length = 0;
});

async function until(isSo: () => boolean): Promise<void> {
  const untilMs = Date.now() + 10_000;
  while (!isSo()) {
    if (Date.now() > untilMs) throw new Error("it did not come to pass");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
