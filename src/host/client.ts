/**
 * What the daemon says to the host, the small process that holds what needs a living other end: terminals, and the stdin
 * of running protocol turns. It is started when first needed, outlives the daemon, and ends when it holds nothing.
 */
import type { Socket } from "node:net";
import { join } from "node:path";
import { openTurnFiles } from "../lib/turn-folder/turn-files.ts";
import { attachOver, type Attachment, type Viewer } from "./attachment.ts";
import { connectTo, type HostProgram } from "./connect.ts";
import { readLines, sendLine } from "./lines.ts";
import { parseHostAnswer } from "./parse-line.ts";
import type { HostResponse, Argv, Attach, HostedFrame, HostedTurn } from "./protocol.ts";
import type { TerminalSize } from "./terminal-size.ts";

export type { Attachment, Viewer } from "./attachment.ts";
export type { TerminalSize } from "./terminal-size.ts";

/** A turn whose terminal the host holds or held, or a program that shows a screen: `runtime.screen` says which. */
export type ScreenTarget = { readonly turn: string } | { readonly program: Argv; readonly replay: Argv };

export type AttachOptions = {
  readonly size: TerminalSize;
  /** `watch`: does not type, even if nobody else does. */
  readonly as: "type" | "watch";
};

export type HostClient = {
  /** Runs the holder of a prepared turn on a terminal, or with its stdin kept open. Asked again it finds it started. */
  readonly start: (turn: Omit<HostedTurn, "ask">) => Promise<HostAnswer<"started">>;
  /** Once per `frameId`: asked again it answers `written` without writing. */
  readonly write: (frame: Omit<HostedFrame, "ask">) => Promise<HostAnswer<"written" | "gone">>;
  readonly attach: (
    target: ScreenTarget,
    options: AttachOptions,
    viewer: Viewer,
  ) => Promise<HostAnswer<Attachment, "gone">>;
  /** Lets go of the host, which lives on. */
  readonly close: () => void;
};

export type HostAnswer<T, Code extends string = never> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly code: Code | "unavailable"; readonly message: string } };

export function createHostClient(program: HostProgram): HostClient {
  let asking: Promise<Asking> | null = null;
  let open: Socket | null = null;
  let isClosed = false;
  const ask = async (request: HostedTurn | HostedFrame): Promise<HostAnswer<string>> => {
    // A host that was just about to end takes the question with it. Both questions may be asked twice.
    for (let attempt = 1; ; attempt += 1) {
      try {
        asking ??= openAsking(program, () => (asking = null));
        const { socket, ask: put } = await asking;
        open = socket;
        if (isClosed) open.destroy();
        return toPlainAnswer(await put(request));
      } catch (error) {
        asking = null;
        if (attempt === 2) return reportUnavailable(error);
      }
    }
  };
  return {
    start: async (turn) => {
      const answer = await ask({ ask: "start", ...turn });
      return answer.ok ? { ok: true, value: "started" } : answer;
    },
    write: async (frame) => {
      const answer = await ask({ ask: "write", ...frame });
      return answer.ok ? { ok: true, value: answer.value === "gone" ? "gone" : "written" } : answer;
    },
    attach: async (wanted, options, viewer) => {
      const target =
        "turn" in wanted ? { directory: openTurnFiles(join(program.home, "turns"), wanted.turn).directory } : wanted;
      const request: Attach = { ask: "attach", target, ...options };
      try {
        return await attachOver(await connectTo(program), request, viewer);
      } catch (error) {
        return reportUnavailable(error);
      }
    },
    close: () => {
      isClosed = true;
      open?.destroy();
    },
  };
}

type Asking = {
  readonly socket: Socket;
  readonly ask: (request: HostedTurn | HostedFrame) => Promise<HostResponse>;
};

async function openAsking(program: HostProgram, onClosed: () => void): Promise<Asking> {
  const socket = await connectTo(program);
  // While nothing is asked, neither side lives for the other.
  socket.unref();
  const waiting = new Map<number, { resolve: (answer: HostResponse) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  readLines(socket, (line) => {
    const answer = parseHostAnswer(line);
    if (answer === null) return void socket.destroy(new Error(`the host said what nobody understands: ${line}`));
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
    if (waiting.size === 0) socket.unref();
  });
  let trouble: Error | null = null;
  socket.on("error", (error) => (trouble = error));
  socket.on("close", () => {
    onClosed();
    for (const { reject } of waiting.values()) reject(trouble ?? new Error("the host went away before it answered"));
  });
  const ask: Asking["ask"] = (request) =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new Error("the host went away"));
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      socket.ref();
      sendLine(socket, { id: lastId, ...request });
    });
  return { socket, ask };
}

function toPlainAnswer(answer: HostResponse): HostAnswer<string> {
  return answer.ok ? { ok: true, value: answer.value } : { ok: false, error: { ...answer, code: "unavailable" } };
}

function reportUnavailable(error: unknown): {
  readonly ok: false;
  readonly error: { code: "unavailable"; message: string };
} {
  return { ok: false, error: { code: "unavailable", message: error instanceof Error ? error.message : String(error) } };
}
