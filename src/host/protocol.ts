/**
 * What daemon and host say to each other: one JSON object a line, over a socket that only the owner of the home can open.
 * The host begins with a greeting. Its protocol has a number and only grows: a newer daemon finds an older host, whose
 * turns live on, and asks it for nothing that it does not know.
 */
import type { TerminalSize } from "./terminal-size.ts";

export const PROTOCOL = 1;

/** A line may hold a whole screen with all that scrolled by; nothing of ours is longer. */
export const LINE_BYTES_MAX = 64 * 1024 * 1024;

export type Argv = readonly [string, ...string[]];

export type HostGreeting = { readonly host: "ao"; readonly protocol: number; readonly pid: number };

/** `id` is the asker's own; the answer carries it. */
export type HostRequest = { readonly id: number } & (HostedTurn | HostedFrame | Attach);

export type HostedTurn = {
  readonly ask: "start";
  /** The turn's, which names it. */
  readonly directory: string;
  /** The holder, told what to hold. */
  readonly argv: Argv;
  readonly stdio: "screen" | "frames";
};

export type HostedFrame = {
  readonly ask: "write";
  readonly directory: string;
  readonly frameId: string;
  readonly bytes: string;
  /** Its stdin is closed behind the frame. A host that does not know this leaves it open. */
  readonly ends?: boolean;
};

/** From the good answer on, the connection is that of one viewer. */
export type Attach = {
  readonly ask: "attach";
  readonly target: AttachTarget;
  readonly size: TerminalSize;
  /** `watch`: does not type, even if nobody else does. */
  readonly as: "type" | "watch";
};

/** A turn whose terminal the host holds or held, or a program that shows a screen. */
export type AttachTarget = { readonly directory: string } | { readonly program: Argv; readonly replay: Argv };

export type HostResponse =
  | { readonly id: number; readonly ok: true; readonly value: "started" | "written" | "gone" | "attached" }
  | { readonly id: number; readonly ok: false; readonly code: "gone" | "failed" | "unknown"; readonly message: string };

/** What a viewer tells. Bytes are in base64. */
export type ViewerInput =
  | { readonly tell: "keys"; readonly bytes: string }
  | { readonly tell: "resize"; readonly size: TerminalSize }
  | { readonly tell: "take_over" }
  | { readonly tell: "hand_back" }
  | { readonly tell: "redraw" };

/** What a viewer hears. */
export type Event =
  | { readonly event: "screen"; readonly bytes: string; readonly size: TerminalSize }
  | { readonly event: "data"; readonly bytes: string }
  | { readonly event: "typing"; readonly isTyping: boolean }
  | { readonly event: "resized"; readonly size: TerminalSize }
  | { readonly event: "closed" };
