/** Deliveries as forges make them: signed, each with an id of its own; in fault mode doubled, late, out of order or lost. */
import { randomUUID } from "node:crypto";

export type HookFaults = { readonly lost: number; readonly doubled: number; readonly late: number };

export type Happening = { readonly event: string; readonly payload: Readonly<Record<string, unknown>> };

/** How a forge names a delivery and proves itself. */
export type HeadersOf = (delivery: {
  readonly id: string;
  readonly event: string;
  readonly body: string;
  readonly secret: string;
}) => Readonly<Record<string, string>>;

export type Delivery = Happening & { readonly id: string };

export class Webhooks {
  target: { readonly url: string; readonly secret: string } | null = null;
  faults: HookFaults = { lost: 0, doubled: 0, late: 0 };
  readonly delivered: Delivery[] = [];
  /** Of these faults, how many fired. */
  readonly fired = { lost: 0, doubled: 0, late: 0 };
  carry: typeof fetch = fetch;
  private readonly random: () => number;
  private held: Delivery[] = [];
  private readonly underWay: Promise<number>[] = [];

  private readonly headersOf: HeadersOf;

  constructor(random: () => number, headersOf: HeadersOf) {
    this.random = random;
    this.headersOf = headersOf;
  }

  tell(happening: Happening): void {
    if (this.target === null) return;
    const delivery = { ...happening, id: randomUUID() };
    if (this.fires("lost")) return;
    if (this.fires("late")) {
      this.held.push(delivery);
      return;
    }
    const isDoubled = this.fires("doubled");
    for (const one of [delivery, ...(isDoubled ? [delivery] : []), ...this.held.splice(0)])
      this.underWay.push(this.send(one));
  }

  private fires(kind: keyof HookFaults): boolean {
    if (this.random() >= this.faults[kind]) return false;
    this.fired[kind] += 1;
    return true;
  }

  /** All that was sent so far has been answered. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay.splice(0));
  }

  /** Resolves with the status that came back; 0: nobody listens. */
  async send({ id, event, payload }: Delivery): Promise<number> {
    const { target } = this;
    if (target === null) return 0;
    const body = JSON.stringify(payload);
    try {
      const response = await this.carry(target.url, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...this.headersOf({ id, event, body, secret: target.secret }) },
      });
      await response.body?.cancel();
      this.delivered.push({ id, event, payload });
      return response.status;
    } catch (error) {
      // A receiver that is down is told nothing, as by any forge.
      return error instanceof Error ? 0 : 0;
    }
  }
}
