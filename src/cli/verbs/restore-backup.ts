import type { Command } from "commander";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { forgeName } from "../../config/backup/refuse-fresh.ts";
import { beginFresh, restoreHome, type RestoreAnswer } from "../../config/backup/restore-home.ts";
import { homeOf, type Home } from "../../config/home.ts";
import { readBackups } from "../../lib/database/backups.ts";
import { whyUnusable } from "../../lib/database/restore.ts";
import { lockFile } from "../../lib/file-lock.ts";
import { askYesNo } from "../ask.ts";
import { refuseAgents } from "../not-by-agents.ts";
import { Failure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { withProgress } from "../render/progress.ts";
import { show } from "../show.ts";
import { backupListLines, restoredLines } from "../views/backup.ts";
import { WrongUse } from "../wrong-use.ts";
import { backupView } from "./backup.ts";

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
    .option("--all", "also replace databases that are whole; they are kept beside it")
    .option("--fresh", "begin without the database instead; it is kept beside its place")
    .option("--project <id>", "with --fresh: begin without the issues and changes of this project")
    .option("--yes", "do not ask")
    .action((when: string | undefined, options: RestoreOptions) => restoreBackup(io, when, options));
}

async function restoreBackup(io: Io, when: string | undefined, options: RestoreOptions): Promise<void> {
  const home = homeOf(io.env);
  if (options.list === true) return list(io, home);
  refuseAgents(io, "nothing was restored");
  if (options.project !== undefined && options.fresh !== true)
    throw new WrongUse("--project goes with --fresh; nothing was restored");
  if (options.fresh === true) await confirmFresh(io, home, options);
  const answer = await withProgress(io, "verifying", async () =>
    withoutDaemon(home, () => restore(io, home, when, options)),
  );
  if (!answer.ok) throw refusalOf(answer);
  show(io, {
    json: () => ({ backup: answer.backup === null ? null : backupView(answer.backup), files: answer.files }),
    records: () =>
      answer.files.map(({ name, because, keptAs }) => [name, because, keptAs, answer.backup?.name ?? null]),
    lines: (pen) => restoredLines(answer.files, answer.backup, pen),
  });
}

function list(io: Io, { backups }: Home): void {
  const all = readBackups(backups);
  show(io, {
    json: () => all.map(backupView),
    records: () => all.map(({ name, manifest, path }) => [name, manifest.at, manifest.files.length, path]),
    lines: (pen) => backupListLines(all, io.now(), pen),
  });
}

function restore(io: Io, home: Home, when: string | undefined, options: RestoreOptions): RestoreAnswer {
  const { all = false, fresh = false, project } = options;
  if (fresh) return beginFresh(home, freshName(project), io.now());
  const chosen = when === undefined ? null : when.includes("/") ? resolve(io.cwd, when) : when;
  return restoreHome(home, { nowMs: io.now(), when: chosen, all });
}

const freshName = (project: string | undefined): string => (project === undefined ? "state.db" : forgeName(project));

/** Only a person gives up a database that can be used. */
async function confirmFresh(io: Io, home: Home, { project, yes = false }: RestoreOptions): Promise<void> {
  const file = resolve(home.path, freshName(project));
  if (yes || whyUnusable(file) !== null) return;
  if (await askYesNo(io, `${file} can be used as it is. Begin without it all the same?`)) return;
  throw new Failure({
    code: "not_confirmed",
    message: "nothing was changed",
    try: ["ao restore-backup --fresh --yes"],
  });
}

/** The lock of the home is held meanwhile: a daemon that runs would go on writing into what was moved away. */
function withoutDaemon(home: Home, work: () => RestoreAnswer): RestoreAnswer {
  if (!existsSync(home.path))
    throw new Failure({ code: "no_home", message: `there is no ${home.path}; nothing was restored` });
  const lock = lockFile(home.lock);
  if (lock === null)
    throw new Failure({
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

function refusalOf({ why, message }: Extract<RestoreAnswer, { ok: false }>): Failure {
  const attempts = {
    no_backup: ["ao restore-backup --list", "ao restore-backup --fresh"],
    nothing_to_do: ["ao restore-backup --all"],
    not_whole: ["ao restore-backup --list"],
  };
  return new Failure({ code: why, message, try: attempts[why] });
}
