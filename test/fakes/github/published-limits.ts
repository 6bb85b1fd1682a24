/**
 * GitHub's published limits, enforced and counted: 5,000 requests and 5,000 GraphQL points an hour; and beside them 100 at
 * once, 900 points a minute for REST and 2,000 for GraphQL (a read counts 1, a write 5), 80 writes a minute, 500 an hour.
 * GitHub says that one is met in several forms: by 403 or 429, with a time or without, and to GraphQL also by 200.
 */
import { CoolDown, type CoolDownCounts } from "../git/cool-down.ts";

export type Charge = { readonly resource: "core" | "graphql"; readonly isWrite: boolean; readonly points: number };

export type LimitForm = {
  readonly status: 403 | 429;
  /** Of a secondary limit. */
  readonly saysWhen: boolean;
};

export type Verdict =
  | { readonly kind: "ok"; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "primary" | "secondary"; readonly headers: Readonly<Record<string, string>> };

export type Counts = CoolDownCounts & {
  requests: number;
  unchanged: number;
  graphqlPoints: number;
  writes: number;
  refused: number;
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const LIMIT = 5_000;

export class PublishedLimits {
  readonly counts: Counts = {
    requests: 0,
    unchanged: 0,
    graphqlPoints: 0,
    writes: 0,
    refused: 0,
    duringCoolDown: 0,
    thoughTold: 0,
  };
  inFlight = 0;
  /** How it says that a limit is met. */
  form: LimitForm = { status: 403, saysWhen: true };
  private readonly now: () => number;
  private readonly used = { core: 0, graphql: 0 };
  private windowEndsMs: number;
  private readonly coolDown: CoolDown;
  private spent: { readonly atMs: number; readonly resource: string; readonly points: number; isWrite: boolean }[] = [];

  constructor(now: () => number) {
    this.now = now;
    this.windowEndsMs = now() + HOUR_MS;
    this.coolDown = new CoolDown(now, this.counts);
  }

  /** From now on the credential is told to wait. */
  refuseFor(ms: number): void {
    this.coolDown.refuseFor(ms);
  }

  /** Somebody else with the same token has left this many of each budget. */
  leave(remaining: number): void {
    Object.assign(this.used, { core: LIMIT - remaining, graphql: LIMIT - remaining });
  }

  take(charge: Charge): Verdict {
    const now = this.now();
    if (now >= this.windowEndsMs) {
      this.windowEndsMs = now + HOUR_MS;
      Object.assign(this.used, { core: 0, graphql: 0 });
    }
    this.counts.requests += 1;
    const told = this.coolDown.ask();
    if (told !== null) return this.secondary(told);
    if (this.used[charge.resource] + charge.points > LIMIT) {
      this.counts.refused += 1;
      return { kind: "primary", headers: this.headers(charge.resource) };
    }
    if (this.isTooFast(charge, now)) {
      this.counts.refused += 1;
      this.coolDown.refuseFor(MINUTE_MS);
      return this.secondary(this.coolDown.told());
    }
    this.used[charge.resource] += charge.points;
    if (charge.resource === "graphql") this.counts.graphqlPoints += charge.points;
    if (charge.isWrite) this.counts.writes += 1;
    this.spent.push({ atMs: now, resource: charge.resource, points: charge.isWrite ? 5 : 1, isWrite: charge.isWrite });
    return { kind: "ok", headers: this.headers(charge.resource) };
  }

  private secondary(told: Readonly<Record<string, string>>): Verdict {
    return { kind: "secondary", headers: this.form.saysWhen ? told : {} };
  }

  /** An answer "not modified" is free. */
  giveBack(resource: "core"): void {
    this.used[resource] -= 1;
    this.counts.unchanged += 1;
  }

  private isTooFast({ resource, isWrite }: Charge, now: number): boolean {
    this.spent = this.spent.filter(({ atMs }) => atMs > now - HOUR_MS);
    const lastMinute = this.spent.filter(({ atMs }) => atMs > now - MINUTE_MS);
    const points = lastMinute.filter((one) => one.resource === resource).reduce((sum, one) => sum + one.points, 0);
    if (this.inFlight > 100 || points > (resource === "core" ? 900 : 2_000)) return true;
    if (!isWrite) return false;
    const isTooMany = (list: readonly { readonly isWrite: boolean }[], max: number): boolean =>
      list.filter((one) => one.isWrite).length >= max;
    return isTooMany(lastMinute, 80) || isTooMany(this.spent, 500);
  }

  private headers(resource: "core" | "graphql"): Readonly<Record<string, string>> {
    return {
      "x-ratelimit-limit": String(LIMIT),
      "x-ratelimit-remaining": String(Math.max(0, LIMIT - this.used[resource])),
      "x-ratelimit-reset": String(Math.ceil(this.windowEndsMs / 1_000)),
      "x-ratelimit-resource": resource,
    };
  }
}
