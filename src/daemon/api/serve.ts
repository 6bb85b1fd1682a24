/** The daemon's HTTP interface: API, dashboard, terminals, on one port. */
import type { Socket } from "node:net";
import { AgentApi } from "../agent-api/agent-api.ts";
import { AgentSocket } from "../agent-api/agent-socket.ts";
import type { DaemonContext } from "../context.ts";
import { createAccessControl } from "../http/access-control.ts";
import { Browsers } from "../http/browsers.ts";
import type { Exchange } from "../http/endpoint.ts";
import { listen, type ListeningServer } from "../http/listen.ts";
import { IdempotentRequests } from "../http/once.ts";
import { findDashboard } from "../http/pages.ts";
import { openToken, createSessionTokens } from "../http/secrets.ts";
import { formatAgentSocket } from "../../host/socket-path.ts";
import { Webhooks } from "../webhooks/webhooks.ts";
import { createEndpoints } from "./endpoints.ts";
import { readHealth } from "./health.ts";
import { createTerminals } from "./terminals/terminals.ts";
import { wakeUps } from "./events/wake-ups.ts";

export type ServeOptions = {
  readonly port: number;
  /** Tests look whether every answer is what the protocol promises. */
  readonly checkAnswers?: boolean;
  /** Tests cut them. */
  readonly onConnection?: (socket: Socket) => void;
};

/** A taken port is thrown as `EADDRINUSE`. */
export async function serve(context: DaemonContext, options: ServeOptions): Promise<ListeningServer> {
  const { port, checkAnswers = false, onConnection = () => undefined } = options;
  const { clock, store, log } = context;
  const token = openToken(context.home.token);
  const browsers = new Browsers({ file: context.home.browsers, nowMs: clock.wallMs, log });
  const stirring = wakeUps(context.engine);
  const terminals = createTerminals(context, stirring, browsers);
  const webhooks = new Webhooks(context);
  const sessions = createSessionTokens(token);
  const agentApi = new AgentApi({
    ...{ log, keys: sessions, doorOf: context.agentDoors.of },
    sessionOf: (id) => store.sessions.get(id) ?? null,
  });
  const agents = new AgentSocket({
    path: formatAgentSocket(context.home.path),
    home: context.home.path,
    api: agentApi,
    log,
  });
  const endpoints = createEndpoints({ context, wakeUps: stirring, browsers, terminals, webhooks });
  const site = {
    api: { endpoints, once: new IdempotentRequests(store, clock.wallMs), checkAnswers },
    doorman: createAccessControl({ token, browsers, sessions, allowedHosts: () => listHosts(context) }),
    health: readHealth,
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

function listHosts({ settings }: DaemonContext): readonly string[] {
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
