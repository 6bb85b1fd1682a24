/**
 * One broker for each credential, whoever uses it. Requests stand in line here until they may go.
 *
 * A request joins the line behind those of its own kind: people before loops before agents. If the line is full, it is
 * answered `unavailable` at once. The line is looked through from the front when a request joins it, when one under way
 * ends, and when the earliest known wait is over. For each request in it, `decideQuota` says one of three things:
 *
 * - `pace`: it stays in line, until a time that is known (the gap after a write has passed, say) or, if too many
 *   requests are under way, until one of them ends. It does not hold back those behind it.
 * - `rest`: there is nothing left for it now. It leaves the line unsent, with `rate_limited` and how long to wait. If
 *   an effect asked, the outbox makes a cool-down of that.
 * - `go`: it leaves the line, is counted as spent, and is under way until its caller says how it ended. Only the first
 *   such word counts: it ends the request, and what the answer told of the limits is kept for those behind.
 *
 * How a credential comes to rest, and how that ends, is told in `quota.ts`.
 */
import { failed, type SlotError } from "../../../slots/result.ts";
import type { QuotaRules } from "./quota-rules.ts";
import {
  endRequest,
  freshQuota,
  decideQuota,
  computeStrain,
  takeQuota,
  type EndedRequest,
  type Quota,
  type QuotaRequest,
} from "./quota.ts";
import { spend, sumSpent, createTally, type Tally } from "./tally.ts";

export type RemoteClock = {
  readonly wallMs: () => number;
  /** Calls back once, `ms` from now; returns a function that cancels. */
  readonly after: (ms: number, callback: () => void) => () => void;
};

/** Of the last hour. */
export type QuotaCounts = {
  readonly credential: string;
  readonly requests: number;
  /** Of them, answered "unchanged", which most forges do not count. */
  readonly unchanged: number;
  readonly writes: number;
  /** Of them, asked by agents for themselves. */
  readonly agents: number;
  /** What they took of each budget, by its name. */
  readonly cost: Readonly<Record<string, number>>;
  readonly budgets: readonly { readonly name: string; readonly limit: number; readonly remaining: number }[];
  /** Nothing is asked before then; null: it may be used. */
  readonly restsUntilMs: number | null;
  /** Why it rests; empty: it does not. */
  readonly restsBecause: string;
  /** It rests because its token is not accepted, which only a person can mend. */
  readonly isRefused: boolean;
  readonly waiting: number;
};

type Waiting = { readonly ask: QuotaRequest; readonly go: (turn: QuotaTurn) => void };

export type QuotaTurn =
  | {
      readonly ok: true;
      readonly end: (how: EndedRequest & { readonly isUnchanged: boolean; readonly cost?: number }) => void;
    }
  | { readonly ok: false; readonly error: SlotError<"rate_limited" | "unavailable"> };

/** More would only grow old in line; whoever asked comes back. */
const LINE_MAX = 500;
const HOUR_MS = 3_600_000;
/** Who stands before whom in line. */
const ORDER = { person: 0, loop: 1, agent: 2 } as const;

export class QuotaBroker {
  readonly credential: string;
  private readonly rules: QuotaRules;
  private readonly clock: RemoteClock;
  private quota: Quota = freshQuota;
  private line: Waiting[] = [];
  private cancelTimer: () => void = () => undefined;
  private requests = createTally(HOUR_MS, 60);
  private unchanged = createTally(HOUR_MS, 60);
  private agents = createTally(HOUR_MS, 60);
  private readonly cost = new Map<string, Tally>();

  constructor(options: { readonly credential: string; readonly rules: QuotaRules; readonly clock: RemoteClock }) {
    this.credential = options.credential;
    this.rules = options.rules;
    this.clock = options.clock;
  }

  /** Resolves when the request may go; whoever went says how it ended. */
  turn(ask: QuotaRequest): Promise<QuotaTurn> {
    if (this.line.length >= LINE_MAX)
      return Promise.resolve(failed("unavailable", `${LINE_MAX} requests wait in line for ${this.credential}`));
    return new Promise((go) => {
      const behind = this.line.findIndex((other) => ORDER[ask.by] < ORDER[other.ask.by]);
      this.line.splice(behind < 0 ? this.line.length : behind, 0, { ask, go });
      this.serve();
    });
  }

  /** How many times slower than usual loops ask for news. */
  strain(): number {
    return computeStrain(this.quota, this.rules, this.clock.wallMs());
  }

  counts(): QuotaCounts {
    const nowMs = this.clock.wallMs();
    const { restUntilMs, restWhy, isRefused, budgets, writes } = this.quota;
    const shown = budgets.filter(({ resetAtMs }) => resetAtMs > nowMs);
    return {
      credential: this.credential,
      requests: sumSpent(this.requests, nowMs),
      unchanged: sumSpent(this.unchanged, nowMs),
      writes: sumSpent(writes.hour, nowMs),
      agents: sumSpent(this.agents, nowMs),
      cost: Object.fromEntries([...this.cost].map(([name, tally]) => [name, sumSpent(tally, nowMs)])),
      budgets: shown.map(({ name, limit, remaining }) => ({ name, limit, remaining })),
      restsUntilMs: restUntilMs > nowMs ? restUntilMs : null,
      restsBecause: restUntilMs > nowMs ? restWhy : "",
      isRefused: restUntilMs > nowMs && isRefused,
      waiting: this.line.length,
    };
  }

  /** A write that must wait does not hold back a read behind it. */
  private serve(): void {
    this.cancelTimer();
    const nowMs = this.clock.wallMs();
    const untilMs: number[] = [];
    this.line = this.line.filter((waiting) => {
      const leave = decideQuota(this.quota, waiting.ask, this.rules, nowMs);
      if (leave.kind === "pace") {
        if (leave.untilMs !== null) untilMs.push(leave.untilMs);
        return true;
      }
      if (leave.kind === "go") this.let(waiting, nowMs);
      else waiting.go(failed("rate_limited", `${this.credential}: ${leave.why}`, leave.untilMs - nowMs));
      return false;
    });
    if (untilMs.length > 0)
      this.cancelTimer = this.clock.after(Math.max(1, Math.min(...untilMs) - nowMs), () => this.serve());
  }

  private let({ ask, go }: Waiting, nowMs: number): void {
    this.quota = takeQuota(this.quota, ask, this.rules, nowMs);
    this.requests = spend(this.requests, 1, nowMs);
    if (ask.by === "agent") this.agents = spend(this.agents, 1, nowMs);
    let isOver = false;
    go({
      ok: true,
      end: ({ told, limited, isUnchanged, cost = ask.cost }) => {
        if (isOver) return;
        isOver = true;
        const endMs = this.clock.wallMs();
        this.quota = endRequest(this.quota, ask, { told, limited }, endMs);
        if (isUnchanged) this.unchanged = spend(this.unchanged, 1, endMs);
        else this.cost.set(ask.resource, spend(this.cost.get(ask.resource) ?? createTally(HOUR_MS, 60), cost, endMs));
        this.serve();
      },
    });
  }
}

/** The brokers of all projects: the same credential always meets the same one. */
export class QuotaBrokers {
  private readonly clock: RemoteClock;
  private readonly byCredential = new Map<string, QuotaBroker>();

  constructor(clock: RemoteClock) {
    this.clock = clock;
  }

  of(credential: string, rules: QuotaRules): QuotaBroker {
    const known = this.byCredential.get(credential);
    if (known !== undefined) return known;
    const broker = new QuotaBroker({ credential, rules, clock: this.clock });
    this.byCredential.set(credential, broker);
    return broker;
  }

  /** How many times slower than usual loops ask with this credential; one that was never used: as usual. */
  strainOf(credential: string): number {
    return this.byCredential.get(credential)?.strain() ?? 1;
  }

  all(): readonly QuotaBroker[] {
    return [...this.byCredential.values()];
  }
}
