/** Everything that leaves the daemon for somebody to read: no secret may be in it (I16). */
import type { Ledger } from "./ledger.ts";
import { secretPattern } from "./tokens.ts";

export class Outgoing {
  private readonly ledger: Ledger;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  check(where: string, text: string): void {
    const secret = secretPattern.exec(text);
    if (secret !== null) this.ledger.violate("I16", `${secret[0]} reached ${where}`);
  }
}
