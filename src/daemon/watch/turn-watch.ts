/**
 * Notices when an open turn begins, says something or ends: one watch on the folder of each open turn, nothing for
 * sessions at rest. Only hints: what is missed the engine's sweep finds. An agent that writes without pause is looked at
 * a few times a second, its beginning and end at once. One whose holder was killed leaves no sign in its folder: its
 * process is asked for now and then.
 */
import type { SessionId, TurnId } from "../../domain/model/ids.ts";
import type { Log } from "../../engine/deps.ts";
import { isAlive } from "../../lib/process/is-alive.ts";
import { openTurnFiles } from "../../lib/turn-folder/turn-files.ts";
import { isTurnThere, readDescription } from "../../lib/turn-folder/turn-folders.ts";
import { readHolderPid, turnOutput, type TurnListener, type TurnWatcher } from "../../lib/turn-folder/turn-output.ts";

export type TurnWatchOptions = {
  /** Where the folders of turns are. */
  readonly turns: string;
  readonly look: (session: SessionId) => void;
  readonly log: Log;
};

/** Often enough for whoever reads along, rarely enough that a flood costs little. */
const OUTPUT_EVERY_MS = 200;
/** A person who waits for an agent that is gone should not have to wonder. */
const HOLDERS_EVERY_MS = 2_000;

type Watched = {
  readonly session: SessionId;
  readonly watcher: TurnWatcher;
  timer: NodeJS.Timeout | null;
  /** Null: it was not there yet when last asked for. */
  holder: number | null;
  /** What is typed into its screen may get lost without a sign, and its hooks write elsewhere. */
  readonly isTypedInto: boolean;
};

export class TurnWatch {
  private readonly options: TurnWatchOptions;
  private readonly watched = new Map<TurnId, Watched>();
  private pulse: NodeJS.Timeout | null = null;

  constructor(options: TurnWatchOptions) {
    this.options = options;
  }

  /**
   * It was begun, or may have been by the daemon before us. The folder may be another one than the last time: one that
   * nobody held was withdrawn. What happened before it was watched is looked at now.
   */
  watch(turn: TurnId, session: SessionId): void {
    this.close(turn);
    this.rewatch(turn, session);
    this.options.look(session);
  }

  /** One that could not be watched before. Without a look: the sweep does that. */
  rewatch(turn: TurnId, session: SessionId): void {
    if (!this.watched.has(turn) && isTurnThere(this.options.turns, turn)) this.open(turn, session);
  }

  /** Lets go of all turns but these. */
  keepOnly(open: ReadonlySet<TurnId>): void {
    for (const turn of [...this.watched.keys()]) if (!open.has(turn)) this.close(turn);
  }

  closeAll(): void {
    this.keepOnly(new Set());
  }

  private open(turn: TurnId, session: SessionId): void {
    try {
      const watcher = turnOutput(this.options.turns, turn).watch({
        onChange: (change) => this.onEvent(turn, change),
        onError: (error) => this.onError(turn, error),
      });
      const isTypedInto = canBeTypedInto(this.options.turns, turn);
      this.watched.set(turn, { session, watcher, timer: null, holder: null, isTypedInto });
      this.pulse ??= setInterval(() => this.askForHolders(), HOLDERS_EVERY_MS).unref();
    } catch (error) {
      // The system has only so many watches; the sweep looks instead.
      this.options.log.warn({ turn, sessionId: session, error }, "a turn is not watched; the sweep looks at it");
    }
  }

  private onEvent(turn: TurnId, change: Parameters<TurnListener["onChange"]>[0]): void {
    const watched = this.watched.get(turn);
    if (watched === undefined) return;
    if (change === "said") this.lookSoon(watched);
    else if (change !== "other") this.options.look(watched.session);
    if (change === "ended") this.close(turn);
  }

  private askForHolders(): void {
    for (const [turn, watched] of this.watched) {
      watched.holder ??= readHolderPid(this.options.turns, turn);
      if (watched.holder !== null && (watched.isTypedInto || !isAlive(watched.holder)))
        this.options.look(watched.session);
    }
  }

  private lookSoon(watched: Watched): void {
    if (watched.timer !== null) return;
    watched.timer = setTimeout(() => {
      watched.timer = null;
      this.options.look(watched.session);
    }, OUTPUT_EVERY_MS);
  }

  private onError(turn: TurnId, error: Error): void {
    this.options.log.warn({ turn, error }, "a turn is no longer watched; the sweep looks at it");
    this.close(turn);
  }

  private close(turn: TurnId): void {
    const watched = this.watched.get(turn);
    if (watched === undefined) return;
    this.watched.delete(turn);
    if (watched.timer !== null) clearTimeout(watched.timer);
    watched.watcher.close();
    if (this.watched.size > 0 || this.pulse === null) return;
    clearInterval(this.pulse);
    this.pulse = null;
  }
}

/** As its runtime wrote down how it was launched. */
function canBeTypedInto(turns: string, turn: TurnId): boolean {
  const description = readDescription(openTurnFiles(turns, turn));
  return description !== null && description.hasScreen && description.takesFrames;
}
