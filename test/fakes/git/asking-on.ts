/** What asks of a slot as the engine does: what is not there just now is asked for again after a while, and all else is an answer. */
import * as z from "zod";

const TRIES_MAX = 12;
/** Longer than a write that may have been done is waited for. */
const PAUSE_MS = 20_000;

const trouble = z.object({
  ok: z.literal(false),
  error: z.object({ code: z.enum(["unavailable", "rate_limited"]), retryAfterMs: z.number().optional() }),
});

/** `pass`: so much time goes by. */
export function askingOn<T extends object>(plugin: T, pass: (ms: number) => void): T {
  return new Proxy(plugin, {
    get: (target, name) => {
      const one: unknown = Reflect.get(target, name);
      if (typeof one === "object" && one !== null) return askingOn(one, pass);
      if (typeof one !== "function") return one;
      return (...given: readonly unknown[]) => answered(() => Reflect.apply(one, target, given), pass);
    },
  });
}

function answered(ask: () => unknown, pass: (ms: number) => void): unknown {
  const first = ask();
  return first instanceof Promise ? untilAnswered(first, ask, pass) : first;
}

async function untilAnswered(first: Promise<unknown>, ask: () => unknown, pass: (ms: number) => void) {
  let answer: unknown = await first;
  for (let tries = 1; tries < TRIES_MAX; tries += 1) {
    const failed = trouble.safeParse(answer).data;
    if (failed === undefined) break;
    pass((failed.error.retryAfterMs ?? 0) + PAUSE_MS);
    answer = await ask();
  }
  return answer;
}
