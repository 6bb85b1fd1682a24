/** The client of this home's daemon, for every verb that needs one; started when there is none. */
import { statSync } from "node:fs";
import { uptime } from "node:os";
import { resolveHome, type HomePaths } from "../../config/home.ts";
import { version } from "../../lib/version.ts";
import type { Client } from "../../protocol/client/create-client.ts";
import { readAgentAccess, createDaemonClient } from "./daemon-client.ts";
import { isAlive } from "../../lib/process/is-alive.ts";
import { isNewer } from "./newer-version.ts";
import { readDaemonFile, type DaemonPlace } from "./parse-daemon-file.ts";
import type { Io } from "../render/io.ts";
import { chooseHere } from "../input/choose-project.ts";

export async function connect(io: Io): Promise<Client> {
  // From inside a session no daemon is started or replaced.
  if (readAgentAccess(io.env) !== null) return createDaemonClient(io.env);
  const home = resolveHome(io.env);
  const place = findLiving(home);
  // Loaded only when needed: the way of every day must stay short.
  if (place === null) await (await import("./start-daemon.ts")).launchDaemon(io);
  const client: Client = createDaemonClient(io.env, { choose: (candidates) => chooseHere(io, client, candidates) });
  if (place !== null && isNewer(version, place.version))
    await (await import("./replace-daemon.ts")).askToMakeRoom(client, home);
  return client;
}

/**
 * Where the daemon says it is, if its process lives. One that died leaves its file: its number may be another program's
 * after the machine was started anew, so a file from before that says nothing.
 */
export function findLiving(home: HomePaths): DaemonPlace | null {
  const place = readDaemonFile(home.daemon);
  if (place === null || !isAlive(place.pid)) return null;
  const startedMs = Date.now() - uptime() * 1_000;
  const writtenMs = statSync(home.daemon, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return writtenMs + CLOCK_SLACK_MS < startedMs ? null : place;
}

/** The clock may have been set since. */
const CLOCK_SLACK_MS = 60_000;
