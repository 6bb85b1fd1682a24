/** What holds of every decision, whatever is observed in whatever order. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aSnapshot, check, head, theChange, theSession, thread, work } from "../../../test/fixtures/domain.ts";
import { app, aRules, at, landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { decide } from "./decide.ts";
import { findNextDeadlineMs } from "../incident/deadlines.ts";
import { commitSha, observationId, treeSha } from "../model/ids.ts";
import { isSettled } from "../turn/message.ts";
import type { Escalation, Incident } from "../incident/incident.ts";
import { known, unknown } from "../model/known.ts";
import type { News } from "./observation.ts";
import { describeAttention } from "../words/attention/attention.ts";
import { getOpenTurn } from "../session/session.ts";

const headName = fc.constantFrom("h1", "h2", "h3");
const isTrue = fc.boolean();
const fingerprint = fc.constantFrom("boom", "bang");

/** One thing that may happen to a story; what does not fit its state is late news or nothing. */
const step: fc.Arbitrary<(story: Story) => unknown> = fc.oneof(
  fc.constant((story: Story) => story.grant()),
  fc.constant((story: Story) => getOpenTurn(story.session) !== null && story.acknowledge()),
  fc.tuple(fc.option(headName, { nil: null }), isTrue, isTrue).map(
    ([left, dirty, isKnown]) =>
      (story: Story) =>
        getOpenTurn(story.session) !== null &&
        story.end(left, {
          dirty,
          usage: { usd: 0.2, tokens: 1 },
          ...(isKnown ? {} : { head: unknown("git did not answer") }),
        }),
  ),
  fc
    .constantFrom(
      { kind: "interrupted" },
      { kind: "failed", why: "x" },
      { kind: "never_started", why: "x" },
      { kind: "limit_reached", untilWallMs: 5 },
      { kind: "asked", questionId: "q1", text: "?", choices: [] } as const,
    )
    .map(
      (result) => (story: Story) => getOpenTurn(story.session) !== null && story.end(null, { result: result as never }),
    ),
  fc.constantFrom(known(true), known(false), unknown("?")).map((alive) => (story: Story) => {
    const turn = getOpenTurn(story.session);
    return turn !== null && story.see({ kind: "turn_probed", session: theSession, turn: turn.id, alive });
  }),
  fc.constant((story: Story) => {
    const turn = getOpenTurn(story.session);
    return (
      turn !== null &&
      story.see({
        kind: "question_asked",
        session: theSession,
        turn: turn.id,
        questionId: "q1",
        text: "?",
        choices: [],
      })
    );
  }),
  fc
    .record({
      name: headName,
      mergeable: fc.constantFrom(known(true), known(false), unknown("?")),
      threads: fc.subarray([thread("t1"), thread("t2"), thread("t3")]),
      label: isTrue,
    })
    .map(
      ({ name, mergeable, threads, label }) =>
        (story: Story) =>
          story.forge({
            head: head(name),
            mergeable,
            threads,
            labels: label ? ["needs-tests"] : [],
            conflicts: ["a.ts"],
          }),
    ),
  fc.tuple(fc.constantFrom("passed", "failed", "infrastructure", "cancelled"), fingerprint).map(
    ([verdict, face]) =>
      (story: Story) =>
        story.world.changes[0]?.round.kind === "asked" &&
        story.checks(verdict as never, verdict === "failed" ? { fingerprint: face } : {}),
  ),
  fc.integer({ min: 1, max: 40 }).map((minutes) => (story: Story) => story.later(minutes).due()),
  fc
    .constantFrom("pause", "resume", "restart", "interrupt", "release", "restore")
    .map((kind) => (story: Story) => story.command({ kind: kind as "pause", session: theSession })),
  fc
    .constantFrom("issue", "send", "answer", "land", "unqueue", "base")
    .map((what) => (story: Story) => perform(story, what)),
);

function perform(story: Story, what: string): unknown {
  if (what === "issue") return story.see({ kind: "issue_changed", session: theSession, as: "edited", text: "x" });
  if (what === "send") return story.command({ kind: "send", session: theSession, text: "x" });
  if (what === "answer") return story.command({ kind: "answer", session: theSession, questionId: "q1", text: "x" });
  if (what === "base") return story.see({ kind: "base_observed", project: app, head: head("b2") });
  if (story.world.changes.length === 0) return null;
  return story.command({ kind: what === "land" ? "land" : "unqueue", change: theChange });
}

const steps = fc.array(step, { maxLength: 60 });
const rules = fc.constantFrom({}, landing, { autonomy: "propose" }, { checks: ["test", "lint"] }, {
  reactions: { "ci-failed": { retriesMax: 3, escalateAfter: { kind: "attempts", n: 1 } } },
} as const);
const stages: readonly Escalation["kind"][] = ["none", "person"];

const incidentsOf = (story: Story): readonly Incident[] => [
  ...story.session.incidents,
  ...story.world.changes.flatMap(({ incidents }) => incidents),
];

function runAll(
  given: Parameters<typeof aRules>[0],
  taken: readonly ((story: Story) => unknown)[],
  after: (story: Story) => void,
): Story {
  const story = new Story(given as never).command({ kind: "send", session: theSession, text: "Do it" });
  for (const take of taken) {
    take(story);
    after(story);
  }
  return story;
}

describe("whatever is observed", () => {
  test("nothing throws, and every state has a sentence that fits", () => {
    fc.assert(
      fc.property(rules, steps, (given, taken) => {
        runAll(given as never, taken, ({ world, session }) => {
          const facts = {
            kind: "work",
            project: world.project,
            session,
            changes: world.changes,
            messages: world.messages,
            others: [],
          } as const;
          const { why } = describeAttention(facts, world.rules, at(world.minute), {
            waiting: null,
            candidate: null,
            notKnown: null,
            triedAgain: null,
            reviewIsYours: false,
            baseFixers: [],
          });
          expect(why.length).toBeGreaterThan(0);
          expect(why.length).toBeLessThanOrEqual(110);
        });
      }),
      { numRuns: 300 },
    );
  });

  test("attempts never exceed the retries, and a stage of escalation never goes back", () => {
    fc.assert(
      fc.property(rules, steps, (given, taken) => {
        const reached = new Map<string, number>();
        runAll(given as never, taken, (story) => {
          const limit = { ci: story.world.rules.reactions["ci-failed"].retriesMax, review: 2, conflict: 1 } as const;
          for (const { id, trouble, attempts, escalation } of incidentsOf(story)) {
            if (trouble === "ci" || trouble === "review" || trouble === "conflict")
              expect(attempts).toBeLessThanOrEqual(limit[trouble]);
            expect(attempts).toBeGreaterThanOrEqual(0);
            const stage = stages.indexOf(escalation.kind);
            expect(stage).toBeGreaterThanOrEqual(reached.get(id) ?? 0);
            reached.set(id, stage);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  test("a message that is settled stays as it is: what was read or dropped is never sent again", () => {
    fc.assert(
      fc.property(rules, steps, (given, taken) => {
        const settled = new Map<string, string>();
        runAll(given as never, taken, ({ world }) => {
          for (const { id, state } of world.messages) if (settled.has(id)) expect(state.kind).toBe(settled.get(id));
          for (const message of world.messages) if (isSettled(message)) settled.set(message.id, message.state.kind);
        });
      }),
      { numRuns: 200 },
    );
  });

  test("a person hears of an incident at most once", () => {
    fc.assert(
      fc.property(rules, steps, (given, taken) => {
        const told = runAll(given as never, taken, () => undefined).raised;
        expect(new Set(told).size).toBe(told.length);
      }),
      { numRuns: 200 },
    );
  });

  test("at most one incident of a kind is open on a subject", () => {
    fc.assert(
      fc.property(rules, steps, (given, taken) => {
        runAll(given as never, taken, ({ session, world }) => {
          for (const incidents of [session.incidents, ...world.changes.map((change) => change.incidents)]) {
            const open = incidents.filter(({ closed }) => closed === null).map(({ trouble }) => trouble);
            expect(new Set(open).size).toBe(open.length);
          }
        });
      }),
      { numRuns: 200 },
    );
  });

  test("the same facts and the same observation give the same decision", () => {
    fc.assert(
      fc.property(rules, steps, step, (given, taken, last) => {
        const one = runAll(given as never, [...taken, last], () => undefined);
        const two = runAll(given as never, [...taken, last], () => undefined);
        expect(one.world).toEqual(two.world);
      }),
      { numRuns: 100 },
    );
  });

  test("a stopped session begins nothing and says nothing more to its agent", () => {
    fc.assert(
      fc.property(rules, steps, steps, (given, before, after) => {
        const story = runAll(given as never, before, () => undefined).command({
          kind: "stop",
          session: theSession,
          keepWorkspace: false,
        });
        const begun = story.effects("start_turn").length;
        for (const take of after) take(story);
        expect(story.effects("start_turn")).toHaveLength(begun);
        expect(story.world.messages.filter(({ state }) => state.kind === "queued")).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("late news", () => {
  const late: readonly (readonly [string, News])[] = [
    [
      "an older snapshot",
      { kind: "change_observed", project: app, change: aSnapshot({ version: 1, head: head("h0") }) },
    ],
    [
      "checks of an older tree",
      {
        kind: "checks_finished",
        of: { kind: "change", change: theChange, tree: treeSha("h0-tree") },
        n: 1,
        results: [check("failed", "h0")],
      },
    ],
    [
      "the death of another turn",
      { kind: "turn_probed", session: theSession, turn: "t0" as never, alive: known(false) },
    ],
    [
      "a refusal of another head",
      { kind: "publish_refused", session: theSession, head: commitSha("h9"), theirs: commitSha("x") },
    ],
  ];

  test.for(late)("changes nothing: %s", ([, news]) => {
    const facts = work({ change: { version: 3 } });
    const decision = decide(facts, aRules(), { ...news, id: observationId("o1") }, at(0));
    expect(decision.next).toBe(facts);
    expect([decision.effects, decision.followUps]).toEqual([[], []]);
    expect(decision.why.join()).toMatch(/^ignored: /);
  });
});

test("a turn that ended after it was over changes nothing but what was spent", () => {
  const facts = work({ change: { version: 3 } });
  const news = {
    kind: "turn_ended",
    session: theSession,
    turn: "t0" as never,
    result: { kind: "done" },
    head: known(head("h9")),
    dirty: true,
    usage: { usd: 4, tokens: 9 },
    words: "",
    id: observationId("o1"),
  } as const;
  const { next, effects } = decide(facts, aRules(), news, at(0));
  if (next.kind !== "work") throw new Error("the facts are about work");
  expect([next.session, effects]).toEqual([{ ...facts.session, spent: { usd: 4, tokens: 9 } }, []]);
  expect([next.changes, next.messages]).toEqual([facts.changes, facts.messages]);
});

test("ids come from the observation, so that a replay makes the same ones", () => {
  const news = {
    kind: "command_given",
    by: { kind: "person", name: "maria" },
    command: { kind: "send", session: theSession, text: "x" },
    id: observationId("o7"),
  } as const;
  const { next } = decide(work(), aRules(), news, at(0));
  expect(next.kind === "work" && next.messages.map(({ id }) => id)).toEqual(["o7.1"]);
});

test("a project is paused and resumed by a person", () => {
  const facts = { kind: "project", project: work().project, openChanges: [] } as const;
  const held = (kind: "pause_project" | "resume_project") =>
    decide(
      facts,
      aRules(),
      {
        kind: "command_given",
        by: { kind: "person", name: "maria" },
        command: { kind, project: app },
        id: observationId("o"),
      },
      at(0),
    ).next.project.hold;
  expect([held("pause_project"), held("resume_project")]).toEqual(["pause", null]);
});

test("the deadline of a session without trouble is that of its turn alone", () => {
  const story = new Story().command({ kind: "send", session: theSession, text: "x" }).turn();
  const { world } = story;
  expect(findNextDeadlineMs({ kind: "work", ...world, others: [] }, world.rules)).toBe(at(10).countedMs);
});
