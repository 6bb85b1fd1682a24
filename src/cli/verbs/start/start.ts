import type { Command } from "commander";
import { resolveHome } from "../../../config/home.ts";
import type { Client } from "../../../protocol/client/create-client.ts";
import type { AddedProjectView } from "../../../protocol/project.ts";
import { askHealth, type DaemonHealth } from "../../daemon/ask-health.ts";
import { createDaemonClient } from "../../daemon/daemon-client.ts";
import { handOverEnvironment } from "../../daemon/hand-over-environment.ts";
import { openInBrowser } from "../../open-browser.ts";
import { addProjects } from "../../projects/add.ts";
import { checkConfig } from "../../projects/check-config.ts";
import { leaveRequest } from "../../projects/leave-request.ts";
import { nameWidth, formatProject, tellOfProjects } from "../../projects/project-lines.ts";
import { findTargets, type StartTarget } from "../../projects/targets.ts";
import type { Io } from "../../render/io.ts";
import { blank, createCell, createSpan, type Line, type Pen } from "../../render/line.ts";
import { showAnswer } from "../../show.ts";
import { launchDaemon } from "../../daemon/start-daemon.ts";
import { endDaemon } from "../../daemon/stop-daemon.ts";
import { tellOfWaiting } from "../../config/waiting-settings.ts";
import { parseWholeNumber } from "../../input/whole-number.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const examples = [
  ["ao start", "start the daemon, add this repository, open the dashboard"],
  ["ao start ~/code/app ~/code/site", "several projects at once"],
  ["ao start https://example.org/me/app.git", "clone to ./app, then the same"],
  ["ao start --port 4000 --no-open", "on a port of your own, without a browser"],
] as const;

type StartOptions = { readonly port?: string; readonly open: boolean; readonly yes?: boolean };

export function define(command: Command, io: Io): void {
  command
    .argument("[place...]", "path of a repository, or its URL to clone; default: this folder")
    .option("--port <n>", "where the daemon listens")
    .option("--no-open", "do not open the dashboard")
    .option("--yes", "accept the settings of a repository that is cloned")
    .action((places: readonly string[], options: StartOptions) => start(io, places, options));
}

async function start(io: Io, places: readonly string[], { port, open, yes = false }: StartOptions): Promise<void> {
  const byHand = port === undefined ? null : parsePort(port);
  const targets = await findTargets(io, places);
  const fresh = targets.filter((target) => checkConfig(io, target, "nothing was started") === null);
  const daemon = await bringUp(io, targets, byHand);
  const client = createDaemonClient(io.env);
  if (!daemon.isNew) await handOverEnvironment(io, client, true);
  const added = await addProjects(io, client, { targets, yes });
  // A daemon that came up for it may have written the file before it was asked.
  const projects = added.map((project) =>
    fresh.some(({ path }) => path === project.path) ? { ...project, wrote: project.configFile } : project,
  );
  const { pid, port: at, url } = daemon.health;
  showAnswer(io, {
    json: () => ({ url, pid, port: at, started: daemon.isNew, projects }),
    records: () => [
      ["daemon", url, pid, daemon.isNew ? "started" : "running"],
      ...projects.map(({ id, path, wrote }) => ["project", id, path, wrote]),
      ...projects.flatMap(({ id, accepted }) => accepted.map((line) => ["accepted", id, line])),
    ],
    lines: (pen) => formatStarted({ url, isNew: daemon.isNew, projects }, pen),
  });
  tellOfProjects(io, projects);
  await tellOfWaiting(io, client, ({ id }) => !projects.some((one) => one.id === id));
  if (open && io.answer.isTerminal && !io.json) await openDashboard(io, client);
}

function parsePort(text: string): number {
  const port = parseWholeNumber(text, "--port");
  if (port < 65_536) return port;
  throw new WrongUse(`--port ${text} is not a valid port; nothing was started`, { try: ["ao start --port 4000"] });
}

type Up = { readonly health: DaemonHealth; readonly isNew: boolean };

/** One that runs is used; asked for another port, it makes way for one there. Agents live on. */
async function bringUp(io: Io, targets: readonly StartTarget[], port: number | null): Promise<Up> {
  const home = resolveHome(io.env);
  const running = await askHealth(home);
  if (running !== null && (port === null || port === running.port)) return { health: running, isNew: false };
  if (running !== null) await endDaemon(io);
  // Left before it starts: the first project's file may say where it listens.
  for (const { path, isCloned, configFile } of targets)
    if (!isCloned) leaveRequest(home, { path, configFile, accept: true });
  return { health: await launchDaemon(io, port), isNew: true };
}

type Started = { readonly url: string; readonly isNew: boolean; readonly projects: readonly AddedProjectView[] };

function formatStarted({ url, isNew, projects }: Started, pen: Pen): readonly Line[] {
  const width = nameWidth(projects);
  const [first] = projects;
  return [
    [
      createSpan(pen.mark("done"), "passed"),
      createSpan(" "),
      createCell("daemon", width, "id"),
      createSpan("  "),
      createSpan(url, "link"),
      createSpan(isNew ? "" : ", running"),
    ],
    ...projects.flatMap((project) => formatProject(project, width, pen)),
    // What would be refused is not proposed.
    ...(first === undefined || first.notReady !== null
      ? []
      : [
          blank,
          [
            createSpan(
              `next: ao new "Fix the login test"${projects.length === 1 ? "" : ` --project ${first.id}`}`,
              "hint",
            ),
          ],
        ]),
  ];
}

async function openDashboard(io: Io, client: Client): Promise<void> {
  const { url } = await client.loginTicket({});
  await openInBrowser(io, url);
}
