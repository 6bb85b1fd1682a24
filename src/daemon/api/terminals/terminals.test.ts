/** A person's terminal in a browser or on the command line: a WebSocket in front, a scripted host behind. */
import { expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { anApi, type ApiRig } from "../../../../test/fixtures/daemon-api.ts";
import { httpAsk } from "../../../../test/fixtures/http-ask.ts";
import { aSignIn } from "../../../../test/fixtures/sign-in.ts";
import { aSession, aTurn, theSession, working } from "../../../../test/fixtures/domain.ts";
import { turnId } from "../../../domain/model/ids.ts";
import type { Session } from "../../../domain/session/session.ts";
import type { AttachOptions, ScreenTarget, HostClient, Viewer } from "../../../host/client.ts";
import type { Store } from "../../../store/open.ts";

type Attached = { readonly target: ScreenTarget; readonly options: AttachOptions; readonly viewer: Viewer };

/** Remembers who attached and what was asked of it. */
class Host {
  readonly attached: Attached[] = [];
  readonly asked: string[] = [];
  shown = "screen";

  readonly client: HostClient = {
    start: async () => ({ ok: true, value: "started" }),
    write: async () => ({ ok: true, value: "written" }),
    attach: async (target, options, viewer) => {
      this.attached.push({ target, options, viewer });
      viewer.screen(Buffer.from(this.shown), options.size);
      viewer.typing(options.as === "type");
      const value = {
        write: (bytes: Uint8Array) => void this.asked.push(`write ${Buffer.from(bytes).toString()}`),
        resize: ({ cols, rows }: AttachOptions["size"]) => void this.asked.push(`resize ${cols}x${rows}`),
        takeOver: () => {
          this.asked.push("take over");
          viewer.typing(true);
        },
        handBack: () => void this.asked.push("hand back"),
        redraw: () => void this.asked.push("redraw"),
        close: () => void this.asked.push("close"),
      };
      return { ok: true, value };
    },
    close: () => undefined,
  };
}

const open = aTurn({ id: turnId("t1") });
const facts =
  (phase: Session["phase"] = working(open)) =>
  (store: Store): void =>
    store.sessions.save(aSession({ phase, turns: 1 }), { wants: null, dueMs: null });

async function aScreen(): Promise<{ readonly rig: ApiRig; readonly host: Host }> {
  const host = new Host();
  const rig = await anApi({
    facts: facts(),
    context: { hostClient: () => host.client },
    plugins: (plugins) => plugins.on("runtime.screen", () => ({ value: { kind: "hosted" } })),
  });
  return { rig, host };
}

class Terminal {
  readonly frames: string[] = [];
  readonly socket: WebSocket;
  closed: number | null = null;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.socket = new WebSocket(url, { headers });
    this.socket.on("message", (data: Buffer, isBinary: boolean) =>
      this.frames.push(isBinary ? `bytes ${data.toString()}` : data.toString()),
    );
    this.socket.on("close", (code) => (this.closed = code));
    this.socket.on("error", () => (this.closed ??= -1));
    onTestFinished(() => this.socket.terminate());
  }

  async opened(): Promise<this> {
    await until(() => this.socket.readyState === WebSocket.OPEN || this.closed !== null);
    return this;
  }

  send(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }
}

const size = { type: "size", cols: 100, rows: 30 };
const role = (name: string): string => JSON.stringify({ type: "role", role: name });

async function attach(rig: ApiRig): Promise<Terminal> {
  const { url, kind } = await rig.client().openTerminal({ id: theSession });
  expect(kind).toBe("screen");
  const terminal = await new Terminal(url).opened();
  terminal.send(size);
  await until(() => terminal.frames.includes("bytes screen"));
  return terminal;
}

test("on the command line the first types at once; bytes and sizes go both ways", async () => {
  const { rig, host } = await aScreen();
  const terminal = await attach(rig);
  await until(() => terminal.frames.includes(role("typing")));
  expect(host.attached[0]).toMatchObject({
    target: { turn: "t1" },
    options: { size: { cols: 100, rows: 30 }, as: "type" },
  });
  expect(terminal.frames).toContain('{"type":"screen","cols":100,"rows":30}');
  terminal.socket.send(Buffer.from("keys"));
  terminal.send({ type: "size", cols: 80, rows: 24 });
  await until(() => host.asked.includes("resize 80x24"));
  expect(host.asked).toEqual(["write keys", "resize 80x24"]);
  host.attached[0]?.viewer.data(Buffer.from("output"));
  host.attached[0]?.viewer.resized({ cols: 80, rows: 24 });
  await until(() => terminal.frames.includes('{"type":"size","cols":80,"rows":24}'));
  expect(terminal.frames).toContain("bytes output");
  expect(rig.store.sessions.get(theSession)?.hold).toBeNull();
});

test("a page only watches until it takes over; then automatic turns are held, and handed back", async () => {
  const { rig, host } = await aScreen();
  const { token } = await aSignIn(rig);
  const headers = { authorization: `Bearer ${token}`, origin: rig.url };
  const asked = { method: "POST", path: `/api/sessions/${theSession}/terminal`, headers };
  const { url } = JSON.parse((await httpAsk(rig.port, asked)).text) as { url: string };
  const terminal = await new Terminal(url, { origin: rig.url }).opened();
  terminal.send(size);
  await until(() => terminal.frames.includes(role("watching")));
  terminal.socket.send(Buffer.from("ignored"));
  terminal.send({ type: "take-over" });
  await until(() => terminal.frames.includes(role("typing")));
  terminal.socket.send(Buffer.from("heard"));
  await until(() => host.asked.includes("write heard"));
  expect(host.asked).toEqual(["take over", "write heard"]);
  expect(rig.store.sessions.get(theSession)?.hold).toMatchObject({ by: "take_over", idleSinceMs: null });
  terminal.send({ type: "release" });
  await until(() => rig.store.sessions.get(theSession)?.hold === null);
  terminal.socket.send(Buffer.from("ignored again"));
  host.attached[0]?.viewer.typing(true);
  await until(() => terminal.frames.at(-1) === role("watching"));
  expect(host.asked).not.toContain("write ignored again");
});

test("who leaves has handed back", async () => {
  const { rig, host } = await aScreen();
  const terminal = await attach(rig);
  terminal.send({ type: "take-over" });
  await until(() => rig.store.sessions.get(theSession)?.hold !== null);
  terminal.socket.close();
  await until(() => host.asked.includes("close"));
  await until(() => rig.store.sessions.get(theSession)?.hold === null);
});

test("whose connection is lost is waited for a while", async () => {
  const { rig, host } = await aScreen();
  const terminal = await attach(rig);
  terminal.send({ type: "take-over" });
  await until(() => rig.store.sessions.get(theSession)?.hold !== null);
  terminal.socket.terminate();
  await until(() => host.asked.includes("close"));
  await until(() => {
    const hold = rig.store.sessions.get(theSession)?.hold;
    return hold?.by === "take_over" && hold.idleSinceMs !== null;
  });
});

const resting: Session["phase"] = { kind: "resting", workspacePath: "/w" };

/** A session at rest, whose tool shows its own screen in a pane. `end` takes until it is let go. */
async function anOwnScreen() {
  const host = new Host();
  const own = { isOpen: true, ended: 0, letGo: () => undefined as void };
  const letGo = new Promise<void>((resolve) => (own.letGo = resolve));
  const shown = { kind: "program", argv: ["show"], replay: ["replay"], turn: turnId("own.app-7.1") } as const;
  const rig = await anApi({
    facts: facts(resting),
    context: {
      hostClient: () => host.client,
      ownScreens: {
        isOffered: async ({ phase }) => phase.kind === "resting",
        open: async () => ({ ok: true, value: shown }),
        isOpen: async () => own.isOpen,
        end: async () => {
          own.ended += 1;
          await letGo;
        },
        endUnheld: () => undefined,
      },
    },
  });
  return { rig, host, own, terminal: await attach(rig) };
}

test("the tool's own screen is shown where the runtime has it, and the session is held meanwhile", async () => {
  const { rig, host } = await anOwnScreen();
  expect(host.attached[0]?.target).toEqual({ program: ["show"], replay: ["replay"] });
  expect(rig.store.sessions.get(theSession)?.hold).toMatchObject({ by: "take_over", idleSinceMs: null });
});

test("when the tool's own screen has ended the session is handed back, also to who leaves at that very moment", async () => {
  const { rig, own, terminal } = await anOwnScreen();
  own.isOpen = false;
  await until(() => own.ended === 1);
  const ended = '{"type":"ended","text":"its screen was closed; the session continues on its own"}';
  await until(() => terminal.frames.includes(ended));
  terminal.socket.close();
  await until(() => terminal.closed !== null);
  own.letGo();
  await until(() => rig.store.sessions.get(theSession)?.hold === null);
});

test("the tool's own screen is closed when somebody else hands the session back", async () => {
  const { rig, own } = await anOwnScreen();
  own.letGo();
  await rig.client().release({ id: theSession });
  await until(() => own.ended === 1);
});

test("a lost connection leaves the tool's own screen open and the session held, for whoever comes back", async () => {
  const { rig, own, terminal } = await anOwnScreen();
  terminal.socket.terminate();
  const isHeldFor = (who: "nobody" | "somebody"): boolean => {
    const hold = rig.store.sessions.get(theSession)?.hold;
    return hold?.by === "take_over" && (hold.idleSinceMs === null ? "somebody" : "nobody") === who;
  };
  await until(() => isHeldFor("nobody"));
  const again = await attach(rig);
  await until(() => isHeldFor("somebody"));
  expect(own.ended).toBe(0);
  own.letGo();
  again.socket.close();
  await until(() => rig.store.sessions.get(theSession)?.hold === null);
  expect(own.ended).toBe(1);
});

test("a connection that is lost as the tool's own screen ends holds nothing", async () => {
  const { rig, own, terminal } = await anOwnScreen();
  own.letGo();
  own.isOpen = false;
  terminal.socket.terminate();
  await until(() => rig.store.sessions.get(theSession)?.hold === null);
});

test("the tool's own screen stays open for the second at it when the first leaves, and goes with the last", async () => {
  const { rig, host, own, terminal } = await anOwnScreen();
  own.letGo();
  const second = await attach(rig);
  terminal.socket.close();
  await until(() => host.asked.includes("close"));
  second.send({ type: "take-over" });
  await until(() => second.frames.at(-1) === role("typing"));
  expect(own.ended).toBe(0);
  expect(rig.store.sessions.get(theSession)?.hold).toMatchObject({ by: "take_over", idleSinceMs: null });
  second.socket.close();
  await until(() => rig.store.sessions.get(theSession)?.hold === null);
  expect(own.ended).toBe(1);
});

test("another one may take over; the first is told that it watches", async () => {
  const { rig, host } = await aScreen();
  const first = await attach(rig);
  const second = await attach(rig);
  host.attached[0]?.viewer.typing(false);
  second.send({ type: "take-over" });
  await until(() => second.frames.at(-1) === role("typing"));
  await until(() => first.frames.at(-1) === role("watching"));
  first.socket.send(Buffer.from("ignored"));
  second.socket.send(Buffer.from("heard"));
  await until(() => host.asked.includes("write heard"));
  expect(host.asked).not.toContain("write ignored");
});

test("when a turn has ended the next one is shown, and the end of the session closes the socket", async () => {
  const { rig, host } = await aScreen();
  const terminal = await attach(rig);
  host.attached[0]?.viewer.closed("ended");
  await until(() => terminal.frames.includes('{"type":"ended","text":"the turn has ended"}'));
  const next = aTurn({ id: turnId("t2") });
  rig.store.sessions.save(aSession({ phase: working(next), turns: 2 }), { wants: null, dueMs: null });
  rig.engine.take([]);
  await until(() => host.attached.length === 2);
  expect(host.attached[1]?.target).toEqual({ turn: "t2" });
  const phase = { kind: "ended", because: "stopped", rescueRef: null, atMs: 0 } as const;
  rig.store.sessions.save(aSession({ phase, turns: 2 }), { wants: null, dueMs: null });
  host.attached[1]?.viewer.closed("ended");
  await until(() => terminal.closed === 1_000);
});

test("a ticket is good once, for a minute, for no foreign page, and only with it anybody gets in", async () => {
  const { rig } = await aScreen();
  const fresh = async (): Promise<string> => (await rig.client().openTerminal({ id: theSession })).url;
  const used = await fresh();
  expect((await new Terminal(used).opened()).closed).toBeNull();
  const late = await fresh();
  const refused = [
    new Terminal(used),
    new Terminal(used.replace(/ticket=.*/, "ticket=nonsense")),
    new Terminal(used.replace(/\?ticket=.*/, "")),
    new Terminal(await fresh(), { origin: "https://evil.example" }),
    new Terminal(await fresh(), { origin: `http://127.0.0.1:${rig.port + 1}` }),
    new Terminal(await fresh(), { host: "evil.example" }),
    new Terminal((await fresh()).replace("/api/terminal", "/api/elsewhere")),
  ];
  for (const terminal of refused) expect((await terminal.opened()).closed).not.toBeNull();
  rig.aheadMs = 61_000;
  expect((await new Terminal(late).opened()).closed).not.toBeNull();
});

test("the screen that is replayed holds no secret", async () => {
  const { rig, host } = await aScreen();
  host.shown = "key hunter2-hunter2";
  const { url } = await rig.client().openTerminal({ id: theSession });
  const terminal = await new Terminal(url).opened();
  terminal.send(size);
  await until(() => terminal.frames.includes("bytes key [redacted]"));
});

test("frames that are none close the terminal", async () => {
  const { rig } = await aScreen();
  for (const text of ["{", '{"type":"dance"}', '{"type":"size","cols":0,"rows":1}']) {
    const terminal = await attach(rig);
    terminal.socket.send(text);
    await until(() => terminal.closed === 1_008);
  }
});

test("a client that is slower than the screen gets the screen anew, and holds up nobody", async () => {
  const { rig, host } = await aScreen();
  const terminal = await attach(rig);
  terminal.socket.pause();
  const piece = Buffer.alloc(4 * 1024, "x");
  for (let n = 0; n < 16_000; n += 1) host.attached[0]?.viewer.data(piece);
  expect(rig.bufferedBytes()).toBeLessThan(16 * 1024 * 1024);
  terminal.socket.resume();
  await until(() => host.asked.includes("redraw"));
  host.attached[0]?.viewer.screen(Buffer.from("the whole"), { cols: 100, rows: 30 });
  host.attached[0]?.viewer.data(Buffer.from("and more"));
  await until(() => terminal.frames.at(-1) === "bytes and more");
  expect(terminal.frames).toContain("bytes the whole");
  expect(host.asked).toEqual(["redraw"]);
});

test("a page that reads everything at once is behind by what it has not drawn", async () => {
  const { rig, host } = await aScreen();
  const terminal = await attach(rig);
  const heard = (): number =>
    terminal.frames.reduce((sum, frame) => sum + (frame.startsWith("bytes ") ? frame.length - 6 : 0), 0);
  terminal.send({ type: "drawn", bytes: heard() });
  terminal.send({ type: "size", cols: 90, rows: 30 });
  await until(() => host.asked.includes("resize 90x30"));
  const piece = Buffer.alloc(64 * 1024, "x");
  for (let n = 0; n < 1_000; n += 1) host.attached[0]?.viewer.data(piece);
  await until(() => heard() > 1024 * 1024);
  terminal.send({ type: "drawn", bytes: heard() - 1 });
  terminal.send({ type: "size", cols: 91, rows: 30 });
  await until(() => host.asked.includes("resize 91x30"));
  expect(heard()).toBeLessThan(2 * 1024 * 1024);
  expect(host.asked).not.toContain("redraw");
  terminal.send({ type: "drawn", bytes: heard() });
  await until(() => host.asked.includes("redraw"));
});

test("a large screen alone puts nobody behind", async () => {
  const { rig, host } = await aScreen();
  const terminal = await attach(rig);
  terminal.send({ type: "drawn", bytes: 0 });
  terminal.send({ type: "size", cols: 90, rows: 30 });
  await until(() => host.asked.includes("resize 90x30"));
  host.attached[0]?.viewer.screen(Buffer.alloc(8 * 1024 * 1024, "x"), { cols: 100, rows: 30 });
  host.attached[0]?.viewer.data(Buffer.from("and more"));
  host.attached[0]?.viewer.data(Buffer.from("and more still"));
  await until(() => terminal.frames.at(-1) === "bytes and more still");
});

test("a session without a screen shows its log", async () => {
  const rig = await anApi({ facts: facts({ kind: "ended", because: "stopped", rescueRef: null, atMs: 0 }) });
  const { url, kind } = await rig.client().openTerminal({ id: theSession });
  expect(kind).toBe("log");
  const terminal = await new Terminal(url).opened();
  terminal.send(size);
  await until(() => terminal.closed === 1_000);
  expect(terminal.frames).toEqual([role("log"), '{"type":"ended","text":"app-7 has ended"}']);
});

async function until(isSo: () => boolean): Promise<void> {
  const untilMs = Date.now() + 10_000;
  while (!isSo()) {
    if (Date.now() > untilMs) throw new Error("it did not come to pass");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
