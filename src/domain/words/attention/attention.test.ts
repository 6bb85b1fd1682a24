/** What holds of every sentence; the states themselves are in the tables beside this file. */
import { describe, expect, test } from "vitest";
import {
  aCandidate,
  anIncident,
  aProject,
  asking,
  byPerson,
  made,
  queued,
  reported,
  type SpecialWork,
  work,
  working,
} from "../../../../test/fixtures/domain.ts";
import { aRules, at, landing, type SpecialRules } from "../../../../test/fixtures/rules.ts";
import { noContext as nothing } from "../../../../test/fixtures/seen-as.ts";
import type { AttentionContext } from "./attention-view.ts";
import { describeAttention } from "./attention.ts";
import { changeId } from "../../model/ids.ts";

const escalated = { owedBy: { kind: "person" }, escalation: byPerson } as const;
const green = { round: reported("passed") } as const;
const sessionTrouble = (trouble: "exited" | "budget", summary: string) =>
  anIncident({ trouble, summary, attempts: 3, ...escalated });

describe("40: a cause that others word", () => {
  const said = (summary: string) => {
    const incidents = [anIncident({ summary, ...escalated })];
    const facts = work({ session: { phase: working() }, change: { round: reported("failed"), incidents } });
    return describeAttention(facts, aRules(), at(2), nothing).why;
  };

  test("is told whole, with the half that matters", () => {
    const cause =
      "The set-up command `npm ci --no-audit --no-fund` failed with exit code 1: npm error code EBADENGINE, needs node >= 22.5";
    expect(said(cause)).toBe(`${cause}. The agent was not notified. Waiting for you.`);
  });

  test("is cut where nobody would read on, and what waits for whom still follows", () => {
    expect(said("x".repeat(400))).toBe(`${"x".repeat(199)}…. The agent was not notified. Waiting for you.`);
  });
});

test("an agent without a screen is not to be taken over: the next act is the first", () => {
  const facts = work({ session: { phase: working() }, change: null });
  const verbs = (hasScreen?: boolean) =>
    describeAttention(facts, aRules(), at(2), { ...nothing, hasScreen }).act.map(({ verb }) => verb);
  expect(verbs()).toEqual(["attach", "send", "interrupt"]);
  expect(verbs(true)).toEqual(["attach", "send", "interrupt"]);
  expect(verbs(false)).toEqual(["send", "interrupt"]);
});

test("landing that is not possible yet is offered with its reason", () => {
  const { act } = describeAttention(work({ change: green }), aRules({ policy: { approvals: 1 } }), at(2), nothing);
  expect(act.at(-1)).toEqual({
    verb: "land",
    label: "Land change",
    enabled: false,
    reason: "it has 0 of 1 approvals on its current head",
  });
});

test("of several changes the most pressing one speaks", () => {
  const facts = work({ change: { ...green, queue: queued() } });
  const other = { ...facts.changes[0], id: changeId("c2"), queue: null, round: reported("passed") };
  const two = { ...facts, changes: [...facts.changes, { ...work().changes[0], ...other }] } as typeof facts;
  expect(describeAttention(two, aRules(), at(2), nothing).code).toBe("ready-to-land");
});

test("what needs a person is ordered: question, escalation, review, landing, budget", () => {
  const rankOf = (facts: SpecialWork, rules: SpecialRules = {}, context: Partial<AttentionContext> = {}) =>
    describeAttention(work(facts), aRules(rules), at(2), { ...nothing, ...context }).rank;
  const ranks = [
    rankOf({ session: { phase: asking(), incidents: [anIncident({ trouble: "question", ...escalated })] } }),
    rankOf({ session: { incidents: [sessionTrouble("exited", "gone")] } }),
    rankOf({ change: green }, { policy: { approvals: 1 } }, { reviewIsYours: true }),
    rankOf({ change: green }),
    rankOf({ session: { incidents: [sessionTrouble("budget", "…")] } }),
    rankOf({ session: { hold: { by: "pause" } }, change: null }),
  ];
  expect(ranks).toEqual([...new Set(ranks)].toSorted((left, right) => left - right));
});

test("the age of a trouble is that of its incident", () => {
  const facts = work({
    change: { round: reported("failed"), incidents: [anIncident({ ...escalated, openedAtMs: 7 })] },
  });
  expect(describeAttention(facts, aRules(), at(2), nothing).since).toBe(7);
});

test("a project at rest does not matter to a session in the queue of another candidate", () => {
  const facts = work({ project: aProject(), change: { ...green, queue: queued() } });
  expect(
    describeAttention(facts, aRules(landing), at(2), {
      ...nothing,
      candidate: aCandidate({ kind: "landing", made, judged: [] }),
    }).code,
  ).toBe("queued");
});
