/** `ao attach`: the session's own screen in this terminal, through restarts of the daemon, until the person leaves. */
import type { Client } from "../../protocol/client/create-client.ts";
import type { ClientFrame, ServerFrame } from "../../protocol/session/terminal.ts";
import { followLog } from "../sessions/follow-log.ts";
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { tellSentence } from "../render/tell.ts";
import { toVisibleLine } from "../render/visible.ts";
import { openSocket, type Socket } from "./open-socket.ts";
import { openRawTerminal, type RawTerminal } from "./raw-terminal.ts";

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
    throw new CliFailure({
      code: "no_terminal",
      message: `${id} cannot be attached: stdin is not a terminal`,
      try: [`ao logs ${id} -f`],
    });
  const end = await attachScreen(io, client, { id, url, mode });
  tellSentence(io, end);
}

async function followInstead(io: Io, client: Client, id: string): Promise<void> {
  tellSentence(io, `${id} has no screen; this is its log. Ctrl-C leaves, the agent continues.`);
  await followLog(io, client, { id, follow: true });
}

type Attached = { readonly id: string; readonly url: string; readonly mode: AttachMode };

/** Resolves with what is said when the terminal is the person's own again. */
async function attachScreen(io: Io, client: Client, { id, url, mode }: Attached): Promise<string> {
  tellSentence(io, `${id}: Ctrl-] leaves and the agent continues. If you are watching, Ctrl-T takes over.`);
  const left = new AbortController();
  const seat: AttachSeat = { socket: null, role: "watching" };
  const terminal = openRawTerminal(io, (keys) => {
    if (keys.includes(LEAVE)) return left.abort();
    if (seat.role === "typing" && mode !== "watch") return seat.socket?.send(keys);
    if (keys.includes(TAKE_OVER) && mode !== "watch") seat.socket?.send(formatFrame({ type: "take-over" }));
  });
  const size = (): string => formatFrame({ type: "size", ...findSize(io) });
  const forgetSize = io.screen.onResize(() => seat.socket?.send(size()));
  try {
    for (let address = url; ; address = (await client.openTerminal({ id }, { signal: left.signal })).url) {
      seat.socket = await openSocket(address, left.signal);
      seat.socket.send(size());
      if (mode === "take over") seat.socket.send(formatFrame({ type: "take-over" }));
      const ended = await waitUntilOver(terminal, seat.socket, seat);
      if (ended !== null) return `${id}: ${ended}. Tell it more: ao send ${id} "…"`;
      const { code, reason } = seat.socket.closed();
      if (code === ENDED) return `${id}: ${reason}`;
      if (code !== GOING_AWAY && code !== LOST) throw reportClosed(id, reason);
    }
  } catch (error) {
    if (!left.signal.aborted) throw error;
    return `left ${id}; its agent continues. Come back: ao attach ${id}`;
  } finally {
    forgetSize();
    terminal.restore();
    seat.socket?.close();
  }
}

/** A terminal that nobody has drawn yet, such as one that a program opened, says that it has no columns and no rows. */
function findSize({ screen }: Io): { readonly cols: number; readonly rows: number } {
  const { cols, rows } = screen.size();
  return { cols: cols > 0 ? cols : 80, rows: rows > 0 ? rows : 24 };
}

const ENDED = 1000;
const GOING_AWAY = 1001;
const LOST = 1006;

type AttachSeat = { socket: Socket | null; role: Role };
type Role = Extract<ServerFrame, { type: "role" }>["role"];

const formatFrame = (value: ClientFrame): string => JSON.stringify(value);

const reportClosed = (id: string, reason: string): CliFailure =>
  new CliFailure({
    code: "terminal_closed",
    message: `${id} is no longer attached: ${reason === "" ? "the daemon closed its terminal" : reason}`,
    try: [`ao logs ${id} -f`],
  });

/** What was shown before is wiped: what follows is all there is to see. */
const WIPE = "\u{1b}[0m\u{1b}[2J\u{1b}[H";

/** What is said of the turn's end; null: the connection was over before. */
async function waitUntilOver(terminal: RawTerminal, socket: Socket, seat: AttachSeat): Promise<string | null> {
  for await (const received of socket.frames) {
    if (received instanceof Uint8Array) terminal.show(received);
    else if (received.type === "role") seat.role = received.role;
    else if (received.type === "screen") terminal.show(WIPE);
    else if (received.type === "ended") return toVisibleLine(received.text);
  }
  return null;
}
