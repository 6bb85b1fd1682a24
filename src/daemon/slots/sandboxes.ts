/** The sandboxes of this machine, each tried once: what works does not change while the daemon runs. */
import { findSandbox, type FoundSandbox } from "../../lib/sandbox/sandbox.ts";

export class Sandboxes {
  private readonly found = new Map<string, Promise<FoundSandbox>>();

  find(wanted: string): Promise<FoundSandbox> {
    const known = this.found.get(wanted) ?? findSandbox(wanted);
    this.found.set(wanted, known);
    return known;
  }
}
