/** A terminal that remembers what it was asked to show. */
import { failed, ok } from "../../src/slots/result.ts";
import type { TerminalPlugin, TerminalView } from "../../src/slots/terminal.ts";

export class Terminal {
  readonly plugin: TerminalPlugin;
  readonly opened: TerminalView[] = [];
  /** Why nothing can be opened here, or null. */
  notHere: string | null = null;

  constructor() {
    this.plugin = {
      name: "world-terminal",
      available: async () => (this.notHere === null ? ok(null) : failed("not_here", this.notHere)),
      open: async (view) => {
        if (this.notHere !== null) return failed("not_here", this.notHere);
        this.opened.push(view);
        return ok(null);
      },
    };
  }
}
