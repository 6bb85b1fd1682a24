/**
 * One person's terminal: bytes between a WebSocket and the host, or the log of a session that has no screen. It follows
 * the session from turn to turn, and changes no facts but who types.
 */
import type { Actor } from "../../../domain/core/actor.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { RawData, WebSocket } from "ws";
import { turnId, type SessionId, type TurnId } from "../../../domain/model/ids.ts";
import { isLiveSession, getOpenTurn, type Session } from "../../../domain/session/session.ts";
import type { ScreenTarget, Attachment, TerminalSize, Viewer } from "../../../host/client.ts";
import { clientFrame, type ClientFrame, type ServerFrame } from "../../../protocol/session/terminal.ts";
import type { DaemonContext } from "../../context.ts";
import { readLogs, findTailPosition } from "../logs/logs.ts";
import { findPerson } from "../person.ts";
import { OutputPace } from "./terminal-pace.ts";
import { readScreen, type SeenScreen } from "./terminal-screen.ts";
import type { WakeUps } from "../events/wake-ups.ts";

export type BridgeParts = {
  readonly context: DaemonContext;
  readonly wakeUps: WakeUps;
  readonly socket: WebSocket;
  readonly closing: AbortSignal;
  readonly ownScreenSeats: OwnScreenSeats;
};

/** How many terminals show a session's own screen now. It goes with the last of them. */
export type OwnScreenSeats = Map<SessionId, number>;

/** Whose terminal it is, and whether its keys count before anybody takes over. */
export type TerminalPlace = { readonly session: SessionId; readonly as: "type" | "watch" };

const SIZE_WITHIN_MS = 10_000;
const PING_EVERY_MS = 30_000;
const LOG_LINES = 10_000;
const NEXT_TURN_LOOK_MS = 5_000;
/** The program of an own screen tells nobody that it has ended, and the session waits for that. */
const OWN_LOOK_MS = 500;
/** From a program to a screen by way of tmux. */
const LAST_WORDS_MS = 300;
const NORMAL = 1_000;
const GOING_AWAY = 1_001;
const WRONG = 1_008;
const FAILED = 1_011;
/** The connection broke without a word of the client: it may come back. */
const LOST = 1_006;

export function bridgeTerminal(parts: BridgeParts, seat: TerminalPlace): void {
  const bridge = new Bridge(parts, seat);
  bridge.run().catch((error: unknown) => {
    parts.context.log.error({ sessionId: seat.session, error }, "a terminal failed");
    parts.socket.close(FAILED, "the terminal failed; the daemon's log says how");
  });
}

class Bridge {
  private readonly parts: BridgeParts;
  private readonly session: SessionId;
  private readonly gone = new AbortController();
  private readonly signal: AbortSignal;
  private attachment: Attachment | null = null;
  private size: TerminalSize | null = null;
  private sized: (size: TerminalSize) => void = () => undefined;
  private role: "typing" | "watching" | "log" = "watching";
  private mayType: boolean;
  /** Took over, so that automatic turns are held. */
  private holds = false;
  /** Is at the tool's own screen. */
  private hasOwn = false;
  /** Said that they leave: what they held is handed back at once. */
  private hasLeft = false;
  private readonly pace: OutputPace;
  /** What was ordered is taken in that order. */
  private ordered: Promise<void> = Promise.resolve();

  constructor(parts: BridgeParts, { session, as }: TerminalPlace) {
    this.parts = parts;
    this.session = session;
    this.mayType = as === "type";
    this.signal = AbortSignal.any([this.gone.signal, parts.closing]);
    const { socket } = parts;
    this.pace = new OutputPace(socket, () => this.attachment?.redraw());
    socket.on("message", (data: RawData, isBinary: boolean) => this.onMessage(toBytes(data), isBinary));
    socket.on("error", () => this.gone.abort());
    socket.on("close", (code: number) => {
      this.hasLeft = code !== LOST;
      this.gone.abort();
    });
    this.signal.addEventListener("abort", () => this.leave(), { once: true });
    keepAlive(socket, this.signal);
  }

  async run(): Promise<void> {
    const first = await this.firstSize();
    if (first === null) return this.parts.socket.close(WRONG, "the first frame must be the size");
    await this.showAll();
    if (!this.signal.aborted) return this.parts.socket.close(NORMAL, "the session has ended");
    const { reason } = this.parts.closing;
    this.parts.socket.close(GOING_AWAY, reason instanceof Error ? reason.message : "the terminal was left");
  }

  private async showAll(): Promise<void> {
    for (let last: string | null = null; !this.signal.aborted;) {
      const screen: SeenScreen | null = await this.nextScreen(last);
      if (screen === null) return;
      // A log is followed over all turns, to the end of the session.
      if (screen.kind === "none") return this.showLog();
      await this.showScreen(screen);
      if (this.hasOwn) return this.leaveOwn(turnId(screen.turn));
      last = screen.turn;
    }
  }

  /** The screen of the open turn, or the last one; after that, of the next turn that begins. Null: none will. */
  private async nextScreen(shown: string | null): Promise<SeenScreen | null> {
    const { context, wakeUps } = this.parts;
    while (!this.signal.aborted) {
      const session = context.store.sessions.get(this.session);
      if (session === null) return null;
      const isNew = shown === null || (getOpenTurn(session)?.id ?? shown) !== shown;
      if (isNew) return (await this.ownScreen(session)) ?? readScreen(context, session);
      if (!isLiveSession(session)) return null;
      await wakeUps.next(NEXT_TURN_LOOK_MS, this.signal);
    }
    return null;
  }

  /** Between turns, whoever types gets the tool's own screen on the same conversation, and automatic turns are held. */
  private async ownScreen(session: Session): Promise<SeenScreen | null> {
    const { context } = this.parts;
    if (!this.mayType || !(await context.ownScreens.isOffered(session))) return null;
    // Held before it is there: no turn may begin beside it.
    this.order({ kind: "take_over", session: this.session, clients: 1 });
    this.countOwnSeats(1);
    await this.ordered;
    const opened = await context.ownScreens.open(context.store.sessions.get(this.session) ?? session);
    if (opened.ok && opened.value !== null) {
      this.holds = true;
      this.hasOwn = true;
      return opened.value;
    }
    if (!opened.ok) this.send({ type: "ended", text: opened.error.message });
    if (this.countOwnSeats(-1) === 0) this.order({ kind: "release", session: this.session });
    return null;
  }

  /**
   * Somebody at it stays: nothing else happens. The last one has left, or its program has ended: it is closed, and the
   * session handed back. The last connection was lost: it stays for whoever comes back, for a while.
   */
  private async leaveOwn(turn: TurnId): Promise<void> {
    const { context, closing } = this.parts;
    const isAlone = this.countOwnSeats(-1) === 0;
    // The next daemon finds it, and whoever was at it.
    if (closing.aborted) return;
    const session = context.store.sessions.get(this.session);
    const mayStay = session !== null && this.signal.aborted && !(isAlone && this.hasLeft);
    if (mayStay && (await context.ownScreens.isOpen(session, turn))) {
      const { ownScreenSeats } = this.parts;
      if (!ownScreenSeats.has(this.session)) this.order({ kind: "take_over", session: this.session, clients: 0 });
      return;
    }
    if (session !== null) await context.ownScreens.end(session);
    // Only now: whoever leaves meanwhile finds that they are handed back here.
    this.hasOwn = false;
    this.release();
  }

  private countOwnSeats(change: 1 | -1): number {
    const { ownScreenSeats } = this.parts;
    const count = (ownScreenSeats.get(this.session) ?? 0) + change;
    if (count === 0) ownScreenSeats.delete(this.session);
    else ownScreenSeats.set(this.session, count);
    return count;
  }

  private async showLog(): Promise<void> {
    const { context, wakeUps } = this.parts;
    this.setRole("log");
    const source = { context, wakeUps, signal: this.signal };
    const asked = { session: this.session, turn: null, follow: true, raw: false } as const;
    const from = await findTailPosition(source, asked, LOG_LINES);
    for await (const { text } of readLogs(source, { ...asked, from })) await this.pace.sendInTurn(Buffer.from(text));
    this.send({ type: "ended", text: `${this.session} has ended` });
  }

  private async showScreen(screen: Exclude<SeenScreen, { kind: "none" }>): Promise<void> {
    const { context } = this.parts;
    let over: (why: "ended" | "host_gone") => void = () => undefined;
    const end = new Promise<"ended" | "host_gone">((resolve) => (over = resolve));
    const size = this.size ?? { cols: 80, rows: 24 };
    this.setRole("watching");
    const as = this.mayType ? "type" : "watch";
    const attached = await context.hostClient().attach(findTarget(screen), { size, as }, this.viewer(over));
    if (!attached.ok) return this.send({ type: "ended", text: attached.error.message });
    this.attachment = attached.value;
    if (this.holds) attached.value.takeOver();
    const leave = (): void => over("ended");
    this.signal.addEventListener("abort", leave, { once: true });
    const shown = new AbortController();
    const watch = this.hasOwn || screen.kind === "program" ? this.untilTurnEnds(screen.turn, shown.signal) : null;
    watch?.then(leave, leave);
    const why = await end;
    shown.abort();
    this.signal.removeEventListener("abort", leave);
    attached.value.close();
    this.attachment = null;
    const ended = this.hasOwn ? "its screen was closed; the session continues on its own" : "the turn has ended";
    this.send({ type: "ended", text: why === "ended" ? ended : "the terminal's host is gone" });
  }

  /** A pane outlives the program in it; that its turn is over is told by the facts. What it said last is shown first. */
  private async untilTurnEnds(turn: string, over: AbortSignal): Promise<void> {
    const { wakeUps } = this.parts;
    const signal = AbortSignal.any([over, this.signal]);
    const everyMs = this.hasOwn ? OWN_LOOK_MS : NEXT_TURN_LOOK_MS;
    while ((await this.isOpen(turn)) && !signal.aborted) await wakeUps.next(everyMs, signal);
    if (!signal.aborted) await delay(LAST_WORDS_MS);
  }

  /** An own screen is over with its program, and when the session was released or ended by somebody else. */
  private async isOpen(turn: string): Promise<boolean> {
    const { context } = this.parts;
    const session = context.store.sessions.get(this.session);
    if (session === null) return false;
    if (!this.hasOwn) return getOpenTurn(session)?.id === turn;
    const isHeld = session.phase.kind === "resting" && session.hold?.by === "take_over";
    return isHeld && (await context.ownScreens.isOpen(session, turnId(turn)));
  }

  private viewer(closed: Viewer["closed"]): Viewer {
    return {
      screen: (bytes, { cols, rows }) => {
        this.send({ type: "screen", cols, rows });
        // What is kept is redacted like every log; what comes from now on, the one at the terminal sees as it is.
        this.pace.sendWhole(Buffer.from(this.parts.context.redact(Buffer.from(bytes).toString("utf8"))));
      },
      data: (bytes) => this.pace.sendPart(bytes),
      typing: (isTyping) => this.setRole(isTyping && this.mayType ? "typing" : "watching"),
      resized: ({ cols, rows }) => this.send({ type: "size", cols, rows }),
      closed,
    };
  }

  private onMessage(bytes: Buffer, isBinary: boolean): void {
    if (isBinary) {
      if (this.role === "typing") this.attachment?.write(bytes);
      return;
    }
    const frame = clientFrame.safeParse(parseFrame(bytes.toString("utf8")));
    if (!frame.success) return this.parts.socket.close(WRONG, "unknown frame");
    this.onFrame(frame.data);
  }

  private onFrame(frame: ClientFrame): void {
    if (frame.type === "size") {
      const { cols, rows } = frame;
      this.size = { cols, rows };
      this.sized(this.size);
      this.attachment?.resize(this.size);
    } else if (frame.type === "take-over") this.takeOver();
    else if (frame.type === "drawn") this.pace.drawn(frame.bytes);
    else this.release();
  }

  private takeOver(): void {
    if (this.role === "log") return;
    this.holds = true;
    this.mayType = true;
    this.order({ kind: "take_over", session: this.session, clients: 1 });
    this.attachment?.takeOver();
  }

  private release(): void {
    this.mayType = false;
    this.attachment?.handBack();
    this.setRole(this.role === "log" ? "log" : "watching");
    if (!this.holds) return;
    this.holds = false;
    this.order({ kind: "release", session: this.session });
  }

  /** Who leaves hands back. Whose connection was lost may come back: that is waited for, for a while. */
  private leave(): void {
    this.pace.end();
    this.attachment?.close();
    // What becomes of an own screen is decided once it is no longer shown.
    if (!this.holds || this.hasOwn || this.parts.closing.aborted) return;
    this.holds = false;
    const { session } = this;
    this.order(this.hasLeft ? { kind: "release", session } : { kind: "take_over", session, clients: 0 });
  }

  private order(command: Order): void {
    const { context } = this.parts;
    this.ordered = this.ordered
      .then(() => this.actor())
      .then((by) => context.engine.take([{ news: { kind: "command_given", by, command } }]))
      .catch((error: unknown) =>
        context.log.warn({ sessionId: this.session, error }, "who types could not be written down"),
      );
  }

  private actor(): Promise<Actor> {
    const { context } = this.parts;
    const session = context.store.sessions.get(this.session);
    return session === null
      ? Promise.reject(new Error("its session no longer exists"))
      : findPerson(context, session.project);
  }

  private firstSize(): Promise<TerminalSize | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), SIZE_WITHIN_MS);
      const settle = (size: TerminalSize | null): void => {
        clearTimeout(timer);
        resolve(size);
      };
      this.sized = settle;
      this.signal.addEventListener("abort", () => settle(null), { once: true });
      if (this.size !== null) settle(this.size);
    });
  }

  private setRole(role: Bridge["role"]): void {
    this.role = role;
    this.send({ type: "role", role });
  }

  private send(frame: ServerFrame): void {
    if (this.parts.socket.readyState === this.parts.socket.OPEN) this.parts.socket.send(JSON.stringify(frame));
  }
}

type Order =
  | { readonly kind: "take_over"; readonly session: SessionId; readonly clients: number }
  | { readonly kind: "release"; readonly session: SessionId };

function findTarget(screen: Exclude<SeenScreen, { kind: "none" }>): ScreenTarget {
  return screen.kind === "hosted" ? { turn: screen.turn } : { program: screen.argv, replay: screen.replay };
}

/** A client whose machine went away is noticed by its silence. */
function keepAlive(socket: WebSocket, signal: AbortSignal): void {
  let isThere = true;
  socket.on("pong", () => (isThere = true));
  const timer = setInterval(() => {
    if (!isThere) return socket.terminate();
    isThere = false;
    socket.ping();
  }, PING_EVERY_MS);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}

function toBytes(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

function parseFrame(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}
