import { toPerson } from "../domain/core/actor.ts";
import { expect, test } from "vitest";
import type { Change } from "../domain/change/change.ts";
import { candidateId, changeId, commitSha, projectId, sessionId } from "../domain/model/ids.ts";
import { openStore, storeTemplate } from "./open.ts";
import { aChange, shop } from "./testing/samples.ts";

const template = storeTemplate();

function changesWith(...saved: readonly (Change | readonly [Change, number])[]) {
  const { changes } = openStore({ template });
  for (const entry of saved) {
    const [change, dueMs] = "id" in entry ? [entry, null] : entry;
    changes.save(change, { dueMs });
  }
  return changes;
}

const queue = { by: toPerson("ann"), requestedAtMs: 1, head: commitSha("c1"), candidate: null, rebuilds: 0 };
const landed = { state: { kind: "landed", commit: commitSha("c9") } } as const;

test("what is saved is read back as it was, the last time", () => {
  const changes = changesWith(aChange("c"), aChange("c", { title: "new", labels: ["x"] }));
  expect(changes.get(changeId("c"))).toEqual(aChange("c", { title: "new", labels: ["x"] }));
  expect(changes.get(changeId("d"))).toBeNull();
});

test("a session's changes come in the order they were opened, landed ones included", () => {
  const session = sessionId("s");
  const changes = changesWith(
    aChange("c2", { session }),
    aChange("c1", { session }),
    aChange("c3"),
    aChange("c2", { session, ...landed }),
  );
  expect(changes.ofSession(session).map((change) => change.id)).toEqual(["c2", "c1"]);
});

test("a change that finds its session later is found with it", () => {
  const changes = changesWith([aChange("c"), 5], [aChange("c", { session: sessionId("s") }), 5]);
  expect(changes.ofSession(sessionId("s"))).toHaveLength(1);
  expect([changes.due(9, 9), changes.nextDueMs()]).toEqual([[], null]);
});

test("a branch belongs to its open change, else to the last one", () => {
  const changes = changesWith(
    aChange("c1", { branch: "b" }),
    aChange("c2", { branch: "b", state: { kind: "closed" } }),
  );
  expect(changes.byBranch(shop, "b")?.id).toBe("c1");
  changes.save(aChange("c1", { branch: "b", ...landed }), { dueMs: null });
  expect(changes.byBranch(shop, "b")?.id).toBe("c2");
  expect(changes.byBranch(projectId("other"), "b")).toBeNull();
});

test("queued are the open changes that asked to land and are in no candidate", () => {
  const changes = changesWith(
    aChange("asked", { queue }),
    aChange("in candidate", { queue: { ...queue, candidate: candidateId("k") } }),
    aChange("landed", { queue, ...landed }),
    aChange("silent"),
  );
  expect(changes.queued().map((change) => change.id)).toEqual(["asked"]);
});

test("a save that keeps the deadline still moves the change out of the queue and of the open ones", () => {
  const changes = changesWith([aChange("c", { queue }), 10], [aChange("d", { queue }), 20]);
  changes.saveKeepingDue(aChange("c", { queue: { ...queue, candidate: candidateId("k") } }));
  changes.saveKeepingDue(aChange("d", { queue, ...landed }));
  expect([changes.queued(), changes.openOf(shop), changes.due(99, 9)]).toEqual([[], ["c"], ["c", "d"]]);
  expect(changes.get(changeId("d"))?.state).toEqual(landed.state);
});

test("drafts count as open, landed and closed ones do not", () => {
  const changes = changesWith(
    aChange("d", { state: { kind: "draft" } }),
    aChange("o"),
    aChange("l", landed),
    aChange("x", { project: projectId("other") }),
  );
  expect(changes.openOf(shop)).toEqual(["d", "o"]);
});

test("only changes without a session come due on their own", () => {
  const changes = changesWith(
    [aChange("mine", { session: sessionId("s") }), 1],
    [aChange("late"), 20],
    [aChange("soon"), 10],
  );
  expect(changes.due(20, 9)).toEqual(["soon", "late"]);
  expect(changes.due(20, 1)).toEqual(["soon"]);
  expect(changes.nextDueMs()).toBe(10);
});
