import type { Command } from "commander";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { findBackupProblem } from "../../../config/backup/backup-finding.ts";
import { refuseFresh } from "../../../config/backup/refuse-fresh.ts";
import { createFinding, findingGroups, type Finding } from "../../../config/doctor/finding.ts";
import { examineHome } from "../../../config/doctor/home.ts";
import { examineMachine } from "../../../config/doctor/machine.ts";
import { findConfigFile } from "../../../config/document/find-config.ts";
import type { Config } from "../../../config/config.ts";
import { resolveHome, type HomePaths } from "../../../config/home.ts";
import { load } from "../../../config/load.ts";
import { findMissingIn } from "../../../config/warnings/missing-programs.ts";
import { resolveProject } from "../../../config/resolve/project-settings.ts";
import { describeRepository } from "../../../config/repository/describe-repository.ts";
import { explainUnusable } from "../../../lib/database/restore.ts";
import { StoreError } from "../../../lib/database/store-error.ts";
import { AlreadyReported } from "../../run/already-reported.ts";
import { askHealth } from "../../daemon/ask-health.ts";
import { findLiving } from "../../daemon/connect.ts";
import { createDaemonClient } from "../../daemon/daemon-client.ts";
import { compareEnvironment } from "../../daemon/hand-over-environment.ts";
import { readConfigFilePath } from "../../projects/targets.ts";
import type { Io } from "../../render/io.ts";
import { runWithProgress } from "../../render/progress.ts";
import { quoteShellWord } from "../../render/shell-words.ts";
import { showAnswer } from "../../show.ts";
import { formatDoctor } from "../../views/doctor.ts";
import { readTextIfExists } from "../../../lib/files/if-there.ts";
import { findMeant } from "../../../lib/text/nearest.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const examples = [
  ["ao doctor", "what is installed, broken or switched off, and how to fix it"],
  ["ao doctor --only agents", "one group"],
  ["ao doctor --json", "the same as data; exit code 1 when something is broken"],
] as const;

export function define(command: Command, io: Io): void {
  command
    .option("--only <group>", "one group: system, daemon, agents, runtimes, sandbox, or a project")
    .action(({ only }: { readonly only?: string }) => runDoctor(io, only));
}

/** Starts nothing: also a daemon that does not come up is looked at. */
async function runDoctor(io: Io, only: string | undefined): Promise<void> {
  const all = await runWithProgress(io, "looking", () => examine(io));
  const rows = only === undefined ? all : listRows(all, only);
  showAnswer(io, {
    json: () => rows,
    records: () => rows.map(({ group, state, text, fix }) => [group, state, text, fix]),
    lines: (pen) => formatDoctor(rows, pen),
  });
  if (rows.some(({ state }) => state === "broken")) throw new AlreadyReported("something is broken");
}

function listRows(all: readonly Finding[], only: string): readonly Finding[] {
  const rows = all.filter(({ group }) => group === only);
  if (rows.length > 0 || findingGroups.includes(only)) return rows;
  const groups = [...new Set([...findingGroups, ...all.map(({ group }) => group)])];
  const meant = findMeant(only, groups);
  const [first] = meant;
  throw new WrongUse(`there is no group ${only} of findings; nothing was shown`, {
    facts: ["Each project has its own group while the daemon runs."],
    candidates: meant,
    try: [first === undefined ? "ao doctor" : `ao doctor --only ${quoteShellWord(first)}`],
  });
}

async function examine(io: Io): Promise<readonly Finding[]> {
  const home = resolveHome(io.env);
  const wrong = examineHome(home);
  if (wrong.length > 0)
    return [...(await examineMachine({ path: io.env["PATH"] ?? "", env: io.env, folder: io.cwd })), ...wrong];
  if ((await askHealth(home)) !== null) return examineDaemon(io);
  const folder = existsSync(home.path) ? home.path : io.cwd;
  const machine = await examineMachine({ path: io.env["PATH"] ?? "", env: io.env, folder });
  return [
    ...machine.slice(0, 1),
    ...listDaemonRows(home),
    ...listDatabaseRows(io, home),
    ...machine.slice(1),
    ...(await listConfigRows(io)),
  ];
}

async function examineDaemon(io: Io): Promise<readonly Finding[]> {
  const client = createDaemonClient(io.env);
  const [{ rows }, other] = await Promise.all([client.doctor({}), compareEnvironment(io, client)]);
  if (other.length === 0) return rows;
  const text = `${other.join(", ")} of this shell ${other.length === 1 ? "is" : "are"} not what the daemon uses`;
  const behind = rows.findLastIndex(({ group }) => group === "daemon");
  return rows.toSpliced(behind + 1, 0, createFinding("daemon", "off", text, "ao start"));
}

function listDaemonRows(home: HomePaths): readonly Finding[] {
  const place = findLiving(home);
  if (place === null)
    return [createFinding("daemon", "off", "not running; any command that needs it starts it", "ao start")];
  const text = `process ${place.pid} is alive and does not answer on ${new URL(place.url).host}; sessions go on without it`;
  return [createFinding("daemon", "broken", text, `tail ${home.log}`)];
}

/** A daemon would not start without its database; without a home there is nothing to lose yet. */
function listDatabaseRows(io: Io, home: HomePaths): readonly Finding[] {
  if (!existsSync(home.path)) return [];
  const backups = findBackupProblem(home, io.now(), null);
  try {
    refuseFresh(home);
    const wrong = existsSync(home.database) ? explainUnusable(home.database) : null;
    if (wrong === null || wrong === "is empty") return [backups];
    return [createFinding("daemon", "broken", `${home.database} ${wrong}`, "ao restore-backup"), backups];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return [createFinding("daemon", "broken", error.message, "ao restore-backup"), backups];
  }
}

/** The file that this folder's project would use; those of other projects only the daemon knows. */
async function listConfigRows(io: Io): Promise<readonly Finding[]> {
  const file = readConfigFilePath(io) ?? findConfigFile(io.cwd);
  const text = file === null ? null : readTextIfExists(file);
  if (file === null || text === null) return [];
  const loaded = load({ file, text, env: io.env });
  if (!loaded.ok)
    return loaded.problems.map(({ sentence }) => createFinding("config", "broken", `${file}: ${sentence}`));
  const odd = loaded.warnings.map(({ sentence }) => createFinding("config", "off", `${file}: ${sentence}`));
  const missing = findMissingIn(loaded.config, io.env["PATH"] ?? "").map((sentence) =>
    createFinding("config", "broken", `${file}: ${sentence}`),
  );
  return [
    createFinding("config", "ok", `${file} is valid`),
    ...odd,
    ...missing,
    ...(await noteRows(io, loaded.config)),
  ];
}

async function noteRows(io: Io, config: Config): Promise<readonly Finding[]> {
  const [project = ""] = Object.keys(config.settings.projects ?? {});
  const settings = resolveProject({ config, home: null, project });
  const { troubles, parts } = await describeRepository({ folder: dirname(config.file), env: io.env, settings });
  return [
    ...troubles.map((text) => createFinding("config", "off", text)),
    ...parts.map((text) => createFinding("config", "ok", text)),
  ];
}
