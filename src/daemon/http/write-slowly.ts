/** Writes as fast as the client reads. */
import type { ServerResponse } from "node:http";

export type Reader = { readonly response: ServerResponse; readonly signal: AbortSignal };

/** A client that takes nothing for so long is cut; it comes back and goes on where it was. */
const SLOW_MS = 30_000;

export async function writeSlowly({ response, signal }: Reader, text: string): Promise<void> {
  if (signal.aborted || response.destroyed || response.write(text)) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      response.off("drain", end).off("close", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(() => response.destroy(), SLOW_MS);
    response.once("drain", end).once("close", end);
    signal.addEventListener("abort", end, { once: true });
  });
}
