/** `ao attach`: the session's own screen in this terminal, through restarts of the daemon, until the person leaves. */
import type { Client } from "../../protocol/client/create-client.ts";
import type { ClientFrame, ServerFrame } from "../../protocol/terminal.ts";
import { followLog } from "../follow-log.ts";
import { Failure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { openSocket, type Socket } from "./open-socket.ts";
import { rawTerminal } from "./raw-terminal.ts";

export type AttachMode = "as the daemon gives it" | "watch" | "take over";

const LEAVE = 0x1d;
const TAKE_OVER = 0x14;

export async function attachTo(
  io: Io,
  client: Client,
  id: string,
  mode: AttachMode = "as the daemon gives it",
): Promise<void> {
  const { url, kind } = await client.openTerminal({ id });
  if (kind === "log") return followInstead(io, client, id);
  if (io.stdin.isTTY !== true || !io.answer.isTerminal)
    throw new Failure({
      code: "no_terminal",
      message: `${id} was not attached: a screen needs a terminal, and this is none`,
      try: [`ao logs ${id} -f`],
    });
  const end = await onScreen(io, client, { id, url, mode });
  io.tell(end);
}

async function followInstead(io: Io, client: Client, id: string): Promise<void> {
  io.tell(`${id} has no screen of its own; this is its log. Ctrl-C leaves, the agent goes on.`);
  await followLog(io, client, { id, follow: true });
}

type Attached = { readonly id: string; readonly url: string; readonly mode: AttachMode };

/** Resolves with what is said when the terminal is the person's own again. */
async function onScreen(io: Io, client: Client, { id, url, mode }: Attached): Promise<string> {
  io.tell(`${id}: Ctrl-] leaves, the agent goes on. Who only watches takes over with Ctrl-T.`);
  const left = new AbortController();
  let socket: Socket | null = null;
  let role: Role = "watching";
  const terminal = rawTerminal(io, (keys) => {
    if (keys.includes(LEAVE)) return left.abort();
    if (role === "typing") return socket?.send(keys);
    if (keys.includes(TAKE_OVER) && mode !== "watch") socket?.send(frame({ type: "take-over" }));
  });
  const size = (): string => frame({ type: "size", ...io.screen.size() });
  const forgetSize = io.screen.onResize(() => socket?.send(size()));
  try {
    for (let address = url; ; address = (await client.openTerminal({ id }, { signal: left.signal })).url) {
      socket = await openSocket(address, left.signal);
      socket.send(size());
      if (mode !== "as the daemon gives it") socket.send(frame({ type: mode === "watch" ? "release" : "take-over" }));
      const ended = await untilClosed(io, socket, (next) => (role = next));
      if (ended !== null) return ended;
    }
  } catch (error) {
    if (!left.signal.aborted) throw error;
    return `left ${id}; its agent goes on. Come back: ao attach ${id}`;
  } finally {
    forgetSize();
    terminal.restore();
    socket?.close();
  }
}

type Role = Extract<ServerFrame, { type: "role" }>["role"];

const frame = (value: ClientFrame): string => JSON.stringify(value);

/** What the daemon said at the end, or null when only the connection was lost. */
async function untilClosed(io: Io, socket: Socket, onRole: (role: Role) => void): Promise<string | null> {
  for await (const received of socket.frames) {
    if (received instanceof Uint8Array) io.write(received);
    else if (received.type === "role") onRole(received.role);
    else if (received.type === "ended") return received.text;
  }
  return null;
}
