/** Notices when something is written into a folder. What stirred since the last look counts. */
import { watch, type FSWatcher } from "node:fs";
import type { WakeUps } from "./wake-ups.ts";

/** Where the system does not tell (no folder yet, no more watches), we look this often. */
const LOOK_EVERY_MS = 1_000;

export class Stir {
  private readonly folder: string;
  private watcher: FSWatcher | null = null;
  private noticed = new AbortController();

  constructor(folder: string) {
    this.folder = folder;
    this.watcher = this.open();
  }

  async next({ wakeUps, signal }: { readonly wakeUps: WakeUps; readonly signal: AbortSignal }): Promise<void> {
    await wakeUps.next(LOOK_EVERY_MS, AbortSignal.any([signal, this.noticed.signal]));
    if (this.noticed.signal.aborted) this.noticed = new AbortController();
    this.watcher ??= this.open();
  }

  close(): void {
    this.watcher?.close();
  }

  private open(): FSWatcher | null {
    const notice = (): void => this.noticed.abort();
    try {
      return watch(this.folder, { persistent: false }, notice).on("error", notice);
    } catch (error) {
      if (error instanceof Error) return null;
      throw error;
    }
  }
}
