import type { Command } from "commander";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { dropClaim } from "../../../config/home-claim.ts";
import { resolveHome, type HomePaths } from "../../../config/home.ts";
import type { Client } from "../../../protocol/client/create-client.ts";
import { askHealth } from "../../daemon/ask-health.ts";
import { askYesNo } from "../../input/ask.ts";
import { createDaemonClient } from "../../daemon/daemon-client.ts";
import { CliFailure } from "../../render/failure.ts";
import type { Io } from "../../render/io.ts";
import { indentLine, createSpan, type Line, type Pen } from "../../render/line.ts";
import { runWithProgress } from "../../render/progress.ts";
import { removeService } from "../../service/apply.ts";
import { showAnswer } from "../../show.ts";
import { launchDaemon } from "../../daemon/start-daemon.ts";
import { endDaemon } from "../../daemon/stop-daemon.ts";
import { endProcesses } from "../../uninstall/end-processes.ts";
import { exportLocal } from "../../uninstall/export-local.ts";
import { listLeftInRepository, listLeftWorkspaces, type Leftover } from "../../uninstall/leftovers.ts";
import { describeLosses, readLocalProjects, type LocalProject } from "../../uninstall/losses.ts";

export const examples = [
  ["ao uninstall", "say what will be lost, ask, then stop everything and remove it; your work stays"],
  ["ao uninstall --export ~/ao-copy", "write local issues, changes and reviews to files first"],
  ["ao uninstall --yes", "without asking"],
] as const;

type UninstallOptions = { readonly yes?: boolean; readonly export?: string };

export function define(command: Command, io: Io): void {
  command
    .option(
      "--export <folder>",
      "write local issues (CSV for `ao issue import`), changes and reviews (JSON) there first",
    )
    .option("--yes", "do not ask")
    .action((options: UninstallOptions) => uninstall(io, options));
}

async function uninstall(io: Io, { yes = false, export: folder }: UninstallOptions): Promise<void> {
  const home = resolveHome(io.env);
  if (!existsSync(home.path)) return tell(io, { exported: [], removed: [], kept: [], running: [] });
  const client = await connectUnlessNew(io, home);
  const local = client === null ? [] : await readLocalProjects(client);
  const exported =
    folder === undefined || client === null ? [] : await exportLocal(client, resolve(io.cwd, folder), local);
  if (!yes) await confirm(io, home, local, exported);
  if (client !== null) await runWithProgress(io, "stopping sessions", () => endSessions(client));
  await endDaemon(io);
  const service = await removeService(io);
  const running = await runWithProgress(io, "ending processes", () => endProcesses(home));
  const kept = listLeftWorkspaces(home);
  const removed = removeHome(home, kept.length > 0);
  for (const { project } of local) dropClaim(project.path, home.path);
  const inRepositories = (await Promise.all(local.map(({ project }) => listLeftInRepository(project)))).flat();
  tell(io, {
    exported,
    removed: [...(service.wasThere ? [service.file] : []), ...removed],
    kept: [...kept, ...inRepositories.filter(({ path }) => existsSync(path))],
    running,
  });
  if (running.length > 0)
    throw new CliFailure({ code: "still_running", message: "not every process ended", facts: running });
}

/** Null: there is no database, and so nothing that a daemon could save or tell. */
async function connectUnlessNew(io: Io, home: HomePaths): Promise<Client | null> {
  if (!existsSync(home.database)) return null;
  if ((await askHealth(home)) === null) await launchDaemon(io);
  return createDaemonClient(io.env);
}

async function confirm(
  io: Io,
  home: HomePaths,
  local: readonly LocalProject[],
  exported: readonly string[],
): Promise<void> {
  const losses = describeLosses(home, local);
  const canExport = exported.length === 0 && local.some((one) => one.issues.length + one.changes.length > 0);
  const about = (pen: Pen): readonly Line[] => [
    [createSpan("This stops all sessions, saves their work, removes")],
    indentLine([createSpan(pen.words(home.path))], 2),
    [createSpan("and with it:")],
    ...losses.map((line) => indentLine([createSpan(pen.words(line))], 2)),
    ...exported.map((file): Line => [createSpan(`written to ${pen.words(file)}`)]),
    ...(canExport ? [[createSpan("Keep a copy first: ao uninstall --export FOLDER", "hint")]] : []),
    [createSpan("Commits, branches, saved work and your settings stay in your repositories.")],
  ];
  if (await askYesNo(io, "Remove it?", about)) return;
  throw new CliFailure({ code: "not_confirmed", message: "nothing was removed", try: ["ao uninstall --yes"] });
}

/** Each session's work is saved to its repository, and its workspace moved to the trash. No other one starts meanwhile. */
async function endSessions(client: Client): Promise<void> {
  for (const { id } of await client.listProjects({})) await client.pauseProject({ id });
  const live = await client.listSessions({});
  for (const { id } of live) await client.stopSession({ id });
  const untilMs = performance.now() + ENDED_WITHIN_MS;
  while ((await client.listSessions({})).length > 0 && performance.now() < untilMs) await pause(LOOK_EVERY_MS);
  await client.cleanup({});
}

const ENDED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** All of it, or all but the workspaces that may hold work. */
function removeHome(home: HomePaths, keepsWorkspaces: boolean): readonly string[] {
  if (!keepsWorkspaces) {
    rmSync(home.path, { recursive: true, force: true });
    return [home.path];
  }
  const names = readdirSync(home.path).filter((name) => join(home.path, name) !== home.workspaces);
  const paths = [...names.map((name) => join(home.path, name)), home.trash];
  for (const path of paths) rmSync(path, { recursive: true, force: true });
  return paths;
}

const WHY_INDENT = 8;

type Done = {
  readonly exported: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly Leftover[];
  readonly running: readonly string[];
};

function tell(io: Io, { exported, removed, kept, running }: Done): void {
  showAnswer(io, {
    json: () => ({ exported, removed, kept, running }),
    records: () => [
      ...exported.map((path) => ["exported", path, null]),
      ...removed.map((path) => ["removed", path, null]),
      ...kept.map(({ path, why }) => ["kept", path, why]),
    ],
    lines: (pen) => [
      ...(removed.length === 0 ? [[createSpan("There is nothing to remove.")]] : []),
      ...exported.map((path): Line => [createSpan("written "), createSpan(pen.words(path))]),
      ...removed.map((path): Line => [createSpan("removed "), createSpan(pen.words(path))]),
      ...kept.flatMap(({ path, why }): readonly Line[] => [
        [createSpan("kept    "), createSpan(pen.words(path))],
        ...pen.wrap(why, pen.width - WHY_INDENT).map((line) => indentLine([createSpan(line, "hint")], WHY_INDENT)),
      ]),
      [createSpan("The program itself: npm uninstall -g agent-orchestrator")],
    ],
  });
}
