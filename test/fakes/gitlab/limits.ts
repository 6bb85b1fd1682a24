/** gitlab.com's limit of requests a minute, enforced and counted; and a credential that is told to wait. */
import { CoolDown } from "../git/cool-down.ts";

const MINUTE_MS = 60_000;
const LIMIT = 2_000;

export class GitlabLimits {
  readonly counts = { requests: 0, refused: 0, duringCoolDown: 0, thoughTold: 0 };
  private readonly now: () => number;
  private readonly coolDown: CoolDown;
  private windowEndsMs = 0;
  private used = 0;

  constructor(now: () => number) {
    this.now = now;
    this.coolDown = new CoolDown(now, this.counts);
  }

  /** From now on the credential is told to wait. */
  refuseFor(ms: number): void {
    this.coolDown.refuseFor(ms);
  }

  take(): { readonly ok: boolean; readonly headers: Readonly<Record<string, string>> } {
    this.counts.requests += 1;
    const told = this.coolDown.ask();
    if (told !== null) return { ok: false, headers: told };
    const now = this.now();
    if (now >= this.windowEndsMs) {
      this.windowEndsMs = now + MINUTE_MS;
      this.used = 0;
    }
    this.used += 1;
    if (this.used <= LIMIT) return { ok: true, headers: this.headers() };
    this.counts.refused += 1;
    this.coolDown.refuseFor(this.windowEndsMs - now);
    return { ok: false, headers: { ...this.headers(), ...this.coolDown.told() } };
  }

  private headers(): Readonly<Record<string, string>> {
    return {
      "ratelimit-limit": String(LIMIT),
      "ratelimit-remaining": String(Math.max(0, LIMIT - this.used)),
      "ratelimit-reset": String(Math.ceil(this.windowEndsMs / 1_000)),
    };
  }
}
