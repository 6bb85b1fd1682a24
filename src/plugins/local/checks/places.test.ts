import { expect, test } from "vitest";
import { checkPlaces, type Place, type Urgency } from "./places.ts";

const never = new AbortController().signal;

test("what lands goes before the base, the base before the rest, equals in their order; never more than allowed", async () => {
  const places = checkPlaces(() => 1);
  const order: string[] = [];
  const first = await places.take(2, never);
  const wait = async (name: string, urgency: Urgency): Promise<void> => {
    const place = await places.take(urgency, never);
    order.push(name);
    place?.giveBack();
  };
  const all = [wait("a", 2), wait("b", 2), wait("base", 1), wait("candidate", 0)];
  expect(order).toEqual([]);
  first?.giveBack();
  first?.giveBack(); // Twice is once.
  await Promise.all(all);
  expect(order).toEqual(["candidate", "base", "a", "b"]);
});

test("who is called off while waiting leaves the line, and takes no place", async () => {
  const places = checkPlaces(() => 1);
  const held = await places.take(2, never);
  const leaving = new AbortController();
  const [left, stays] = [places.take(0, leaving.signal), places.take(2, never)];
  leaving.abort();
  expect(await left).toBeNull();
  held?.giveBack();
  expect(await stays).not.toBeNull();
  expect(await places.take(0, leaving.signal)).toBeNull();
});

test("a limit that rises lets in more with the next who leaves; it is never below one", async () => {
  let max = 0;
  const places = checkPlaces(() => max);
  const first = await places.take(2, never);
  const entered: Place[] = [];
  const waiting = [1, 2].map(async () => entered.push((await places.take(2, never)) ?? { giveBack: () => {} }));
  max = 2;
  first?.giveBack();
  await Promise.all(waiting);
  expect(entered).toHaveLength(2);
});
