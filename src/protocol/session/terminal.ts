/**
 * The terminal of a session over a WebSocket. The first frame of a client is `size`. Binary frames are bytes: from the
 * daemon what the screen says, from the client what was typed; a watcher's are ignored. Text frames are JSON, as here.
 */
import * as z from "zod";

const cells = z.number().int().min(1).max(1_000);

export const clientFrame = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("size"), cols: cells, rows: cells }),
  /** From now on this client types, and the others watch; automatic turns are held meanwhile. */
  z.strictObject({ type: z.literal("take-over") }),
  /** Hands back: this client watches again, and automatic turns begin again. */
  z.strictObject({ type: z.literal("release") }),
  /**
   * How many bytes this client has drawn so far, of all that it was sent. One that says so misses what it could not draw
   * in time, and is then sent the whole screen.
   */
  z.strictObject({ type: z.literal("drawn"), bytes: z.number().int().min(0) }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

export const serverFrame = z.discriminatedUnion("type", [
  /** `log`: it takes no keys, its output is followed. */
  z.object({ type: z.literal("role"), role: z.enum(["typing", "watching", "log"]) }),
  /** The next binary frame is all there is to see: it replaces what was shown before. */
  z.object({ type: z.literal("screen"), cols: cells, rows: cells }),
  /** The screen has this size now: that of the one who types. */
  z.object({ type: z.literal("size"), cols: cells, rows: cells }),
  /** The turn is over. The next one is shown when it begins; when the session has ended, the socket is closed. */
  z.object({ type: z.literal("ended"), text: z.string() }),
]);
export type ServerFrame = z.infer<typeof serverFrame>;

/** `url` holds the ticket: good once, for a minute, for this session. */
export const terminalView = z.object({ url: z.string(), ticket: z.string(), kind: z.enum(["screen", "log"]) });
export type TerminalStateView = z.infer<typeof terminalView>;
