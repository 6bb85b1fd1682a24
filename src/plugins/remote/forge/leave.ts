/** A forge is left: what is under way there ends first, but nobody waits for long. What is cut off the next daemon looks for. */
import { limits } from "../../../domain/model/limits.ts";
import type { Serial } from "../../shared/git/serial.ts";
import type { RemoteClock } from "../quota/quota-broker.ts";

export async function leave(inTurn: Serial, clock: RemoteClock, close: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const cancel = clock.after(limits.drainMs, resolve);
    inTurn(async () => cancel()).then(resolve, reject);
  });
  close();
}
