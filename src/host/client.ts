/**
 * What the daemon says to the host, the small process that holds what needs a living other end: terminals, and the stdin
 * of running protocol turns. It is started when first needed, outlives the daemon, and ends when it holds nothing.
 */

export type TerminalSize = { readonly cols: number; readonly rows: number };

export type Argv = readonly [string, ...string[]];

/** A turn whose terminal the host holds, or a program that shows a screen (`runtime.screen` says which). */
export type AttachTarget = { readonly turn: string } | { readonly program: Argv; readonly replay: Argv };

/** What an attached terminal hears, in order. The first is always `screen`. */
export type Viewer = {
  /** All there is to see, the lines that scrolled by first: replaces what was shown before. */
  readonly screen: (bytes: Uint8Array, size: TerminalSize) => void;
  readonly data: (bytes: Uint8Array) => void;
  /** Whether our keys arrive now. One client types; the others watch until they take over. */
  readonly typing: (isTyping: boolean) => void;
  /** The size that the one who types has given it. */
  readonly resized: (size: TerminalSize) => void;
  /** The last one: the program ended, or the host did. Nothing reconnects by itself. */
  readonly closed: (why: "ended" | "host_gone") => void;
};

/** One terminal of a person. Nothing here waits; keys of one who only watches go nowhere. */
export type Attachment = {
  readonly write: (bytes: Uint8Array) => void;
  readonly resize: (size: TerminalSize) => void;
  /** From now on our keys and our size count. */
  readonly takeOver: () => void;
  /** Asks for `screen` again: for one who was too slow and left out what came meanwhile. */
  readonly redraw: () => void;
  readonly close: () => void;
};

export type AttachOptions = {
  readonly size: TerminalSize;
  /** `watch`: does not type, even if nobody else does. */
  readonly as: "type" | "watch";
};

export type HostClient = {
  /** Runs the holder of a prepared turn on a terminal, or with its stdin kept open. Asked again it finds it started. */
  readonly start: (turn: HostedTurn) => Promise<HostAnswer<"started">>;
  /** Once per `frameId`: asked again it answers `written` without writing. */
  readonly write: (frame: HostedFrame) => Promise<HostAnswer<"written" | "gone">>;
  readonly attach: (
    target: AttachTarget,
    options: AttachOptions,
    viewer: Viewer,
  ) => Promise<HostAnswer<Attachment, "gone">>;
  /** Lets go of the host, which lives on. */
  readonly close: () => void;
};

export type HostedTurn = {
  readonly turn: string;
  readonly directory: string;
  /** The holder, told what to hold. */
  readonly argv: Argv;
  readonly stdio: "screen" | "frames";
};

export type HostedFrame = { readonly turn: string; readonly frameId: string; readonly bytes: string };

export type HostAnswer<T, Code extends string = never> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly code: Code | "unavailable"; readonly message: string } };
