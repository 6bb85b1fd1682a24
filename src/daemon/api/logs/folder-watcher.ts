/** Notices when something of a turn changes. What stirred since the last look counts. */
import type { TurnOutput, TurnWatcher } from "../../../lib/turn-folder/turn-output.ts";
import type { WakeUps } from "../events/wake-ups.ts";

/** Where the system does not tell (no folder yet, no more watches), we look this often. */
const LOOK_EVERY_MS = 1_000;

export class FolderWatcher {
  private readonly output: TurnOutput;
  private watcher: TurnWatcher | null = null;
  private noticed = new AbortController();

  constructor(output: TurnOutput) {
    this.output = output;
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

  private open(): TurnWatcher | null {
    const notice = (): void => this.noticed.abort();
    try {
      return this.output.watch({ onChange: notice, onError: notice });
    } catch (error) {
      if (error instanceof Error) return null;
      throw error;
    }
  }
}
