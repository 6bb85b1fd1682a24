import fc from "fast-check";
import { expect, test } from "vitest";
import { anIncident, told } from "../../../test/fixtures/domain.ts";
import { rule } from "../../../test/fixtures/rules.ts";
import { commitSha } from "../model/ids.ts";
import { isToldAlready, react } from "./reaction.ts";
import { autonomies, type Autonomy, type ReactionRule } from "../model/rules.ts";

const twice = { kind: "attempts", n: 2 } as const;

type Row = readonly [what: string, attempts: number, rule: Partial<ReactionRule>, telling: string, escalate: boolean];

const rows: readonly Row[] = [
  ["the first failure is told", 0, {}, "tell 1", false],
  ["the second failure is told", 1, {}, "tell 2", false],
  ["the failure after the last retry is not told and escalates", 2, {}, "silent retries_used", true],
  ["more retries mean more messages", 2, { retriesMax: 3 }, "tell 3", false],
  ["no retries: the first failure escalates", 0, { retriesMax: 0 }, "silent retries_used", true],
  [
    "escalateAfter 2 of 3: one failed attempt is nobody's matter",
    1,
    { retriesMax: 3, escalateAfter: twice },
    "tell 2",
    false,
  ],
  [
    "escalateAfter 2 of 3: at the second failed attempt a person is told, and the agent may use the third",
    2,
    { retriesMax: 3, escalateAfter: twice },
    "tell 3",
    true,
  ],
  [
    "escalateAfter 2 of 3: after the third the messages stop",
    3,
    { retriesMax: 3, escalateAfter: twice },
    "silent retries_used",
    true,
  ],
  ["a duration is no count", 1, { escalateAfter: { kind: "time", ms: 1 } }, "tell 2", false],
  ["auto off: prepared, not told", 0, { auto: false }, "prepare 1 auto_off", false],
  ["auto off does not lift the retries", 2, { auto: false }, "silent retries_used", true],
  ["approvalAfter 2: the first rounds go by themselves", 1, { retriesMax: 5, approvalAfter: 2 }, "tell 2", false],
  [
    "approvalAfter 2: the third round waits for a person",
    2,
    { retriesMax: 5, approvalAfter: 2 },
    "prepare 3 approval_due",
    false,
  ],
  [
    "notify goes to a person at once, and never to the agent",
    0,
    { action: { kind: "notify" } },
    "silent not_for_agent",
    true,
  ],
  ["run is not for the agent", 0, { action: { kind: "run", command: ["./x"] } }, "silent not_for_agent", false],
];

test.for(rows)("%s", ([, attempts, special, telling, escalate]) => {
  const reaction = react(anIncident({ attempts }), rule(special), "fix");
  expect([describe(reaction.telling), reaction.escalate]).toEqual([telling, escalate]);
  expect(reaction.failedAttempts).toBe(attempts);
});

function describe(telling: ReturnType<typeof react>["telling"]): string {
  return [telling.kind, "attempt" in telling ? telling.attempt : null, "why" in telling ? telling.why : null]
    .filter((part) => part !== null)
    .join(" ");
}

const ceilings: readonly (readonly [Autonomy, string])[] = [
  ["observe", "prepare 1 autonomy"],
  ["propose", "prepare 1 autonomy"],
  ["fix", "tell 1"],
  ["land", "tell 1"],
];

test.for(ceilings)("under %s the first failure is: %s", ([autonomy, telling]) => {
  expect(describe(react(anIncident(), rule(), autonomy).telling)).toBe(telling);
});

test("the same failure on the same head is told already; another head or another face is news", () => {
  const incident = told(1);
  expect(isToldAlready(incident, { head: commitSha("h1"), fingerprint: "test:boom" })).toBe(true);
  expect(isToldAlready(incident, { head: commitSha("h2"), fingerprint: "test:boom" })).toBe(false);
  expect(isToldAlready(incident, { head: commitSha("h1"), fingerprint: "test:other" })).toBe(false);
  expect(isToldAlready(anIncident(), { head: null, fingerprint: "" })).toBe(false);
});

test("whatever the settings, nothing is told or prepared beyond the retries, and then it escalates", () => {
  const settings = fc.record({
    auto: fc.boolean(),
    retriesMax: fc.nat(5),
    approvalAfter: fc.option(fc.nat(5)),
    attempts: fc.nat(8),
    autonomy: fc.constantFrom(...autonomies),
  });
  fc.assert(
    fc.property(settings, ({ attempts, autonomy, ...special }) => {
      const { telling, escalate } = react(anIncident({ attempts }), rule(special), autonomy);
      const speaks = telling.kind !== "silent";
      return (
        speaks === attempts < special.retriesMax &&
        (speaks || escalate) &&
        (!speaks || telling.attempt === attempts + 1)
      );
    }),
  );
});
