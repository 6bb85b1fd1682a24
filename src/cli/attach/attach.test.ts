import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer, type WebSocket } from "ws";
import type { ClientFrame, ServerFrame } from "../../protocol/session/terminal.ts";
import { fixtureDaemon } from "../testing/fixture-daemon.ts";
import { testIo } from "../testing/test-io.ts";
import { runVerb } from "../run/run-verb.ts";
import { verbs } from "../verbs/index.ts";
import { createScreenSwitch } from "./raw-terminal.ts";

/** A daemon with one terminal, and a person at theirs. */
async function aPerson({
  kind = "screen",
  isTTY = true,
}: { readonly kind?: "screen" | "log"; readonly isTTY?: boolean } = {}) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  let tickets = 0;
  const daemon = await fixtureDaemon({
    openTerminal: () => ({
      url: `ws://127.0.0.1:${port}/api/terminal?ticket=${++tickets}`,
      ticket: String(tickets),
      kind,
    }),
    logs: () => ["a line\n"],
  });
  onTestFinished(async () => {
    for (const client of server.clients) client.terminate();
    server.close();
    await daemon.close();
  });
  const raw: boolean[] = [];
  const keyboard = Object.assign(new PassThrough(), { isTTY, setRawMode: (on: boolean) => void raw.push(on) });
  let resized = (): void => undefined;
  let cols = 100;
  const screen = {
    size: () => ({ cols, rows: 30 }),
    onResize: (changed: () => void) => {
      resized = changed;
      return () => undefined;
    },
  };
  const io = testIo({ env: { ...daemon.env, NO_COLOR: "1" }, width: isTTY ? 80 : null, stdin: keyboard, screen });
  return {
    io,
    raw,
    type: (keys: string) => keyboard.write(keys),
    resize: (to: number) => {
      cols = to;
      resized();
    },
    /** The next connection, with all that the client says on it. */
    accept: async () => {
      const [socket]: WebSocket[] = await once(server, "connection");
      if (socket === undefined) throw new Error("no connection");
      return seatOf(socket);
    },
    attach: (...options: readonly string[]) => runVerb(verbs, "attach", ["app-7", ...options], io),
  };
}

function seatOf(socket: WebSocket) {
  const heard: (ClientFrame | string)[] = [];
  let wake = (): void => undefined;
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    heard.push(isBinary ? data.toString() : (JSON.parse(data.toString()) as ClientFrame));
    wake();
  });
  return {
    socket,
    say: (frame: ServerFrame) => socket.send(JSON.stringify(frame)),
    show: (text: string) => socket.send(Buffer.from(text)),
    next: async (): Promise<ClientFrame | string> => {
      while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return heard.shift() ?? "";
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error("it never came to pass");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const LEAVE = "\u{1d}";

test("shows the screen, passes keys on, and gives the terminal back", async () => {
  const person = await aPerson();
  const code = person.attach();
  const daemon = await person.accept();
  expect(await daemon.next()).toEqual({ type: "size", cols: 100, rows: 30 });
  expect(person.raw).toEqual([true]);
  daemon.say({ type: "role", role: "typing" });
  daemon.say({ type: "screen", cols: 100, rows: 30 });
  daemon.show("$ \u{1b}[?1049h");
  await until(() => person.io.stdout().includes("$ "));
  person.type("ls\r");
  expect(await daemon.next()).toBe("ls\r");
  person.resize(132);
  expect(await daemon.next()).toEqual({ type: "size", cols: 132, rows: 30 });
  person.resize(0);
  expect(await daemon.next()).toEqual({ type: "size", cols: 80, rows: 30 });
  person.type(LEAVE);
  expect(await code).toBe(0);
  expect(person.raw).toEqual([true, false]);
  expect(person.io.stdout()).toMatch(/\[\?25h\u{1b}\[\?1049l\r\n\u{1b}\[J$/u);
  expect(person.io.stderr()).toMatch(/left app-7; its agent continues\. Come back: ao attach app-7\n$/);
});

test("who watches types nothing until they take over", async () => {
  const person = await aPerson();
  const code = person.attach();
  const daemon = await person.accept();
  await daemon.next();
  daemon.say({ type: "role", role: "watching" });
  daemon.show("x");
  await until(() => person.io.stdout().includes("x"));
  person.type("not heard");
  person.type("\u{14}");
  expect(await daemon.next()).toEqual({ type: "take-over" });
  daemon.say({ type: "role", role: "typing" });
  daemon.show("y");
  await until(() => person.io.stdout().includes("y"));
  person.type("heard");
  expect(await daemon.next()).toBe("heard");
  person.type(LEAVE);
  expect(await code).toBe(0);
});

test("--watch never types, --take-over does at once, both exclude each other", async () => {
  const watcher = await aPerson();
  const watching = watcher.attach("--watch");
  const seen = await watcher.accept();
  await seen.next();
  seen.say({ type: "role", role: "typing" });
  seen.show("x");
  await until(() => watcher.io.stdout().includes("x"));
  watcher.type("quiet\u{14}");
  watcher.resize(90);
  expect(await seen.next()).toEqual({ type: "size", cols: 90, rows: 30 });
  watcher.type(LEAVE);
  await watching;

  const owner = await aPerson();
  const owning = owner.attach("--take-over");
  const taken = await owner.accept();
  expect([await taken.next(), await taken.next()]).toEqual([
    { type: "size", cols: 100, rows: 30 },
    { type: "take-over" },
  ]);
  owner.type(LEAVE);
  await owning;
  expect(await owner.attach("--take-over", "--watch")).toBe(2);
});

test("goes on through a restart of the daemon, and leaves when the turn has ended", async () => {
  const person = await aPerson();
  const code = person.attach();
  const first = await person.accept();
  await first.next();
  first.show("before");
  await until(() => person.io.stdout().includes("before"));
  const again = person.accept();
  first.socket.terminate();
  const second = await again;
  expect(await second.next()).toEqual({ type: "size", cols: 100, rows: 30 });
  second.say({ type: "screen", cols: 100, rows: 30 });
  second.show("after");
  second.say({ type: "ended", text: "the turn has ended" });
  expect(await code).toBe(0);
  expect(person.io.stdout()).toMatch(/before.*\u{1b}\[2J.*after/su);
  expect(person.io.stderr()).toContain('app-7: the turn has ended. Tell it more: ao send app-7 "…"\n');
  expect(person.raw).toEqual([true, false]);
});

test("ends with the session", async () => {
  const person = await aPerson();
  const code = person.attach();
  const daemon = await person.accept();
  await daemon.next();
  daemon.socket.close(1000, "the session has ended");
  expect(await code).toBe(0);
  expect(person.io.stderr()).toContain("app-7: the session has ended\n");
  expect(person.raw).toEqual([true, false]);
});

test("a terminal that the daemon closes is an error, and is given back all the same", async () => {
  const person = await aPerson();
  const code = person.attach();
  const daemon = await person.accept();
  daemon.socket.close(1011, "the terminal failed; the daemon's log says how");
  expect(await code).toBe(1);
  expect(person.io.stderr()).toContain("error: app-7 is no longer attached: the terminal failed");
  expect(person.raw).toEqual([true, false]);
});

test("a session without a screen is followed by its log, and a screen needs a terminal", async () => {
  const reader = await aPerson({ kind: "log" });
  expect(await reader.attach()).toBe(0);
  expect(reader.io.stdout()).toBe("a line\n");
  expect(reader.io.stderr()).toContain("app-7 has no screen; this is its log.");
  expect(reader.raw).toEqual([]);
  const pipe = await aPerson({ isTTY: false });
  expect(await pipe.attach()).toBe(1);
  expect(pipe.io.stderr()).toContain("try: ao logs app-7 -f");
});

test.each([
  [["\u{1b}[?1049h"], true],
  [["\u{1b}[?10", "49h"], true],
  [["\u{1b}[?1049h text \u{1b}[?1049l"], false],
  [["\u{1b}[?1049h", "x".repeat(99)], true],
  [["\u{1b}[?1;47h"], true],
  [["[?1049h"], false],
])("%j leaves the other screen shown: %s", (pieces, isShown) => {
  const screen = createScreenSwitch();
  for (const piece of pieces) screen.look(Buffer.from(piece));
  expect(screen.isShown()).toBe(isShown);
});
