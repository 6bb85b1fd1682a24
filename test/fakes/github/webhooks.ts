/** Deliveries as GitHub makes them: signed, each with an id of its own; in fault mode doubled, late, out of order or lost. */
import { createHmac, randomUUID } from "node:crypto";
import type { Happening } from "./world.ts";

export type HookFaults = { readonly lost: number; readonly doubled: number; readonly late: number };

export type Delivery = Happening & { readonly id: string };

export class Webhooks {
  target: { readonly url: string; readonly secret: string } | null = null;
  faults: HookFaults = { lost: 0, doubled: 0, late: 0 };
  readonly delivered: Delivery[] = [];
  private readonly random: () => number;
  private held: Delivery[] = [];
  private readonly underWay: Promise<number>[] = [];

  constructor(random: () => number) {
    this.random = random;
  }

  tell(happening: Happening): void {
    if (this.target === null) return;
    const delivery = { ...happening, id: randomUUID() };
    if (this.random() < this.faults.lost) return;
    if (this.random() < this.faults.late) {
      this.held.push(delivery);
      return;
    }
    const isDoubled = this.random() < this.faults.doubled;
    for (const one of [delivery, ...(isDoubled ? [delivery] : []), ...this.held.splice(0)])
      this.underWay.push(this.send(one));
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
    const signature = createHmac("sha256", target.secret).update(body).digest("hex");
    try {
      const response = await fetch(target.url, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json",
          "x-github-event": event,
          "x-github-delivery": id,
          "x-hub-signature-256": `sha256=${signature}`,
        },
      });
      await response.body?.cancel();
      this.delivered.push({ id, event, payload });
      return response.status;
    } catch (error) {
      // A receiver that is down is told nothing, as on GitHub.
      return error instanceof Error ? 0 : 0;
    }
  }
}
