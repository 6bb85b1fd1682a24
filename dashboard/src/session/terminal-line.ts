/** One WebSocket between a screen in the page and the terminal of a session. */
import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import type { ClientFrame } from "../../../src/protocol/session/terminal.ts";
import { client } from "../data/client.ts";
import { parseServerFrame } from "./parse-frame.ts";

export type TerminalState =
  | { readonly kind: "opening" | "watching" | "typing" | "log" }
  | { readonly kind: "ended" | "closed" | "failed"; readonly why: string };

export type TerminalLine = {
  readonly takeOver: () => void;
  readonly handBack: () => void;
  readonly close: () => void;
};

const HAND_BACK = "\x1d";
const RESET = "\x1bc";
const SCROLLBACK_LINES = 10_000;
/** What is drawn at once: the page answers between two of them. */
const PIECE_BYTES = 16 * 1024;
/** How often the daemon is told how much is drawn. */
const TELL_BYTES = 128 * 1024;

export function openTerminal(session: string, box: HTMLElement, onState: (state: TerminalState) => void): TerminalLine {
  const line = new Line(box, onState);
  line.open(session).catch((error: unknown) => {
    onState({ kind: "failed", why: error instanceof Error ? error.message : String(error) });
  });
  return line;
}

class Line implements TerminalLine {
  private readonly screen: Terminal;
  private readonly fit = new FitAddon();
  private readonly tell: (state: TerminalState) => void;
  private readonly resizes: ResizeObserver;
  private socket: WebSocket | null = null;
  private isTyping = false;
  /** A log has no size of its own. */
  private isLog = false;
  private isClosed = false;
  private heardBytes = 0;
  private drawnBytes = 0;
  private toldBytes = 0;

  constructor(box: HTMLElement, onState: (state: TerminalState) => void) {
    this.tell = (state) => {
      if (!this.isClosed) onState(state);
    };
    this.screen = new Terminal({
      fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
      fontSize: 13,
      scrollback: SCROLLBACK_LINES,
      disableStdin: true,
      convertEol: true,
      screenReaderMode: false,
      theme: { background: "#0a0c0e", foreground: "#eceef1", cursor: "#eceef1", selectionBackground: "#2f4470" },
    });
    this.screen.loadAddon(this.fit);
    this.screen.open(box);
    this.fit.fit();
    // Tab moves on while nobody types, so that the page never traps the focus.
    this.screen.attachCustomKeyEventHandler((event) => this.onKey(event));
    this.screen.onData((text) => this.type(text));
    this.resizes = new ResizeObserver(() => this.resize());
    this.resizes.observe(box);
  }

  async open(session: string): Promise<void> {
    const { url } = await client.openTerminal({ id: session });
    if (this.isClosed) return;
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.addEventListener("open", () => this.send({ type: "size", cols: this.screen.cols, rows: this.screen.rows }));
    // With a finger it would bring up the keyboard, over half of the screen.
    if (matchMedia("(pointer: fine)").matches) this.screen.focus();
    socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => this.onMessage(data));
    socket.addEventListener("close", ({ reason }) => {
      this.setTyping(false);
      this.tell({ kind: "closed", why: reason === "" ? "connection to the terminal lost" : reason });
    });
  }

  takeOver(): void {
    this.send({ type: "take-over" });
    this.screen.focus();
  }

  handBack(): void {
    this.send({ type: "release" });
    this.screen.blur();
  }

  close(): void {
    this.isClosed = true;
    this.resizes.disconnect();
    this.socket?.close();
    this.screen.dispose();
  }

  private onMessage(data: unknown): void {
    if (data instanceof ArrayBuffer) return this.draw(new Uint8Array(data));
    const frame = parseServerFrame(String(data));
    if (frame === null) return;
    if (frame.type === "role") {
      this.isLog = frame.role === "log";
      this.setTyping(frame.role === "typing");
      this.tell({ kind: frame.role });
    } else if (frame.type === "screen") {
      // Behind what is still to be drawn, not before it.
      this.screen.write(RESET, () => this.screen.resize(frame.cols, frame.rows));
    } else if (frame.type === "size") this.screen.resize(frame.cols, frame.rows);
    else this.tell({ kind: "ended", why: frame.text });
  }

  private draw(bytes: Uint8Array): void {
    this.heardBytes += bytes.length;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      this.screen.write(piece, () => this.hasDrawn(piece.length));
    }
  }

  /** What is not drawn in time is left out by the daemon, which shows the whole again later. */
  private hasDrawn(bytes: number): void {
    this.drawnBytes += bytes;
    if (this.drawnBytes < this.heardBytes && this.drawnBytes - this.toldBytes < TELL_BYTES) return;
    this.toldBytes = this.drawnBytes;
    this.send({ type: "drawn", bytes: this.drawnBytes });
  }

  private setTyping(isTyping: boolean): void {
    this.isTyping = isTyping;
    this.screen.options.disableStdin = !isTyping;
    this.screen.options.cursorBlink = false;
    if (isTyping) this.resize();
  }

  /** Only who types says how large the screen is. */
  private resize(): void {
    if (this.isLog) return this.fit.fit();
    const wanted = this.fit.proposeDimensions();
    if (wanted === undefined || !this.isTyping || Number.isNaN(wanted.cols)) return;
    this.send({ type: "size", cols: Math.max(2, wanted.cols), rows: Math.max(2, wanted.rows) });
  }

  private onKey(event: KeyboardEvent): boolean {
    if (!this.isTyping) return false;
    const isCopy = event.key === "c" && (event.metaKey || event.ctrlKey) && this.screen.hasSelection();
    return !isCopy;
  }

  private type(text: string): void {
    if (!this.isTyping) return;
    if (text === HAND_BACK) return this.handBack();
    this.socket?.send(new TextEncoder().encode(text));
  }

  private send(frame: ClientFrame): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }
}
