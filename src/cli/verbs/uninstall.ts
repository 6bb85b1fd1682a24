import type { Command } from "commander";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { homeOf, type Home } from "../../config/home.ts";
import { askYesNo } from "../ask.ts";
import { daemonClient } from "../daemon-client.ts";
import { Failure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { span, type Line } from "../render/line.ts";
import { removeService } from "../service/apply.ts";
import { show } from "../show.ts";
import { startDaemon } from "../start-daemon.ts";
import { endDaemon } from "../stop-daemon.ts";
import { askHealth } from "../ask-health.ts";

export const examples = [
  ["ao uninstall", "stop everything and remove what ao keeps; your work stays"],
  ["ao uninstall --yes", "without asking"],
] as const;

export function define(command: Command, io: Io): void {
  command.option("--yes", "do not ask").action(({ yes = false }: { readonly yes?: boolean }) => uninstall(io, yes));
}

/** Branches and rescue refs lie in the repositories and stay; so does a workspace that could not be saved. */
async function uninstall(io: Io, yes: boolean): Promise<void> {
  const home = homeOf(io.env);
  if (!existsSync(home.path)) return tell(io, { removed: [], kept: [] });
  if (!yes && !(await askYesNo(io, `Stop all sessions and remove ${home.path}? Branches and saved work stay.`)))
    throw new Failure({ code: "not_confirmed", message: "nothing was removed", try: ["ao uninstall --yes"] });
  await endSessions(io, home);
  await endDaemon(io);
  const service = await removeService(io);
  const removed = removeHome(home);
  tell(io, { removed: [...(service.wasThere ? [service.file] : []), ...removed], kept: leftIn(home) });
}

/** Each session's work is saved to its repository, and its workspace moved to the trash. */
async function endSessions(io: Io, home: Home): Promise<void> {
  if (!existsSync(home.database)) return;
  if ((await askHealth(home)) === null) await startDaemon(io);
  const client = daemonClient(io.env);
  const live = await client.listSessions({});
  for (const { id } of live) await client.stopSession({ id });
  const untilMs = Date.now() + ENDED_WITHIN_MS;
  while ((await client.listSessions({})).length > 0 && Date.now() < untilMs)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  await client.cleanup({});
}

const ENDED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** All but what may hold work: workspaces that are still there, and the trash. */
function removeHome(home: Home): readonly string[] {
  const keeps = leftIn(home).length > 0;
  if (!keeps) {
    rmSync(home.path, { recursive: true, force: true });
    return [home.path];
  }
  const names = readdirSync(home.path).filter((name) => join(home.path, name) !== home.workspaces);
  for (const name of names) rmSync(join(home.path, name), { recursive: true, force: true });
  return names.map((name) => join(home.path, name));
}

function leftIn({ workspaces, trash }: Home): readonly string[] {
  if (!existsSync(workspaces)) return [];
  const projects = readdirSync(workspaces).filter((name) => join(workspaces, name) !== trash);
  const kept = projects.flatMap((project) =>
    readdirSync(join(workspaces, project)).map((name) => join(workspaces, project, name)),
  );
  return [...kept, ...(existsSync(trash) && readdirSync(trash).length > 0 ? [trash] : [])];
}

type Done = { readonly removed: readonly string[]; readonly kept: readonly string[] };

function tell(io: Io, { removed, kept }: Done): void {
  show(io, {
    json: () => ({ removed, kept }),
    records: () => [...removed.map((path) => ["removed", path]), ...kept.map((path) => ["kept", path])],
    lines: (pen) => [
      ...(removed.length === 0 ? [[span("there is nothing to remove")]] : []),
      ...removed.map((path): Line => [span("removed "), span(pen.words(path))]),
      ...kept.map((path): Line => [span("kept    "), span(pen.words(path))]),
      [span("branches and refs/ao/rescue of your repositories stay; the program: npm uninstall -g agent-orchestrator")],
    ],
  });
}
