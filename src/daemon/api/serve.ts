/** The daemon's HTTP interface: API, dashboard, terminals, on one port. */
import type { Socket } from "node:net";
import { AgentApi } from "../agent-api/agent-api.ts";
import { AgentSocket } from "../agent-api/agent-socket.ts";
import type { DaemonContext } from "../context.ts";
import { doorman } from "../http/access.ts";
import { Browsers } from "../http/browsers.ts";
import type { Exchange } from "../http/endpoint.ts";
import { listen, type Listening } from "../http/listen.ts";
import { Once } from "../http/once.ts";
import { findDashboard } from "../http/pages.ts";
import { openToken, sessionTokens } from "../http/secrets.ts";
import { agentSocket } from "../../host/socket-path.ts";
import { Webhooks } from "../webhooks/webhooks.ts";
import { endpointsOf } from "./endpoints.ts";
import { health } from "./health.ts";
import { terminalsOf } from "./terminals.ts";
import { wakeUps } from "./wake-ups.ts";

export type ServeOptions = {
  readonly port: number;
  /** Tests look whether every answer is what the protocol promises. */
  readonly checkAnswers?: boolean;
  /** Tests cut them. */
  readonly onConnection?: (socket: Socket) => void;
};

/** A taken port is thrown as `EADDRINUSE`. */
export async function serve(context: DaemonContext, options: ServeOptions): Promise<Listening> {
  const { port, checkAnswers = false, onConnection = () => undefined } = options;
  const { clock, store, log } = context;
  const token = openToken(context.home.token);
  const browsers = new Browsers({ file: context.home.browsers, nowMs: clock.wallMs, log });
  const stirring = wakeUps(context.engine);
  const terminals = terminalsOf(context, stirring, browsers);
  const webhooks = new Webhooks(context);
  const sessions = sessionTokens(token);
  const agentApi = new AgentApi({
    ...{ log, keys: sessions, doorOf: context.agentDoors.of },
    sessionOf: (id) => store.sessions.get(id) ?? null,
  });
  const agents = new AgentSocket({ path: agentSocket(context.home.path), home: context.home.path, api: agentApi, log });
  const endpoints = endpointsOf({ context, wakeUps: stirring, browsers, terminals, webhooks });
  const site = {
    api: { endpoints, once: new Once(store, clock.wallMs), checkAnswers },
    doorman: doorman({ token, browsers, sessions, allowedHosts: () => hostsOf(context) }),
    health,
    browsers,
    openTerminal: terminals.open,
    receiveWebhook: (source: string, url: URL, exchange: Exchange) => webhooks.receive(source, url, exchange),
    receiveAgentCall: (url: URL, exchange: Exchange) => agentApi.receive(url, exchange, false),
    dashboard: findDashboard(import.meta.dirname),
    onConnection,
    log,
  };
  const { host } = context.settings();
  checkReach(context);
  const listening = await listen(site, { host, port });
  browsers.listensOn(listening.port);
  const isUsed = context.projects.all().some(({ id }) => context.agentDoors.of(id) !== null);
  if (isUsed) agents.open();
  context.agentDoors.onUse(() => agents.open());
  return {
    port: listening.port,
    close: async () => {
      agents.close();
      terminals.close();
      stirring.close();
      await listening.close();
      browsers.close();
    },
  };
}

export const EVERYWHERE = ["0.0.0.0", "::", ""];

function hostsOf({ settings }: DaemonContext): readonly string[] {
  const { host, allowedHosts } = settings();
  return EVERYWHERE.includes(host) ? allowedHosts : [host, ...allowedHosts];
}

function checkReach({ settings }: DaemonContext): void {
  const { host, allowedHosts } = settings();
  if (!EVERYWHERE.includes(host) || allowedHosts.length > 0) return;
  throw new Error(
    `server.host: ${host} serves every network; name the hosts under which it may be asked in server.allowedHosts.`,
  );
}
