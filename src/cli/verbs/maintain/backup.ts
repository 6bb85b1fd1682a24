import type { Command } from "commander";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { backUpHome } from "../../../config/backup/back-up-home.ts";
import { resolveHome } from "../../../config/home.ts";
import type { Backup } from "../../../lib/database/backups.ts";
import { AlreadyReported } from "../../run/already-reported.ts";
import { CliFailure } from "../../render/failure.ts";
import type { Io } from "../../render/io.ts";
import { runWithProgress } from "../../render/progress.ts";
import { showAnswer } from "../../show.ts";
import { formatBackup } from "../../views/backup.ts";

export const examples = [
  ["ao backup", "copy and verify the databases now; the newest three backups are kept"],
  ["ao backup --to /mnt/disk/ao", "into another folder, where nothing is removed"],
  ["ao backup --json", "what was copied, as data"],
] as const;

export function define(command: Command, io: Io): void {
  command
    .option("--to <folder>", "where the backup is written; default: backups of the home")
    .action(({ to }: { readonly to?: string }) => writeBackup(io, to));
}

/** Needs no daemon, and disturbs none: a reader of its own copies what is committed. */
async function writeBackup(io: Io, to: string | undefined): Promise<void> {
  const home = resolveHome(io.env);
  if (!existsSync(home.database))
    throw new CliFailure({ code: "no_database", message: `there is no database in ${home.path}; nothing was copied` });
  const made = await runWithProgress(io, "copying the databases", async () => {
    try {
      return backUpHome(home, io.now(), to === undefined ? null : resolve(io.cwd, to));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new CliFailure({ code: "not_backed_up", message, try: ["ao doctor"], cause: error });
    }
  });
  showAnswer(io, {
    json: () => toBackupView(made),
    records: () =>
      made.manifest.files.map(({ name, bytes, schema, sha256 }) => [made.name, name, bytes, schema, sha256]),
    lines: (pen) => formatBackup(made, pen),
  });
  if (made.manifest.failed.length > 0) throw new AlreadyReported("not every database could be copied");
}

export const toBackupView = ({ name, path, manifest }: Backup) => ({ name, path, ...manifest });
