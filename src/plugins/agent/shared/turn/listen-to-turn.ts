/** Listens to a turn from its first line on, in pieces: what comes later is heard by the same listener. */
import type { TurnId } from "../../../../domain/model/ids.ts";
import type { Context } from "../../../../domain/model/usage.ts";
import { fileSource, type ByteSource } from "../../../../lib/byte-source.ts";
import { readTurnState, turnOutput, type TurnState } from "../../../../lib/turn-folder/turn-output.ts";
import { findBegunTurn, type ConversationPaths } from "../conversation/conversation.ts";
import type { Dialect, AgentReport, Listener } from "../dialect.ts";
import { endOfProcess } from "./end-of-process.ts";
import type { BegunRecord } from "./parse-turn-files.ts";
import { readSpoolLines } from "./spool.ts";

/** One thing heard; `n` tells apart what one line told. */
export type ReportItem = { readonly heard: AgentReport; readonly endsAt: number; readonly n: number };

export type TurnBegun = BegunRecord & { readonly session: string; readonly turn: TurnId };

export class TurnListener {
  readonly begun: TurnBegun;
  readonly listener: Listener;
  /** Up to where it has listened. */
  at = 0;
  private readonly turns: string;
  private readonly spool: ByteSource;
  private hasEnded = false;
  private used: number | null = null;
  private window: number | null = null;

  constructor(turns: string, begun: TurnBegun, dialect: Dialect) {
    this.turns = turns;
    this.begun = begun;
    this.listener = dialect.listen(begun);
    const spool = dialect.spoolOf?.(begun.session, begun.turn);
    this.spool = spool === undefined ? turnOutput(turns, begun.turn).out : fileSource(spool);
  }

  /** `state` was read before: once it tells of an exit, all was said. */
  async hear(state: TurnState): Promise<readonly ReportItem[]> {
    const items: ReportItem[] = [];
    const take = (all: readonly AgentReport[], endsAt: number): void => {
      for (const [n, report] of all.entries()) {
        if (report.tell === "ended" && this.hasEnded) continue;
        this.hasEnded ||= report.tell === "ended";
        this.measure(report);
        items.push({ heard: report, endsAt, n });
      }
    };
    for await (const { text, endsAt } of readSpoolLines(this.spool, this.at)) {
      this.at = endsAt;
      take(this.listener.hear(text), endsAt);
    }
    if (state.exit !== undefined && !this.hasEnded) {
      const result = await endOfProcess(this.turns, this.begun, state);
      const why = "why" in result ? result.why : result.kind;
      // Behind everything, also behind a last line that is not whole.
      take(this.listener.gone({ exit: state.exit, why, result }), Math.max(this.at, state.outBytes) + 1);
    }
    return items;
  }

  /** How full the conversation is by what was heard so far; null while one of both numbers is missing. */
  context(): Context | null {
    const { used, window } = this;
    return used === null || window === null || window <= 0 ? null : { used, window };
  }

  private measure(report: AgentReport): void {
    if (report.tell !== "event" || report.event.kind !== "usage") return;
    this.used = report.event.contextUsed ?? this.used;
    this.window = report.event.contextMax ?? this.window;
  }
}

export type ListeningTurn = { readonly ear: TurnListener; readonly state: TurnState };

/** Null: the turn has not begun. */
export async function listenTo(
  places: ConversationPaths,
  dialect: Dialect,
  turn: TurnId,
): Promise<ListeningTurn | null> {
  const state = readTurnState(places.turns, turn);
  const begun = state.started ? findBegunTurn(places, turn) : null;
  return begun === null ? null : { ear: new TurnListener(places.turns, { ...begun, turn }, dialect), state };
}
