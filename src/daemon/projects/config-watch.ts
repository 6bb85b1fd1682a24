/**
 * Notices that a configuration file changed. The system's watch is a hint that may get lost or not be there (network
 * disks); so now and then the times of the files are compared as well.
 */
import { statSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";
import type { Log } from "../../engine/deps.ts";

/** Editors write in several steps; one reading after the last of them is enough. */
const SETTLE_MS = 100;

export class ConfigWatch {
  private readonly changed: () => void;
  private readonly log: Log;
  private readonly folders = new Map<string, FSWatcher>();
  private seen = new Map<string, string>();
  private timer: NodeJS.Timeout | null = null;

  constructor(changed: () => void, log: Log) {
    this.changed = changed;
    this.log = log;
  }

  /** From now on these files and no others; they need not exist. */
  watchOnly(files: readonly string[]): void {
    this.seen = new Map(files.map((file) => [file, stampFile(file)]));
    const folders = new Set(files.map((file) => dirname(file)));
    for (const [folder, watcher] of this.folders) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.folders.delete(folder);
    }
    for (const folder of folders) if (!this.folders.has(folder)) this.open(folder);
  }

  /** Compares the files with how they were. */
  compare(): void {
    for (const [file, stamp] of this.seen) {
      if (stampFile(file) === stamp) continue;
      this.soon();
      return;
    }
  }

  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.watchOnly([]);
  }

  /** The folder, not the file: most editors put a new file in the place of the old one. */
  private open(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || [...this.seen.keys()].some((file) => basename(file) === name && dirname(file) === folder))
          this.soon();
      });
      watcher.on("error", (error) =>
        this.log.warn({ folder, error }, "a configuration file is watched by its time only"),
      );
      this.folders.set(folder, watcher);
    } catch (error) {
      this.log.warn({ folder, error }, "a configuration file is watched by its time only");
    }
  }

  private soon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      for (const file of this.seen.keys()) this.seen.set(file, stampFile(file));
      this.changed();
    }, SETTLE_MS);
  }
}

function stampFile(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? "none" : `${found.mtimeMs}:${found.size}:${found.ino}`;
}
