import { expect, test } from "vitest";
import { VirtualClock } from "../../../../test/world/clock.ts";
import { WakeSignal } from "./wake-signal.ts";

test("a hundred hints in ten seconds wake whoever waits three times, the last one after the last hint", async () => {
  const clock = new VirtualClock();
  const begunMs = clock.wallMs;
  const bell = new WakeSignal({ wallMs: () => clock.wallMs, after: (ms, run) => clock.after(ms, run) });
  const woken: number[] = [];
  const { signal } = new AbortController();
  const wait = async (): Promise<void> => {
    for (let n = 0; n < 3; n += 1) {
      await bell.wait(3_600_000, signal);
      woken.push(clock.wallMs - begunMs);
    }
  };
  for (let n = 0; n < 100; n += 1) clock.after(n * 100, () => bell.notify());
  await clock.drive(wait());
  expect(woken).toEqual([0, 5_000, 10_000]);
});
