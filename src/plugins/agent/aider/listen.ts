/** What aider prints: plain text. A paragraph is something it said; what it cost stands in a line of its own. */
import { event, oneWay, type Gone, type Heard, type HeardTurn, type Listener } from "../shared/dialect.ts";

export function listenToAider(_turn: HeardTurn): Listener {
  return oneWay(new AiderEars());
}

const COST = /^Tokens: ([\d.]+k?) sent,.*?([\d.]+k?) received\.(?: Cost: \$([\d.]+) message)?/;
const LIMIT = /rate ?limit|\b429\b|quota/i;

class AiderEars {
  private isRead = false;
  private paragraph: string[] = [];
  private words = "";
  private usage = { usd: 0, tokens: 0 };
  private isLimited = false;

  hear(line: string): readonly Heard[] {
    const read: readonly Heard[] = this.isRead ? [] : [{ tell: "acknowledged" }];
    this.isRead = true;
    if (LIMIT.test(line)) this.isLimited = true;
    const cost = COST.exec(line);
    if (cost !== null) return [...read, ...this.flush(), this.count(cost)];
    if (line.trim() === "") return [...read, ...this.flush()];
    this.paragraph.push(line);
    return [...read, { tell: "progressed", words: line }];
  }

  gone({ exit, result, why }: Gone): readonly Heard[] {
    // A run that died of a limit is not the agent's failure.
    const isLimit = exit !== 0 && this.isLimited && result.kind === "failed";
    const end = isLimit ? ({ kind: "limit_reached", untilWallMs: null } as const) : result;
    const said = this.flush();
    return [
      ...said,
      event({ kind: "ended", how: end.kind, why: end.kind === "done" ? "" : why }),
      { tell: "ended", result: end, usage: this.usage, words: this.words },
    ];
  }

  private flush(): readonly Heard[] {
    const text = this.paragraph.join("\n");
    this.paragraph = [];
    if (text === "") return [];
    this.words = text;
    return [event({ kind: "message", text })];
  }

  private count([, sent = "0", received = "0", usd = "0"]: RegExpExecArray): Heard {
    const tokens = this.usage.tokens + countOf(sent) + countOf(received);
    this.usage = { usd: this.usage.usd + Number(usd), tokens };
    return event({ kind: "usage", ...this.usage, contextUsed: null, contextMax: null });
  }
}

const countOf = (text: string): number => Math.round(Number.parseFloat(text) * (text.endsWith("k") ? 1_000 : 1));
