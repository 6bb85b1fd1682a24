import type { Command } from "commander";
import { join } from "node:path";
import { deriveProjectId } from "../../../config/first-run/project-id.ts";
import { writeFirst } from "../../../config/first-run/write-first.ts";
import { resolveHome } from "../../../config/home.ts";
import { findRepository } from "../../../lib/git/find-repository.ts";
import { askHealth } from "../../daemon/ask-health.ts";
import { createDaemonClient } from "../../daemon/daemon-client.ts";
import { checkConfig } from "../../projects/check-config.ts";
import { leaveRequest } from "../../projects/leave-request.ts";
import { findRepositoryNamed, readWantedConfigFilePath } from "../../projects/targets.ts";
import { CliFailure } from "../../render/failure.ts";
import type { Io } from "../../render/io.ts";
import { createSpan, type Line } from "../../render/line.ts";
import { showAnswer } from "../../show.ts";

export const examples = [
  ["ao init", "write agent-orchestrator.yaml here, with what was found"],
  ["ao init ~/code/app", "the same for another repository"],
] as const;

export function define(command: Command, io: Io): void {
  command.argument("[path]", "a repository; default: this folder").action((path: string | undefined) => init(io, path));
}

/** The file is written and the project registered; nothing is started. */
async function init(io: Io, named: string | undefined): Promise<void> {
  const { path } = await findRepositoryNamed(io, named ?? ".");
  const written = await write(io, path);
  await register(io, path);
  showAnswer(io, {
    json: () => ({ path, ...written }),
    records: () => [[written.wrote ? "wrote" : "kept", written.file, path]],
    lines: (pen) => [
      ...pen
        .wrap(written.wrote ? `wrote ${written.file}` : `kept ${written.file}, which was there`, pen.width)
        .map((line): Line => [createSpan(line)]),
      [createSpan(`next: review it, then ao start`, "hint")],
    ],
  });
}

type Written = { readonly file: string; readonly wrote: boolean };

async function write(io: Io, path: string): Promise<Written> {
  const there = checkConfig(io, { path, configFile: readWantedConfigFilePath(io) }, "the project was not registered");
  if (there !== null) return { file: there, wrote: false };
  const found = await findRepository(path);
  if (!found.ok) throw new CliFailure({ code: found.error.code, message: found.error.message });
  const project = deriveProjectId(path);
  const written = writeFirst({
    ...{ repository: found.repository, project, wanted: readWantedConfigFilePath(io) },
    fallback: join(resolveHome(io.env).projects, project),
    env: io.env,
  });
  if (!written.ok) throw new CliFailure({ code: "not_written", message: `${path}: ${written.why}` });
  return { file: written.file, wrote: true };
}

/** With the daemon, if it runs; else it hears of it when it comes up. */
async function register(io: Io, path: string): Promise<void> {
  const home = resolveHome(io.env);
  const configFile = readWantedConfigFilePath(io);
  if ((await askHealth(home)) === null) return leaveRequest(home, { path, configFile, accept: true });
  await createDaemonClient(io.env).addProject({ path, accept: true, ...(configFile === null ? {} : { configFile }) });
}
