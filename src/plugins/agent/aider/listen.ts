/** What aider prints: plain text. A paragraph is something it said; what it cost stands in a line of its own. */
import {
  createEvent,
  createOneWayListener,
  type EndedProcess,
  type AgentReport,
  type ListenedTurn,
  type Listener,
} from "../shared/dialect.ts";

export function listenToAider(_turn: ListenedTurn): Listener {
  return createOneWayListener(new AiderEars());
}

const COST = /^Tokens: ([\d.]+k?) sent,.*?([\d.]+k?) received\.(?: Cost: \$([\d.]+) message)?/;
const LIMIT = /rate ?limit|\b429\b|quota/i;

class AiderEars {
  private isRead = false;
  private paragraph: string[] = [];
  private words = "";
  private usage = { usd: 0, tokens: 0 };
  private isLimited = false;

  hear(line: string): readonly AgentReport[] {
    const read: readonly AgentReport[] = this.isRead ? [] : [{ tell: "acknowledged" }];
    this.isRead = true;
    if (LIMIT.test(line)) this.isLimited = true;
    const cost = COST.exec(line);
    if (cost !== null) return [...read, ...this.flush(), this.count(cost)];
    if (line.trim() === "") return [...read, ...this.flush()];
    this.paragraph.push(line);
    return [...read, { tell: "progressed", words: line }];
  }

  gone({ exit, result, why }: EndedProcess): readonly AgentReport[] {
    // A run that died of a limit is not the agent's failure.
    const isLimit = exit !== 0 && this.isLimited && result.kind === "failed";
    const end = isLimit ? ({ kind: "limit_reached", untilWallMs: null } as const) : result;
    const said = this.flush();
    return [
      ...said,
      createEvent({ kind: "ended", how: end.kind, why: end.kind === "done" ? "" : why }),
      { tell: "ended", result: end, usage: this.usage, words: this.words },
    ];
  }

  private flush(): readonly AgentReport[] {
    const text = this.paragraph.join("\n");
    this.paragraph = [];
    if (text === "") return [];
    this.words = text;
    return [createEvent({ kind: "message", text })];
  }

  private count([, sent = "0", received = "0", usd = "0"]: RegExpExecArray): AgentReport {
    const tokens = this.usage.tokens + parseCount(sent) + parseCount(received);
    this.usage = { usd: this.usage.usd + Number(usd), tokens };
    return createEvent({ kind: "usage", ...this.usage, contextUsed: null, contextMax: null });
  }
}

const parseCount = (text: string): number => Math.round(Number.parseFloat(text) * (text.endsWith("k") ? 1_000 : 1));
