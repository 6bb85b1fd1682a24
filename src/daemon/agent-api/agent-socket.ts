/**
 * GitHub's command line insists on https, except over a socket of the machine: so it finds us there, under GitHub's own names. The
 * socket lies in a folder of its own, which is all that a sandbox shows of us.
 */
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { Log } from "../../engine/deps.ts";
import { limits } from "../../domain/model/limits.ts";
import { makeSocketFolder } from "../../host/socket-path.ts";
import { limitConnections } from "../http/connections.ts";
import type { AgentApi } from "./agent-api.ts";

const WITHIN = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };

export class AgentSocket {
  private readonly path: string;
  private readonly home: string;
  private readonly api: AgentApi;
  private readonly log: Log;
  private server: Server | null = null;

  constructor({ path, home, api, log }: { path: string; home: string; api: AgentApi; log: Log }) {
    this.path = path;
    this.home = home;
    this.api = api;
    this.log = log;
  }

  /** Once; what another daemon left there is taken over. */
  open(): void {
    if (this.server !== null) return;
    makeSocketFolder(this.path, this.home);
    rmSync(this.path, { force: true });
    const server = createServer(WITHIN, (request, response) => {
      const url = new URL(request.url ?? "/", "http://forge.invalid");
      this.api.receive(url, { request, response }, true).catch((error: unknown) => {
        this.log.error({ error, path: url.pathname }, "an agent's own request to the forge failed");
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    });
    limitConnections(server, limits.agentConnectionsMax);
    server.on("error", (error) => this.log.warn({ error }, "agents cannot ask their forge over a socket"));
    server.listen(this.path, () => chmodSync(this.path, 0o600));
    server.unref();
    this.server = server;
  }

  close(): void {
    this.server?.close();
    this.server?.closeAllConnections();
    this.server = null;
    rmSync(this.path, { force: true });
  }
}
