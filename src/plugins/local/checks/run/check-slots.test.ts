import { expect, test } from "vitest";
import { createCheckSlots, SHORT_MS, type SlotClaim, type CheckSlot, type CheckSlots } from "./check-slots.ts";

const never = new AbortController().signal;
const claim = (special: Partial<SlotClaim> = {}): SlotClaim => ({
  urgency: 2,
  project: "app",
  expectedMs: null,
  ...special,
});

/** Who gets the only place, one after another, when all of them wait for it. */
async function orderOf(places: CheckSlots, wanted: Readonly<Record<string, SlotClaim>>): Promise<readonly string[]> {
  const order: string[] = [];
  const held = await places.take(claim({ project: "holder", urgency: 0 }), never);
  const all = Object.entries(wanted).map(async ([name, one]) => {
    const place = await places.take(one, never);
    order.push(name);
    place?.giveBack();
  });
  expect(order).toEqual([]);
  held?.giveBack();
  held?.giveBack(); // Twice is once.
  await Promise.all(all);
  return order;
}

test("what lands goes before the base, the base before the rest, equals in their order; never more than allowed", async () => {
  const wanted = { a: claim(), b: claim(), base: claim({ urgency: 1 }), candidate: claim({ urgency: 0 }) };
  expect(
    await orderOf(
      createCheckSlots(() => 1),
      wanted,
    ),
  ).toEqual(["candidate", "base", "a", "b"]);
});

test("a change that comes to wait for its landing while it stands in line goes before the others", async () => {
  let isLanding = false;
  const landing: SlotClaim = {
    ...claim(),
    get urgency() {
      return isLanding ? (2 as const) : (3 as const);
    },
  };
  const wanted = { a: claim({ urgency: 3 }), b: claim({ urgency: 3 }), landing };
  const ordered = orderOf(
    createCheckSlots(() => 1),
    wanted,
  );
  isLanding = true;
  expect(await ordered).toEqual(["landing", "a", "b"]);
});

test("projects take turns, however many checks one of them has", async () => {
  const wanted = { a1: claim(), a2: claim(), a3: claim(), b1: claim({ project: "b" }), c1: claim({ project: "c" }) };
  expect(
    await orderOf(
      createCheckSlots(() => 1),
      wanted,
    ),
  ).toEqual(["a1", "b1", "c1", "a2", "a3"]);
});

test("within a project the shortest goes first, and one that is not known counts as a minute", async () => {
  const crowded = createCheckSlots(
    () => 1,
    () => true,
  );
  const wanted = {
    long: claim({ expectedMs: 90_000 }),
    unknown: claim(),
    middle: claim({ expectedMs: 30_000 }),
    short: claim({ expectedMs: 200 }),
  };
  expect(await orderOf(crowded, wanted)).toEqual(["short", "middle", "unknown", "long"]);
});

test("nobody is overtaken for ever", async () => {
  const crowded = createCheckSlots(
    () => 1,
    () => true,
  );
  const others = Array.from({ length: 20 }, (_, n) => [`s${n}`, claim({ expectedMs: 200 })] as const);
  const order = await orderOf(crowded, { long: claim({ expectedMs: 90_000 }), ...Object.fromEntries(others) });
  expect(order.indexOf("long")).toBe(8);
});

test("what is known to be short has one place beside those of others, unless memory is short", async () => {
  let isCrowded = false;
  const places = createCheckSlots(
    () => 1,
    () => isCrowded,
  );
  await places.take(claim({ expectedMs: 90_000 }), never);
  const first = await places.take(claim({ project: "b", expectedMs: SHORT_MS }), never);
  const waiting = claim({ project: "c", expectedMs: 200 });
  const second = places.take(waiting, never);
  expect(places.findInLine(waiting)).toEqual({ place: 1, of: 1 });
  isCrowded = true;
  first?.giveBack();
  expect(places.findInLine(waiting)).toEqual({ place: 1, of: 1 });
  isCrowded = false;
  const later = [places.take(claim({ project: "d" }), never)];
  expect([await second, later.length]).toEqual([expect.anything(), 1]);
});

test("a short check that hangs makes room for the next short one, and only one hanging check runs beside the places", async () => {
  const timers: (() => void)[] = [];
  const places = createCheckSlots(
    () => 1,
    () => false,
    (run) => (timers.push(run), () => undefined),
  );
  const short = (project: string): SlotClaim => claim({ project, expectedMs: 200 });
  const suite = await places.take(claim({ expectedMs: 90_000 }), never);
  await places.take(short("hangs"), never);
  const next = short("b");
  const entered = places.take(next, never);
  expect(places.findInLine(next)).toEqual({ place: 1, of: 1 });
  timers[0]?.();
  expect(await entered).not.toBeNull();
  timers[1]?.();
  const third = short("c");
  const last = places.take(third, never);
  expect(places.findInLine(third)).toEqual({ place: 1, of: 1 });
  suite?.giveBack();
  expect(await last).not.toBeNull();
});

test("everybody knows where they stand in the line", async () => {
  const places = createCheckSlots(() => 1);
  await places.take(claim(), never);
  const [slow, quick, base] = [
    claim({ expectedMs: 90_000 }),
    claim({ project: "b", expectedMs: 20_000 }),
    claim({ urgency: 1 }),
  ];
  const all = [slow, quick, base].map((one) => places.take(one, never));
  expect(all).toHaveLength(3);
  expect([slow, quick, base].map(places.findInLine)).toEqual([
    { place: 3, of: 3 },
    { place: 2, of: 3 },
    { place: 1, of: 3 },
  ]);
  expect(places.findInLine(claim())).toBeNull();
});

test("who is called off while waiting leaves the line, and takes no place", async () => {
  const places = createCheckSlots(() => 1);
  const held = await places.take(claim(), never);
  const leaving = new AbortController();
  const [left, stays] = [places.take(claim({ urgency: 0 }), leaving.signal), places.take(claim(), never)];
  leaving.abort();
  expect(await left).toBeNull();
  held?.giveBack();
  expect(await stays).not.toBeNull();
  expect(await places.take(claim({ urgency: 0 }), leaving.signal)).toBeNull();
});

test("a limit that rises lets in more with the next who leaves; it is never below one", async () => {
  let max = 0;
  const places = createCheckSlots(() => max);
  const first = await places.take(claim(), never);
  const entered: CheckSlot[] = [];
  const waiting = [1, 2].map(async () => entered.push((await places.take(claim(), never)) ?? { giveBack: () => {} }));
  max = 2;
  first?.giveBack();
  await Promise.all(waiting);
  expect(entered).toHaveLength(2);
});
