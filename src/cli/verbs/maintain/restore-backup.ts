import type { Command } from "commander";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { formatForgeName } from "../../../config/backup/refuse-fresh.ts";
import { beginFresh, restoreHome, type RestoreAnswer } from "../../../config/backup/restore-home.ts";
import { resolveHome, type HomePaths } from "../../../config/home.ts";
import { readBackups } from "../../../lib/database/backups.ts";
import { explainUnusable } from "../../../lib/database/restore.ts";
import { lockFile } from "../../../lib/files/file-lock.ts";
import { askYesNo } from "../../input/ask.ts";
import { refuseAgents } from "../../run/not-by-agents.ts";
import { CliFailure } from "../../render/failure.ts";
import type { Io } from "../../render/io.ts";
import { runWithProgress } from "../../render/progress.ts";
import { showAnswer } from "../../show.ts";
import { formatBackups, formatRestored } from "../../views/backup.ts";
import { WrongUse } from "../../run/wrong-use.ts";
import { toBackupView } from "./backup.ts";

export const examples = [
  ["ao restore-backup", "put the newest backup in the place of what is missing or damaged"],
  ["ao restore-backup --list", "the backups there are"],
  ["ao restore-backup 2026-11-16 --all", "the newest of that day, also for databases that are whole"],
  ["ao restore-backup --fresh", "begin with an empty database; nothing is deleted"],
] as const;

type RestoreOptions = {
  readonly list?: boolean;
  readonly all?: boolean;
  readonly fresh?: boolean;
  readonly project?: string;
  readonly yes?: boolean;
};

export function define(command: Command, io: Io): void {
  command
    .argument("[when]", "a backup by its name or the beginning of it, or its folder; default: the newest")
    .option("--list", "print the backups and change nothing")
    .option("--all", "also replace intact databases; copies of them are kept")
    .option("--fresh", "start without the database; the old file is kept")
    .option("--project <id>", "with --fresh: begin without the issues and changes of this project")
    .option("--yes", "do not ask")
    .action((when: string | undefined, options: RestoreOptions) => restoreBackup(io, when, options));
}

async function restoreBackup(io: Io, when: string | undefined, options: RestoreOptions): Promise<void> {
  const home = resolveHome(io.env);
  if (options.list === true) return list(io, home);
  refuseAgents(io, "nothing was restored");
  if (options.project !== undefined && options.fresh !== true)
    throw new WrongUse("--project goes with --fresh; nothing was restored");
  if (options.fresh === true) await confirmFresh(io, home, options);
  const answer = await runWithProgress(io, "verifying", async () =>
    runWithoutDaemon(home, () => restore(io, home, when, options)),
  );
  if (!answer.ok) throw toFailure(answer);
  showAnswer(io, {
    json: () => ({ backup: answer.backup === null ? null : toBackupView(answer.backup), files: answer.files }),
    records: () =>
      answer.files.map(({ name, because, keptAs }) => [name, because, keptAs, answer.backup?.name ?? null]),
    lines: (pen) => formatRestored(answer.files, answer.backup, pen),
  });
}

function list(io: Io, { backups }: HomePaths): void {
  const all = readBackups(backups);
  showAnswer(io, {
    json: () => all.map(toBackupView),
    records: () => all.map(({ name, manifest, path }) => [name, manifest.at, manifest.files.length, path]),
    lines: (pen) => formatBackups(all, io.now(), pen),
  });
}

function restore(io: Io, home: HomePaths, when: string | undefined, options: RestoreOptions): RestoreAnswer {
  const { all = false, fresh = false, project } = options;
  if (fresh) return beginFresh(home, findFreshName(project), io.now());
  const chosen = when === undefined ? null : when.includes("/") ? resolve(io.cwd, when) : when;
  return restoreHome(home, { nowMs: io.now(), when: chosen, all });
}

const findFreshName = (project: string | undefined): string =>
  project === undefined ? "state.db" : formatForgeName(project);

/** Only a person gives up a database that can be used. */
async function confirmFresh(io: Io, home: HomePaths, { project, yes = false }: RestoreOptions): Promise<void> {
  const file = resolve(home.path, findFreshName(project));
  if (yes || explainUnusable(file) !== null) return;
  if (await askYesNo(io, `${file} is intact. Start without it anyway?`)) return;
  throw new CliFailure({
    code: "not_confirmed",
    message: "nothing was changed",
    try: ["ao restore-backup --fresh --yes"],
  });
}

/** The lock of the home is held meanwhile: a daemon that runs would go on writing into what was moved away. */
function runWithoutDaemon(home: HomePaths, work: () => RestoreAnswer): RestoreAnswer {
  if (!existsSync(home.path))
    throw new CliFailure({ code: "no_home", message: `there is no ${home.path}; nothing was restored` });
  const lock = lockFile(home.lock);
  if (lock === null)
    throw new CliFailure({
      code: "daemon_running",
      message: "a daemon runs on this home, and would go on with the old database; nothing was restored",
      try: ["ao stop"],
    });
  try {
    return work();
  } finally {
    lock.release();
  }
}

function toFailure({ why, message }: Extract<RestoreAnswer, { ok: false }>): CliFailure {
  const attempts = {
    no_backup: ["ao restore-backup --list", "ao restore-backup --fresh"],
    nothing_to_do: ["ao restore-backup --all"],
    not_whole: ["ao restore-backup --list"],
  };
  return new CliFailure({ code: why, message, try: attempts[why] });
}
