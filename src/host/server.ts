/** The host itself: holds turns and shown programs, and serves whoever connects. */
import { createServer, type Server, type Socket } from "node:net";
import { fileSource } from "../lib/byte-source.ts";
import { nameTurnFiles } from "../lib/turn-folder/turn-files.ts";
import { holdTurn, type HeldTurn } from "./held-turn.ts";
import { readLines, sendLine } from "./lines.ts";
import { parseHostRequest } from "./parse-line.ts";
import { drawPastScreen } from "./past-screen.ts";
import {
  PROTOCOL,
  type HostResponse,
  type Attach,
  type HostGreeting,
  type HostedFrame,
  type HostedTurn,
  type HostRequest,
} from "./protocol.ts";
import { createShownPrograms, type ShownPrograms } from "./shown-programs.ts";
import { showPast, joinScreen } from "./seat.ts";
import { describeError } from "../lib/disk-errors/describe-error.ts";

export type HostServer = {
  readonly server: Server;
  /** How many things would end with it. */
  readonly holds: () => number;
};

type Held = {
  /** By their directories. */
  readonly turns: Map<string, Promise<HeldTurn>>;
  readonly programs: ShownPrograms;
};

export function createHost(env: Readonly<Record<string, string>>): HostServer {
  const held: Held = { turns: new Map(), programs: createShownPrograms(env) };
  const server = createServer((socket) => serve(socket, held));
  return { server, holds: () => held.turns.size + held.programs.count() };
}

function serve(socket: Socket, held: Held): void {
  const greeting: HostGreeting = { host: "ao", protocol: PROTOCOL, pid: process.pid };
  sendLine(socket, greeting);
  // Whoever is gone is told nothing; `close` follows.
  socket.on("error", () => socket.destroy());
  let seated: ((line: string) => void) | null = null;
  const take = async (line: string): Promise<void> => {
    if (seated !== null) return seated(line);
    const request = parseHostRequest(line);
    if (request === null) return void socket.destroy();
    if (request.ask === "attach") seated = await attach(socket, held, request);
    else sendLine(socket, await answerRequest(held, request));
  };
  readLines(socket, (line) => {
    take(line).catch((error: unknown) => socket.destroy(new Error(String(error))));
  });
}

async function answerRequest(
  held: Held,
  request: Exclude<HostRequest, Attach> | { readonly id: number; readonly ask: null },
): Promise<HostResponse> {
  const { id } = request;
  try {
    switch (request.ask) {
      case "start":
        return await start(held, { ...request, id });
      case "write":
        return await write(held, { ...request, id });
      case null:
        return { id, ok: false, code: "unknown", message: "this host does not know what is asked of it" };
    }
  } catch (error) {
    return { id, ok: false, code: "failed", message: describeError(error) };
  }
}

async function start(held: Held, { id, ...turn }: HostedTurn & { readonly id: number }): Promise<HostResponse> {
  const holding = held.turns.get(turn.directory) ?? holdTurn(turn);
  held.turns.set(turn.directory, holding);
  const forget = (): void => {
    if (held.turns.get(turn.directory) === holding) held.turns.delete(turn.directory);
  };
  holding.then(({ ended }) => ended).then(forget, forget);
  await holding;
  return { id, ok: true, value: "started" };
}

async function write(held: Held, { id, ...frame }: HostedFrame & { readonly id: number }): Promise<HostResponse> {
  const fate = (await held.turns.get(frame.directory))?.write(frame) ?? "gone";
  if (fate !== "full") return { id, ok: true, value: fate };
  return { id, ok: false, code: "failed", message: "the program does not read what it was sent before" };
}

/** Returns what takes the viewer's further lines. */
async function attach(socket: Socket, held: Held, request: { readonly id: number } & Attach) {
  const { id, target, size } = request;
  const refuse = (code: "gone" | "failed", message: string): null => {
    sendLine(socket, { id, ok: false, code, message } satisfies HostResponse);
    return null;
  };
  const accept = (): void => void sendLine(socket, { id, ok: true, value: "attached" } satisfies HostResponse);
  try {
    if ("program" in target) {
      const screen = await held.programs.open(target, size);
      accept();
      return joinScreen(socket, screen, request, held.programs.sweep);
    }
    const screen = (await held.turns.get(target.directory))?.screen;
    if (screen !== undefined && screen !== null) {
      accept();
      return joinScreen(socket, screen, request, () => undefined);
    }
    const content = await drawPastScreen(fileSource(nameTurnFiles(target.directory).out), size);
    if (content === null) return refuse("gone", "nothing is kept of this turn's screen");
    accept();
    return showPast(socket, content, size);
  } catch (error) {
    return refuse("failed", describeError(error));
  }
}
