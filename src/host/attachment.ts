/** One terminal of a person, over a connection of its own. When that ends it is over: nothing reconnects by itself. */
import type { Socket } from "node:net";
import { readLines, sendLine } from "./lines.ts";
import { parseHostAnswer, parseEvent } from "./parse-line.ts";
import type { Attach, Event, ViewerInput } from "./protocol.ts";
import type { TerminalSize } from "./terminal-size.ts";

/** What an attached terminal hears, in order. The first is always `screen`. */
export type Viewer = {
  /** All there is to see, the lines that scrolled by first: replaces what was shown before. */
  readonly screen: (bytes: Uint8Array, size: TerminalSize) => void;
  readonly data: (bytes: Uint8Array) => void;
  /** Whether our keys arrive now. One client types; the others watch until they take over. */
  readonly typing: (isTyping: boolean) => void;
  /** The size that the one who types has given it. */
  readonly resized: (size: TerminalSize) => void;
  /** The last one: the program ended, or the host did. Not called after `close`. */
  readonly closed: (why: "ended" | "host_gone") => void;
};

/** Nothing here waits. Keys of one who only watches go nowhere. */
export type Attachment = {
  readonly write: (bytes: Uint8Array) => void;
  readonly resize: (size: TerminalSize) => void;
  /** From now on our keys and our size count. */
  readonly takeOver: () => void;
  /** Only watches from now on. */
  readonly handBack: () => void;
  /** Asks for `screen` again: for one who was too slow and left out what came meanwhile. */
  readonly redraw: () => void;
  readonly close: () => void;
};

type Attached =
  | { readonly ok: true; readonly value: Attachment }
  | { readonly ok: false; readonly error: { readonly code: "gone" | "unavailable"; readonly message: string } };

export function attachOver(socket: Socket, request: Attach, viewer: Viewer): Promise<Attached> {
  let isAttached = false;
  let isOver = false;
  const over = (why: "ended" | "host_gone"): void => {
    if (isAttached && !isOver) viewer.closed(why);
    isOver = true;
  };
  const tell = (told: ViewerInput): void => void sendLine(socket, told);
  const attachment: Attachment = {
    write: (bytes) => tell({ tell: "keys", bytes: Buffer.from(bytes).toString("base64") }),
    resize: (size) => tell({ tell: "resize", size }),
    takeOver: () => tell({ tell: "take_over" }),
    handBack: () => tell({ tell: "hand_back" }),
    redraw: () => tell({ tell: "redraw" }),
    close: () => {
      isOver = true;
      socket.destroy();
    },
  };
  return new Promise((resolve) => {
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      over("host_gone");
      resolve(refuseAttach("unavailable", "the host went away before it answered"));
    });
    readLines(socket, (line) => {
      if (isAttached) return isOver ? undefined : hear(parseEvent(line), viewer, over);
      const answer = parseHostAnswer(line);
      if (answer?.ok !== true) {
        socket.destroy();
        const code = answer?.code === "gone" ? "gone" : "unavailable";
        return resolve(refuseAttach(code, answer?.message ?? "the host said what nobody understands"));
      }
      isAttached = true;
      resolve({ ok: true, value: attachment });
    });
    sendLine(socket, { id: 1, ...request });
  });
}

function hear(event: Event | null, viewer: Viewer, over: (why: "ended") => void): void {
  switch (event?.event) {
    case "screen":
      return viewer.screen(Buffer.from(event.bytes, "base64"), event.size);
    case "data":
      return viewer.data(Buffer.from(event.bytes, "base64"));
    case "typing":
      return viewer.typing(event.isTyping);
    case "resized":
      return viewer.resized(event.size);
    case "closed":
      return over("ended");
    case undefined:
      // Of a later version than ours.
      return undefined;
  }
}

const refuseAttach = (code: "gone" | "unavailable", message: string): Attached => ({
  ok: false,
  error: { code, message },
});
