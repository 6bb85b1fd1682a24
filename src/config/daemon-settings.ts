/** What holds for the whole daemon: from `AO_CONFIG`, else the home's file, else the first project's. */
import { builtInParallelAgents, builtInPort } from "./built-in.ts";
import type { Config } from "./config.ts";
import type { Settings } from "./shape.ts";
import type { PluginChoice } from "./value-shapes.ts";
import type { Priority } from "../domain/rules.ts";

export type DaemonSettings = {
  readonly port: number;
  /** Only a port that a person wrote is insisted on. */
  readonly isPortSet: boolean;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly preventIdleSleep: boolean;
  readonly turnsMax: number;
  readonly plugins: NonNullable<Settings["plugins"]>;
  readonly notifiers: Readonly<Record<string, PluginChoice>>;
  /** Null: everything but `info` goes to the project's notifiers. */
  readonly routing: Readonly<Record<Priority, readonly string[]>> | null;
};

export function resolveDaemon({ settings }: Config): DaemonSettings {
  return {
    port: settings.port ?? builtInPort,
    isPortSet: settings.port !== undefined,
    host: settings.server?.host ?? "127.0.0.1",
    allowedHosts: settings.server?.allowedHosts ?? [],
    preventIdleSleep: settings.power?.preventIdleSleep ?? true,
    turnsMax: settings.orchestrator?.maxParallelAgents ?? builtInParallelAgents,
    plugins: settings.plugins ?? [],
    notifiers: settings.notifiers ?? {},
    routing: routingOf(settings),
  };
}

function routingOf({ notificationRouting }: Settings): DaemonSettings["routing"] {
  if (notificationRouting === undefined) return null;
  const { urgent = [], action = [], warning = [], info = [] } = notificationRouting;
  return { urgent, action, warning, info };
}

/** Daemon-wide keys that a later file sets differently: named by `ao doctor`, not obeyed. */
export function ignoredDaemonKeys(obeyed: Config, later: Config): readonly string[] {
  const [first, second] = [obeyed.settings, later.settings];
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ["port", first.port, second.port],
    ["server", first.server, second.server],
    ["power", first.power, second.power],
    ["orchestrator.max_parallel_agents", first.orchestrator?.maxParallelAgents, second.orchestrator?.maxParallelAgents],
  ];
  return pairs
    .filter(([, ours, theirs]) => theirs !== undefined && JSON.stringify(ours) !== JSON.stringify(theirs))
    .map(([name]) => name);
}
