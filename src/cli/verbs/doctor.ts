import type { Command } from "commander";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { backupFinding } from "../../config/backup/backup-finding.ts";
import { refuseFresh } from "../../config/backup/refuse-fresh.ts";
import { finding, findingGroups, type Finding } from "../../config/doctor/finding.ts";
import { examineHome } from "../../config/doctor/home.ts";
import { examineMachine } from "../../config/doctor/machine.ts";
import { findConfigFile } from "../../config/find-config.ts";
import type { Config } from "../../config/config.ts";
import { homeOf, type Home } from "../../config/home.ts";
import { load } from "../../config/load.ts";
import { findMissingIn } from "../../config/missing-programs.ts";
import { resolveProject } from "../../config/project-settings.ts";
import { describeRepository } from "../../config/repository/describe-repository.ts";
import { whyUnusable } from "../../lib/database/restore.ts";
import { StoreError } from "../../lib/database/store-error.ts";
import { AlreadyTold } from "../already-told.ts";
import { askHealth } from "../ask-health.ts";
import { placeOfLiving } from "../connect.ts";
import { daemonClient } from "../daemon-client.ts";
import { compareEnvironment } from "../hand-over-environment.ts";
import { configFileOf } from "../projects/targets.ts";
import type { Io } from "../render/io.ts";
import { withProgress } from "../render/progress.ts";
import { shellWord } from "../render/shell-words.ts";
import { show } from "../show.ts";
import { doctorLines } from "../views/doctor.ts";
import { textIfThere } from "../../lib/if-there.ts";
import { findMeant } from "../../lib/nearest.ts";
import { WrongUse } from "../wrong-use.ts";

export const examples = [
  ["ao doctor", "what is installed, broken or switched off, and how to fix it"],
  ["ao doctor --only agents", "one group"],
  ["ao doctor --json", "the same as data; exit code 1 when something is broken"],
] as const;

export function define(command: Command, io: Io): void {
  command
    .option("--only <group>", "one group: system, daemon, agents, runtimes, sandbox, or a project")
    .action(({ only }: { readonly only?: string }) => doctor(io, only));
}

/** Starts nothing: also a daemon that does not come up is looked at. */
async function doctor(io: Io, only: string | undefined): Promise<void> {
  const all = await withProgress(io, "looking", () => examine(io));
  const rows = only === undefined ? all : rowsOf(all, only);
  show(io, {
    json: () => rows,
    records: () => rows.map(({ group, state, text, fix }) => [group, state, text, fix]),
    lines: (pen) => doctorLines(rows, pen),
  });
  if (rows.some(({ state }) => state === "broken")) throw new AlreadyTold("something is broken");
}

function rowsOf(all: readonly Finding[], only: string): readonly Finding[] {
  const rows = all.filter(({ group }) => group === only);
  if (rows.length > 0 || findingGroups.includes(only)) return rows;
  const groups = [...new Set([...findingGroups, ...all.map(({ group }) => group)])];
  const meant = findMeant(only, groups);
  const [first] = meant;
  throw new WrongUse(`there is no group ${only} of findings; nothing was shown`, {
    facts: ["A project has a group of its own while the daemon runs."],
    candidates: meant,
    try: [first === undefined ? "ao doctor" : `ao doctor --only ${shellWord(first)}`],
  });
}

async function examine(io: Io): Promise<readonly Finding[]> {
  const home = homeOf(io.env);
  const wrong = examineHome(home);
  if (wrong.length > 0)
    return [...(await examineMachine({ path: io.env["PATH"] ?? "", env: io.env, folder: io.cwd })), ...wrong];
  if ((await askHealth(home)) !== null) return examineDaemon(io);
  const folder = existsSync(home.path) ? home.path : io.cwd;
  const machine = await examineMachine({ path: io.env["PATH"] ?? "", env: io.env, folder });
  return [
    ...machine.slice(0, 1),
    ...daemonRows(home),
    ...databaseRows(io, home),
    ...machine.slice(1),
    ...(await configRows(io)),
  ];
}

async function examineDaemon(io: Io): Promise<readonly Finding[]> {
  const client = daemonClient(io.env);
  const [{ rows }, other] = await Promise.all([client.doctor({}), compareEnvironment(io, client)]);
  if (other.length === 0) return rows;
  const text = `${other.join(", ")} of this shell ${other.length === 1 ? "is" : "are"} not what the daemon uses`;
  const behind = rows.findLastIndex(({ group }) => group === "daemon");
  return rows.toSpliced(behind + 1, 0, finding("daemon", "off", text, "ao start"));
}

function daemonRows(home: Home): readonly Finding[] {
  const place = placeOfLiving(home);
  if (place === null) return [finding("daemon", "off", "not running; any command that needs it starts it", "ao start")];
  const text = `process ${place.pid} is alive and does not answer on ${new URL(place.url).host}; sessions go on without it`;
  return [finding("daemon", "broken", text, `tail ${home.log}`)];
}

/** A daemon would not start without its database; without a home there is nothing to lose yet. */
function databaseRows(io: Io, home: Home): readonly Finding[] {
  if (!existsSync(home.path)) return [];
  const backups = backupFinding(home, io.now(), null);
  try {
    refuseFresh(home);
    const wrong = existsSync(home.database) ? whyUnusable(home.database) : null;
    if (wrong === null || wrong === "is empty") return [backups];
    return [finding("daemon", "broken", `${home.database} ${wrong}`, "ao restore-backup"), backups];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return [finding("daemon", "broken", error.message, "ao restore-backup"), backups];
  }
}

/** The file that this folder's project would use; those of other projects only the daemon knows. */
async function configRows(io: Io): Promise<readonly Finding[]> {
  const file = configFileOf(io) ?? findConfigFile(io.cwd);
  const text = file === null ? null : textIfThere(file);
  if (file === null || text === null) return [];
  const loaded = load({ file, text, env: io.env });
  if (!loaded.ok) return loaded.problems.map(({ sentence }) => finding("config", "broken", `${file}: ${sentence}`));
  const odd = loaded.warnings.map(({ sentence }) => finding("config", "off", `${file}: ${sentence}`));
  const missing = findMissingIn(loaded.config, io.env["PATH"] ?? "").map((sentence) =>
    finding("config", "broken", `${file}: ${sentence}`),
  );
  return [finding("config", "ok", `${file} is valid`), ...odd, ...missing, ...(await noteRows(io, loaded.config))];
}

async function noteRows(io: Io, config: Config): Promise<readonly Finding[]> {
  const [project = ""] = Object.keys(config.settings.projects ?? {});
  const settings = resolveProject({ config, home: null, project });
  const { troubles, parts } = await describeRepository({ folder: dirname(config.file), env: io.env, settings });
  return [
    ...troubles.map((text) => finding("config", "off", text)),
    ...parts.map((text) => finding("config", "ok", text)),
  ];
}
