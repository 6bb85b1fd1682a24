/** One look at a thing at a time; a hint that comes meanwhile causes one more look, however many there were. */
import { isOutage } from "../lib/database/store-error.ts";
import { isCrash } from "./crash.ts";
import type { Log } from "./deps.ts";
import type { Arrival } from "./inbox/arrival.ts";

/** `forget`: what was read could not be kept, so the next reading must not begin behind it. */
export type Lookup = { readonly read: () => Promise<readonly Arrival[]>; readonly forget: () => void };

export type LookoutParts = {
  readonly log: Log;
  readonly take: (arrivals: readonly Arrival[]) => void;
  /** The store could not keep what was seen. */
  readonly onOutage: () => void;
};

export class Lookout {
  private readonly parts: LookoutParts;
  private readonly looking = new Map<string, "once" | "again">();
  private closed = false;

  constructor(parts: LookoutParts) {
    this.parts = parts;
  }

  look(key: string, look: Lookup): void {
    if (this.closed) return;
    if (this.looking.has(key)) {
      this.looking.set(key, "again");
      return;
    }
    this.looking.set(key, "once");
    look
      .read()
      .then((arrivals) => {
        if (!this.closed && arrivals.length > 0) this.parts.take(arrivals);
      })
      .catch((error: unknown) => {
        if (isCrash(error)) return;
        look.forget();
        this.parts.log.error({ key, error }, "a look at the world failed; the next sweep tries again");
        if (isOutage(error)) this.parts.onOutage();
      })
      .finally(() => {
        const again = this.looking.get(key) === "again";
        this.looking.delete(key);
        if (again) this.look(key, look);
      });
  }

  close(): void {
    this.closed = true;
  }
}
