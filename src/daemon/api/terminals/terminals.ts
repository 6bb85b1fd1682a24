/** Terminals of sessions: a ticket for one, and the socket that it opens. */
import { WebSocketServer, type WebSocket } from "ws";
import type { Session } from "../../../domain/session/session.ts";
import { terminalPath } from "../../../protocol/paths.ts";
import type { TerminalStateView } from "../../../protocol/session/terminal.ts";
import type { DaemonContext } from "../../context.ts";
import { limits } from "../../../domain/model/limits.ts";
import type { Browsers } from "../../http/browsers.ts";
import type { EndpointCall } from "../../http/endpoint.ts";
import type { Upgrade } from "../../http/listen.ts";
import { refuse } from "../../http/refusal.ts";
import { createTickets } from "../../http/tickets.ts";
import { bridgeTerminal, type OwnScreenSeats, type TerminalPlace } from "./terminal-bridge.ts";
import { readScreen } from "./terminal-screen.ts";
import type { WakeUps } from "../events/wake-ups.ts";

export type Terminals = {
  readonly ticket: (session: Session, call: Pick<EndpointCall, "url" | "caller">) => Promise<TerminalStateView>;
  readonly open: (ticket: string, upgrade: Upgrade) => Promise<void>;
  readonly close: () => void;
};

const FRAME_BYTES_MAX = 1024 * 1024;

/** `caller` stays known: its terminals end when it is signed out. */
type Ticket = TerminalPlace & Pick<EndpointCall, "caller">;

export function createTerminals(
  context: DaemonContext,
  wakeUps: WakeUps,
  browsers: Pick<Browsers, "signalOf">,
): Terminals {
  const tickets = createTickets<Ticket>(context.clock.wallMs);
  const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES_MAX, perMessageDeflate: false });
  const closing = new AbortController();
  const ownScreenSeats: OwnScreenSeats = new Map();
  return {
    ticket: async (session, { url, caller }) => {
      // Who attaches in a terminal means to type; a page shows the screen until its button is pressed.
      const isProgram = caller.kind === "program";
      const ticket = tickets.issue({ session: session.id, as: isProgram ? "type" : "watch", caller });
      const { kind } = await readScreen(context, session);
      const isOffered = isProgram && (await context.ownScreens.isOffered(session));
      const address = `${url.replace(/^http/, "ws")}${terminalPath}?ticket=${ticket}`;
      return { url: address, ticket, kind: kind === "none" && !isOffered ? "log" : "screen" };
    },
    open: async (ticket, { request, socket, head }) => {
      const seat = tickets.redeem(ticket);
      if (seat === null)
        throw refuse("unauthorized", "no terminal was opened: the ticket was used before, or is older than a minute");
      if (server.clients.size >= limits.terminalsMax)
        throw refuse("unavailable", `no terminal was opened: ${limits.terminalsMax} are open already; close one`);
      const accepted = await new Promise<WebSocket>((resolve) => server.handleUpgrade(request, socket, head, resolve));
      const { caller } = seat;
      const signedOut = caller.kind === "browser" ? [browsers.signalOf(caller.id)] : [];
      const until = AbortSignal.any([closing.signal, ...signedOut]);
      bridgeTerminal({ context, wakeUps, socket: accepted, closing: until, ownScreenSeats }, seat);
    },
    close: () => {
      closing.abort(new Error("the daemon is going down"));
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}
