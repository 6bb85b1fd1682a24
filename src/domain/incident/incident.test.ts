import { expect, test } from "vitest";
import { anIncident } from "../../../test/fixtures/domain.ts";
import { at, MINUTE } from "../../../test/fixtures/rules.ts";
import { incidentId } from "../model/ids.ts";
import {
  computeAgentTimeMs,
  closeIncident,
  findOpen,
  isOpenIncident,
  assignNextStep,
  openIncident,
  replaceIncident,
  type OwedBy,
} from "./incident.ts";
import { limits } from "../model/limits.ts";

test("a new incident has no attempts, no clock, no escalation, and is a person's until somebody is told", () => {
  const incident = openIncident(incidentId("i1"), "ci", "Checks failed: test", at(3));
  expect(incident).toMatchObject({
    attempts: 0,
    agentClockMs: 0,
    escalation: { kind: "none" },
    owedBy: { kind: "person" },
    openedAtMs: 3 * MINUTE,
    closed: null,
  });
});

test("the clock runs while the agent owes the next step", () => {
  const owed = assignNextStep(anIncident(), "agent", at(10));
  expect(computeAgentTimeMs(owed, at(25))).toBe(15 * MINUTE);
});

test.for<[OwedBy["kind"]]>([["ci"], ["reviewer"], ["person"]])(
  "the clock stands still while %s owes the next step",
  ([who]) => {
    const worked = assignNextStep(assignNextStep(anIncident(), "agent", at(10)), who, at(15));
    expect(computeAgentTimeMs(worked, at(600))).toBe(5 * MINUTE);
    const again = assignNextStep(worked, "agent", at(600));
    expect(computeAgentTimeMs(again, at(602))).toBe(7 * MINUTE);
  },
);

test("saying again that the agent owes the next step does not set its clock back", () => {
  const owed = assignNextStep(assignNextStep(anIncident(), "agent", at(10)), "agent", at(20));
  expect(computeAgentTimeMs(owed, at(30))).toBe(20 * MINUTE);
});

test("closing stops the clock and keeps what it counted", () => {
  const closed = closeIncident(assignNextStep(anIncident(), "agent", at(0)), "green", at(4));
  expect(isOpenIncident(closed)).toBe(false);
  expect(closed.closed).toEqual({ as: "green", atMs: 4 * MINUTE });
  expect(computeAgentTimeMs(closed, at(50))).toBe(4 * MINUTE);
});

test("an open incident is found by its kind, a closed one is not", () => {
  const closed = closeIncident(anIncident(), "green", at(1));
  const open = anIncident({ id: incidentId("i2"), trouble: "review" });
  expect(findOpen([closed, open], "ci")).toBeUndefined();
  expect(findOpen([closed, open], "review")).toBe(open);
});

test("an incident keeps its place among its siblings", () => {
  const [first, second] = [
    anIncident({ id: incidentId("i1") }),
    anIncident({ id: incidentId("i2"), trouble: "review" }),
  ];
  const changed = { ...first, attempts: 1 };
  expect(replaceIncident([first, second], changed)).toEqual([changed, second]);
  expect(replaceIncident([first], second)).toEqual([first, second]);
});

test("old closed incidents are forgotten, the newest ones and every open one are kept", () => {
  const open = anIncident({ id: incidentId("open") });
  const closed = Array.from({ length: limits.closedIncidentsKept + 2 }, (_, n) =>
    closeIncident(anIncident({ id: incidentId(`c${n}`) }), "green", at(n)),
  );
  const kept = closed.reduce(replaceIncident, [open] as readonly ReturnType<typeof anIncident>[]);
  expect(kept.map(({ id }) => id)).toEqual(["open", ...closed.slice(2).map(({ id }) => id)]);
});
