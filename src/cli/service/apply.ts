/** Writes or removes the service's file, and asks the service manager to take note. Only files of ours are touched. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { openHome } from "../../config/home.ts";
import { findOwnProgram } from "../../lib/own-program.ts";
import { runProgram } from "../../lib/run.ts";
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { formatCommandLine } from "../render/shell-words.ts";
import { nameProgram } from "../daemon/start-daemon.ts";
import { findService, type ServiceUnit } from "./unit.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";

/** `left`: commands that could not be run here, for the person to run. */
export type Applied = { readonly file: string; readonly wasThere: boolean; readonly left: readonly string[] };

export async function installService(io: Io): Promise<Applied> {
  const service = findOwnService(io);
  const before = readTextIfExists(service.file);
  mkdirSync(dirname(service.file), { recursive: true });
  writeFileSync(service.file, service.text);
  return { file: service.file, wasThere: before === service.text, left: await runAll(service.enable, io.env) };
}

export async function removeService(io: Io): Promise<Applied> {
  const service = findOwnService(io);
  if (readTextIfExists(service.file) === null) return { file: service.file, wasThere: false, left: [] };
  const [first, ...rest] = service.disable;
  const left = first === undefined ? [] : await runAll([first], io.env);
  rmSync(service.file);
  return { file: service.file, wasThere: true, left: [...left, ...(await runAll(rest, io.env))] };
}

function findOwnService(io: Io): ServiceUnit {
  const home = openHome(io.env);
  nameProgram(home);
  const service = findService({
    platform: process.platform,
    env: io.env,
    argv: [...findOwnProgram("supervisor"), home.daemonProgram, home.log],
    home: home.path,
    log: home.log,
  });
  if (service !== null) return service;
  throw new CliFailure({
    code: "no_service",
    message: "this system has no service manager that ao knows; nothing was done",
  });
}

async function runAll(commands: ServiceUnit["enable"], env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const left: string[] = [];
  for (const [program, ...args] of commands) {
    const ended = await runProgram({ program, args, env, timeoutMs: 10_000 });
    if (!ended.ok || ended.code !== 0) left.push(formatCommandLine([program, ...args]));
  }
  return left;
}
