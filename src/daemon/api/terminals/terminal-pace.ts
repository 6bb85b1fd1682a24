/**
 * A client that is slower than the screen misses what comes meanwhile, and is shown the whole when it has caught up: once,
 * and not too often. Nobody else waits for it, and what waits for it is little.
 */
import type { WebSocket } from "ws";

/** What the network has not taken yet. */
const UNSENT_BYTES_MAX = 4 * 1024 * 1024;
/** What a page has not drawn yet. It takes everything at once, so that only its own word tells. */
const UNDRAWN_BYTES_MAX = 1024 * 1024;
/** The whole screen costs its host and its reader many times what a moment of output costs. */
const REDRAW_EVERY_MS = 1_000;

export class OutputPace {
  private readonly socket: WebSocket;
  private readonly redraw: () => void;
  private isBehind = false;
  private sentBytes = 0;
  /** Null: the client says nothing of it. */
  private drawnBytes: number | null = null;
  /** What was sent up to the end of the last whole screen: that alone puts nobody behind, however large it is. */
  private wholeBytes = 0;
  private redrawnAt = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private waiting: (() => void) | null = null;

  constructor(socket: WebSocket, redraw: () => void) {
    this.socket = socket;
    this.redraw = redraw;
  }

  /** All there is to see: from here on nothing is missing. */
  sendWhole(bytes: Uint8Array): void {
    this.isBehind = false;
    this.send(bytes);
    this.wholeBytes = this.sentBytes;
  }

  /** Left out while the client is behind. */
  sendPart(bytes: Uint8Array): void {
    if (this.isBehind) return;
    this.send(bytes);
    this.isBehind = !this.hasRoom();
  }

  /** Never left out. Resolves when there is room for more. */
  async sendInTurn(bytes: Uint8Array): Promise<void> {
    this.send(bytes);
    if (!this.hasRoom()) await new Promise<void>((resolve) => (this.waiting = resolve));
  }

  /** All that it has drawn so far. */
  drawn(bytes: number): void {
    this.drawnBytes = bytes;
    this.look();
  }

  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.waiting?.();
  }

  private send(bytes: Uint8Array): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.sentBytes += bytes.length;
    this.socket.send(bytes, () => this.look());
  }

  private hasRoom(): boolean {
    const parts = this.sentBytes - this.wholeBytes;
    const unsent = Math.min(this.socket.bufferedAmount, parts);
    return unsent <= UNSENT_BYTES_MAX && Math.min(this.undrawn(), parts) <= UNDRAWN_BYTES_MAX;
  }

  private undrawn(): number {
    return this.drawnBytes === null ? 0 : this.sentBytes - this.drawnBytes;
  }

  private look(): void {
    if (this.waiting !== null && this.hasRoom()) {
      this.waiting();
      this.waiting = null;
    }
    const hasCaughtUp = this.socket.bufferedAmount === 0 && this.undrawn() <= 0;
    if (!this.isBehind || !hasCaughtUp || this.timer !== null) return;
    const inMs = Math.max(0, this.redrawnAt + REDRAW_EVERY_MS - performance.now());
    this.timer = setTimeout(() => this.showWhole(), inMs);
  }

  private showWhole(): void {
    this.timer = null;
    this.redrawnAt = performance.now();
    this.redraw();
  }
}
