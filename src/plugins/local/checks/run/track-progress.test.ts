import { expect, test } from "vitest";
import { createCheckSlots, type SlotClaim } from "./check-slots.ts";
import { trackProgress } from "./track-progress.ts";

const never = new AbortController().signal;
const aClaim = (): SlotClaim => ({ urgency: 2, project: "app", expectedMs: null });

function aTracker() {
  const lines = { places: createCheckSlots(() => 1), ahead: createCheckSlots(() => 1) };
  const progress = trackProgress({ ...lines, wallMs: () => 0 });
  const track = (run: string, key: string) => progress.add({ run, name: "test", key, claim: aClaim() });
  const add = (run: string, key: string): SlotClaim => track(run, key).claim;
  return { ...lines, progress, add, track, stateOf: (run: string) => progress.of(run)[0]?.state };
}

test("one that is not laid out yet stands behind all that are, in one line with them", async () => {
  const { places, ahead, add, stateOf } = aTracker();
  await places.take(aClaim(), never);
  await ahead.take(aClaim(), never);
  const [laidOut, second, third] = [add("run-1", "a"), add("run-2", "b"), add("run-3", "c")];
  const leave = new AbortController();
  const waiting = [places.take(laidOut, leave.signal), ...[second, third].map((one) => ahead.take(one, leave.signal))];
  expect([stateOf("run-1"), stateOf("run-2"), stateOf("run-3")]).toEqual([
    { kind: "waits", place: 1, of: 3 },
    { kind: "waits", place: 2, of: 3 },
    { kind: "waits", place: 3, of: 3 },
  ]);
  leave.abort();
  expect(await Promise.all(waiting)).toEqual([null, null, null]);
});

test("a run that joins a check of another run waits where that one waits", async () => {
  const { places, progress, add, track, stateOf } = aTracker();
  await places.take(aClaim(), never);
  const first = track("run-1", "a");
  const leave = new AbortController();
  const waiting = places.take(first.claim, leave.signal);
  add("run-2", "a");
  expect(stateOf("run-2")).toEqual({ kind: "waits", place: 1, of: 1 });
  progress.drop(first);
  expect(stateOf("run-2")).toEqual({ kind: "waits", place: 1, of: 1 });
  leave.abort();
  expect(await waiting).toBeNull();
});

test("one whose place is being prepared begins", () => {
  const { add, stateOf } = aTracker();
  add("run-1", "a");
  expect(stateOf("run-1")).toEqual({ kind: "begins" });
});
