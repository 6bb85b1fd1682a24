import { expect, test } from "vitest";
import { limits } from "../../../domain/model/limits.ts";
import { VirtualClock } from "../../../../test/world/clock.ts";
import { createSerial } from "../../shared/git/serial.ts";
import { leave } from "./leave.ts";

function aClock() {
  const virtual = new VirtualClock();
  return { virtual, clock: { wallMs: () => virtual.wallMs, after: virtual.after.bind(virtual) } };
}

test("what is under way ends before a forge is closed", async () => {
  const { virtual, clock } = aClock();
  const inTurn = createSerial();
  const said: string[] = [];
  const work = inTurn(async () => {
    await virtual.sleep(1_000);
    said.push("done");
  });
  await virtual.drive(leave(inTurn, clock, () => void said.push("closed")));
  await work;
  expect(said).toEqual(["done", "closed"]);
  expect(virtual.awakeMs).toBe(1_000);
  expect(virtual.nextMs()).toBeNull();
});

test("a forge that never answers is left all the same", async () => {
  const { virtual, clock } = aClock();
  const inTurn = createSerial();
  const failed = inTurn(() => new Promise<void>(() => undefined)).catch(String);
  let isClosed = false;
  await virtual.drive(leave(inTurn, clock, () => void (isClosed = true)));
  expect(isClosed).toBe(true);
  expect(virtual.awakeMs).toBe(limits.drainMs);
  expect(await Promise.race([failed, "under way"])).toBe("under way");
});
