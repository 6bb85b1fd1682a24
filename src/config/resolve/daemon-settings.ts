/** What holds for the whole daemon: from `AO_CONFIG`, else the home's file, else the first project's. */
import { builtInDigestLevels, builtInParallelAgents, builtInPort } from "./built-in.ts";
import type { Config } from "../config.ts";
import type { Settings } from "../shape/shape.ts";
import type { PluginChoice } from "../shape/value-shapes.ts";
import type { NoticeTiming } from "../../domain/incident/notice-timing.ts";
import type { Priority } from "../../domain/model/rules.ts";
import type { Budget } from "../../domain/model/usage.ts";
import { resolveDaemonPerDay } from "./resolve-policy.ts";

export type DaemonSettings = {
  readonly port: number;
  /** Only a port that a person wrote is insisted on. */
  readonly isPortSet: boolean;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly preventIdleSleep: boolean;
  readonly turnsMax: number;
  /** Checks at once; null: by the machine. */
  readonly checksMax: number | null;
  /** What all projects together may spend in a day. */
  readonly perDay: Budget;
  readonly disk: DiskSettings;
  readonly plugins: NonNullable<Settings["plugins"]>;
  readonly notifiers: Readonly<Record<string, PluginChoice>>;
  /** Null: everything but `info` goes to the project's notifiers. */
  readonly routing: Readonly<Record<Priority, readonly string[]>> | null;
  readonly notices: NoticeTiming;
};

export type DiskSettings = {
  /** What the home may take, with all workspaces. Null: as much as the disk has. */
  readonly homeBytesMax: number | null;
  /** Null: it depends on the size of the disk. */
  readonly keepFreeBytes: number | null;
};

export function resolveDaemon({ settings }: Config): DaemonSettings {
  return {
    port: settings.port ?? builtInPort,
    isPortSet: settings.port !== undefined,
    host: settings.server?.host ?? "127.0.0.1",
    allowedHosts: settings.server?.allowedHosts ?? [],
    preventIdleSleep: settings.power?.preventIdleSleep ?? true,
    ...resolveTurnLimits(settings),
    perDay: resolveDaemonPerDay(settings),
    disk: resolveDisk(settings),
    plugins: settings.plugins ?? [],
    notifiers: settings.notifiers ?? {},
    routing: resolveRouting(settings),
    notices: resolveNotices(settings),
  };
}

function resolveTurnLimits({ orchestrator = {} }: Settings): Pick<DaemonSettings, "turnsMax" | "checksMax"> {
  const { maxParallelAgents = builtInParallelAgents, maxParallelChecks = null } = orchestrator;
  return { turnsMax: maxParallelAgents, checksMax: maxParallelChecks };
}

function resolveDisk({ disk = {} }: Settings): DiskSettings {
  return { homeBytesMax: disk.home ?? null, keepFreeBytes: disk.keepFree ?? null };
}

function resolveNotices({ notices = {} }: Settings): NoticeTiming {
  const { quietHours = [], digestEvery = null, digestOf = builtInDigestLevels } = notices;
  return { quiet: quietHours.flat(), digestEveryMs: digestEvery, digestOf };
}

function resolveRouting({ notificationRouting }: Settings): DaemonSettings["routing"] {
  if (notificationRouting === undefined) return null;
  const { urgent = [], action = [], warning = [], info = [] } = notificationRouting;
  return { urgent, action, warning, info };
}

/** Daemon-wide keys that a later file sets differently: named by `ao doctor`, not obeyed. */
export function listIgnoredDaemonKeys(obeyed: Config, later: Config): readonly string[] {
  const [first, second] = [obeyed.settings, later.settings];
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ["port", first.port, second.port],
    ["server", first.server, second.server],
    ["power", first.power, second.power],
    ["disk", first.disk, second.disk],
    ["orchestrator.max_parallel_checks", first.orchestrator?.maxParallelChecks, second.orchestrator?.maxParallelChecks],
    ["orchestrator.max_parallel_agents", first.orchestrator?.maxParallelAgents, second.orchestrator?.maxParallelAgents],
  ];
  return pairs
    .filter(([, ours, theirs]) => theirs !== undefined && JSON.stringify(ours) !== JSON.stringify(theirs))
    .map(([name]) => name);
}
