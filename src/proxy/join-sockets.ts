/** Two connections become one: what comes from either goes to the other, and what breaks one ends both. */
import type { Duplex } from "node:stream";

export function joinSockets(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    // A broken connection is closed, and `close` says so to the other.
    from.on("error", () => from.destroy());
    from.once("close", () => {
      // Whoever ended in peace has ended the other by the pipe, which still may have something to say.
      if (!from.readableEnded || !from.writableFinished) to.destroy();
    });
    from.pipe(to);
  }
}
