import { describe, expect, test } from "vitest";
import { atWork, created } from "../../../test/fixtures/at-work.ts";
import { aProject, head, theSession, work } from "../../../test/fixtures/domain.ts";
import { aRules, at } from "../../../test/fixtures/rules.ts";
import { decide } from "../core/decide.ts";
import { observationId, turnId, type TurnId } from "../model/ids.ts";
import { known } from "../model/known.ts";
import type { Story } from "../../../test/fixtures/story.ts";
import type { Command } from "../core/command.ts";
import type { News } from "../core/observation.ts";
import type { Hold } from "./session.ts";

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

describe("a used-up budget and a stop", () => {
  const stop: Command = { kind: "stop", session: theSession, keepWorkspace: false };
  const restore: Command = { kind: "restore", session: theSession };
  const removed = { kind: "workspace_removed", session: theSession, rescueRef: "r" } as const;
  const endOf = (turn: TurnId, usd: number): News => ({
    kind: "turn_ended",
    session: theSession,
    turn,
    result: { kind: "done" },
    head: known(head("h1")),
    dirty: false,
    usage: { usd, tokens: 0 },
    words: "",
  });

  const endedLate = (usd: number): Story => {
    const story = atWork();
    const { id } = story.openTurn();
    return story.command(stop).see(endOf(id, usd)).see(removed);
  };

  test.for<[usd: number, hold: Hold | null, notices: readonly string[], phase: string]>([
    [5, { by: "trouble" }, ["budget"], "resting"],
    [4, null, [], "working"],
  ])(
    "a last turn that cost $%d and ended after the stop counts when the session is brought back",
    ([usd, hold, notices, phase]) => {
      const story = endedLate(usd);
      expect([story.session.phase.kind, story.notices()]).toEqual(["ended", []]);
      created(story.command(restore)).grant();
      expect([story.session.hold, story.notices(), story.session.phase.kind]).toEqual([hold, notices, phase]);
    },
  );

  test("a last turn that is heard of only after the session was brought back counts at once", () => {
    const story = atWork();
    const { id } = story.openTurn();
    story.command(stop).see(removed).command(restore).see(endOf(id, 5));
    expect([story.session.hold, story.notices()]).toEqual([{ by: "trouble" }, ["budget"]]);
  });

  test("a last turn that ended after the stop and used up the day's budget is told", () => {
    expect(
      endedLate(50)
        .effects("notify")
        .map(({ text }) => text),
    ).toEqual(["Today's budget of app is used up ($50.00). Nothing starts in it before tomorrow."]);
  });

  test("a session that was held for its budget is held and told of again when it was stopped and is brought back", () => {
    const story = atWork().end("h1", { usage: { usd: 5, tokens: 0 } });
    story.command(stop).see(removed).command(restore);
    expect([story.session.hold, story.notices()]).toEqual([{ by: "trouble" }, ["budget", "budget"]]);
  });
});
