import { expect, test } from "vitest";
import { aProject, theSession, work } from "../../test/fixtures/domain.ts";
import { aRules, at } from "../../test/fixtures/rules.ts";
import { decide } from "./decide.ts";
import { observationId, turnId } from "./ids.ts";
import { known } from "./known.ts";

const gone = (turn: string) =>
  ({
    kind: "turn_probed",
    session: theSession,
    turn: turnId(turn),
    alive: known(false),
    id: observationId("o"),
  }) as const;

test("a turn that is killed with its session has an unknown cost, once", () => {
  const phase = { kind: "ending", because: "stopped", keepWorkspace: false, turn: turnId("t") } as const;
  const first = decide(work({ session: { phase } }), aRules(), gone("t"), at(0)).next;
  expect(first).toMatchObject({ session: { spent: { usd: 0, unknownTurns: 1 } } });
  expect(decide(first, aRules(), gone("t"), at(1)).next).toMatchObject({ session: { spent: { unknownTurns: 1 } } });
});

test("a person is told when all projects together have used up the day's budget", () => {
  const others = [{ spentToday: { dayStartsWallMs: 0, usage: { usd: 8, tokens: 0 } } }];
  const project = aProject({ spentToday: { dayStartsWallMs: 0, usage: { usd: 1, tokens: 0 } } });
  const turn = { id: turnId("t"), message: null, acknowledged: true, lastSignMs: 0, cutOff: null };
  const phase = { kind: "working", workspacePath: "/w", turn } as never;
  const ended = {
    ...{ kind: "turn_ended", session: theSession, turn: turnId("t"), id: observationId("o"), words: "", dirty: false },
    ...{ result: { kind: "interrupted" }, usage: { usd: 1, tokens: 0 }, head: { known: false, why: "" } },
  } as never;
  const told = (usd: number) =>
    decide(
      work({ session: { phase }, project, others }),
      aRules({ perDay: { usd: null, tokens: null }, daemonPerDay: { usd, tokens: null } }),
      ended,
      at(0),
    ).effects.flatMap((effect) => (effect.kind === "notify" && effect.subject.kind === "budget" ? [effect.text] : []));
  expect(told(10)).toEqual(["Today's budget of all projects is used up ($10.00). Nothing starts before tomorrow."]);
  expect(told(11)).toEqual([]);
});
