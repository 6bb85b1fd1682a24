/**
 * Which of the network each program may reach: nothing is changed where all of it is open; elsewhere a program gets a
 * network of its own, and the proxy lets through what the project or the specialist lists.
 */
import type { HomePaths } from "../../config/home.ts";
import type { ProjectSettings } from "../../config/resolve/project-settings.ts";
import type { ProjectId, TurnId } from "../../domain/model/ids.ts";
import type { ChosenAgent, Session } from "../../domain/session/session.ts";
import type { Log } from "../../engine/deps.ts";
import { makeSocketFolder } from "../../host/socket-path.ts";
import { openTurnFiles } from "../../lib/turn-folder/turn-files.ts";
import { listLoopbackTargets, parseAllowedHost } from "../../lib/network/allowed-host.ts";
import type { NetworkAccess } from "../../lib/network/network-access.ts";
import { isolateNetwork, type Bridge } from "../../lib/sandbox/own-network.ts";
import type { Sandbox } from "../../lib/sandbox/sandbox.ts";
import { createProxyClient, type ProxyClient } from "../../proxy/client.ts";
import type { BlockedEvent, Grant } from "../../proxy/protocol.ts";
import { grantSocket } from "../../proxy/socket-paths.ts";
import { failed, ok, type SlotResult } from "../../slots/result.ts";
import type { TurnEnvironment } from "../project-plugins/sandbox/environment.ts";
import { describeError } from "../../lib/disk-errors/describe-error.ts";

export type NetworksOptions = {
  readonly home: HomePaths;
  readonly log: Log;
  readonly redact: (text: string) => string;
  readonly proxyProgram: readonly [string, ...string[]];
  /** Where this machine reaches the daemon; null before it listens. */
  readonly address: () => string | null;
  /** Whether the programs of a session still run. */
  readonly isAtWork: (session: string) => boolean;
};

/** What is asked about a project. */
export type LimitedProject = {
  readonly id: ProjectId;
  readonly settings: Pick<ProjectSettings, "network" | "specialists">;
};

/** Whose programs have a grant. */
type Holder = { readonly project: ProjectId; readonly session: string | null };

export type LimitedTurn = {
  readonly project: LimitedProject;
  readonly session: Session;
  /** Null: it is no turn, but a command that a reaction runs for the session. */
  readonly turn: TurnId | null;
  readonly env: TurnEnvironment;
};

/** More sessions than work at once; those that ended long ago are forgotten. */
const GRANTS_KEPT_MAX = 1_000;
/** As many as fit on a line that a person reads. */
const BLOCKED_KEPT_MAX = 10;

export class ProjectNetworks {
  private readonly options: NetworksOptions;
  private readonly proxy: ProxyClient;
  private readonly grants = new Map<string, { readonly grant: Grant; readonly holder: Holder }>();
  private readonly blocked = new Map<ProjectId, readonly string[]>();

  constructor(options: NetworksOptions) {
    this.options = options;
    this.proxy = createProxyClient({
      home: options.home.path,
      program: options.proxyProgram,
      onBlocked: (event) => this.noteBlocked(event),
      onGone: () => this.serveAgain(),
    });
  }

  /** For the set-up commands and checks of a project. They do not wait for the proxy: the bridge inside does. */
  limitPrograms(project: LimitedProject, sandbox: Sandbox): Sandbox {
    const { network } = project.settings;
    if (network.kind === "full") return sandbox;
    if (network.kind === "none") return isolateNetwork(sandbox, null);
    const holder: Holder = { project: project.id, session: null };
    return {
      name: sandbox.name,
      wrap: (request) => {
        const grant = this.grantFor({ holder, network, previews: [], log: null });
        this.serve(grant, holder).catch((error: unknown) =>
          this.options.log.error({ project: project.id, error }, "the network proxy cannot be reached"),
        );
        return isolateNetwork(sandbox, this.bridgeTo(grant)).wrap(request);
      },
    };
  }

  /**
   * The way out for an agent, which may also ask the daemon, and whose servers people open in their browsers. Null: it has
   * the network of the machine.
   */
  async limitTurn(limited: LimitedTurn): Promise<SlotResult<Bridge | null>> {
    const grant = this.grantOfTurn(limited);
    if (grant === null) return ok(null);
    try {
      await this.serve(grant, toHolder(limited));
    } catch (error) {
      return failed(
        "unavailable",
        `nothing was started: the network proxy cannot be reached (${describeError(error)})`,
      );
    }
    return ok(this.bridgeTo(grant));
  }

  /** After a restart: what runs on has its grants by the settings of now. */
  async restore(turns: readonly LimitedTurn[]): Promise<void> {
    for (const turn of turns) {
      const grant = this.grantOfTurn(turn);
      if (grant !== null) this.grants.set(grant.socket, { grant, holder: toHolder(turn) });
    }
    for (const { grant, holder } of [...this.grants.values()]) await this.serve(grant, holder);
  }

  /** Hosts that programs of a project were refused lately, the last one first. */
  blockedIn(project: ProjectId): readonly string[] {
    return this.blocked.get(project) ?? [];
  }

  close(): void {
    this.proxy.close();
  }

  private grantOfTurn(limited: LimitedTurn): Grant | null {
    const { project, session, turn, env } = limited;
    const network = chooseNetwork(project, session.agent);
    if (network.kind === "full") return null;
    const log = turn === null ? null : openTurnFiles(this.options.home.turns, turn).err;
    const previews = turn === null ? [] : PORTS.flatMap((name) => (env[name] === undefined ? [] : [Number(env[name])]));
    return this.grantFor({ holder: toHolder(limited), network, previews, log });
  }

  private grantFor({ holder, network, previews, log }: GrantParts): Grant {
    const socket = grantSocket(this.options.home.path, JSON.stringify([holder.project, holder.session, log !== null]));
    return { socket, hosts: network.kind === "hosts" ? network.hosts : [], previews, log };
  }

  private async serve(grant: Grant, holder: Holder): Promise<void> {
    this.grants.delete(grant.socket);
    this.grants.set(grant.socket, { grant, holder });
    const [oldest] = this.grants.keys();
    if (this.grants.size > GRANTS_KEPT_MAX && oldest !== undefined) this.grants.delete(oldest);
    makeSocketFolder(grant.socket, this.options.home.path);
    await this.proxy.serve(grant);
  }

  /** The proxy was killed: whoever still runs needs the next one. */
  private serveAgain(): void {
    for (const [socket, { grant, holder }] of [...this.grants]) {
      if (holder.session !== null && !this.options.isAtWork(holder.session)) this.grants.delete(socket);
      else
        this.serve(grant, holder).catch((error: unknown) =>
          this.options.log.error({ ...holder, error }, "the network proxy went away and cannot be started again"),
        );
    }
  }

  private bridgeTo({ socket, hosts }: Grant): Bridge {
    const address = this.options.address();
    const daemonPort = address === null ? null : Number(new URL(address).port);
    const allowed = hosts.flatMap((host) => {
      const parsed = parseAllowedHost(host);
      return parsed.ok ? [parsed.allowed] : [];
    });
    return { socket, daemonPort, forwarded: listLoopbackTargets(allowed) };
  }

  private noteBlocked({ socket, target: said }: BlockedEvent): void {
    const holder = this.grants.get(socket)?.holder;
    const target = this.options.redact(said);
    this.options.log.warn({ ...holder, target }, "blocked network");
    if (holder === undefined) return;
    const before = this.blockedIn(holder.project).filter((one) => one !== target);
    this.blocked.set(holder.project, [target, ...before].slice(0, BLOCKED_KEPT_MAX));
  }
}

const PORTS = ["AO_PORT_1", "AO_PORT_2", "AO_PORT_3"];

type GrantParts = Pick<Grant, "previews" | "log"> & { readonly holder: Holder; readonly network: NetworkAccess };

const toHolder = ({ project, session }: Pick<LimitedTurn, "project" | "session">): Holder => ({
  project: project.id,
  session: session.id,
});

/** A specialist's own choice, else the project's. */
export function chooseNetwork({ settings }: LimitedProject, { specialist }: ChosenAgent): NetworkAccess {
  return settings.specialists.find(({ id }) => id === specialist)?.network ?? settings.network;
}
