import { expect, test } from "vitest";
import { aMessage, theTurn } from "../../../test/fixtures/domain.ts";
import { incidentId, messageId } from "../model/ids.ts";
import {
  isSettled,
  isWaiting,
  chooseMessageLane,
  findNextWaiting,
  describeReason,
  type Cause,
  type MessageState,
} from "./message.ts";

const byPerson: Cause = { kind: "person", by: "maria" };
const aboutTrouble = (trouble: "ci" | "review" | "conflict" | "stuck" | "exited" | "budget"): Cause => ({
  kind: "incident",
  incident: incidentId("i1"),
  trouble,
  attempt: 1,
  head: null,
  fingerprint: "",
});

test.for<[Cause, lane: string, reason: string]>([
  [{ kind: "start" }, "automatic", "start"],
  [byPerson, "person", "message"],
  [{ kind: "answer", questionId: "q" }, "person", "answer"],
  [{ kind: "nudge", about: "dirty" }, "automatic", "nudge"],
  [{ kind: "restore", of: null }, "automatic", "restore"],
  [aboutTrouble("ci"), "automatic", "ci-failed"],
  [aboutTrouble("review"), "automatic", "changes-requested"],
  [aboutTrouble("conflict"), "automatic", "merge-conflicts"],
  [aboutTrouble("stuck"), "automatic", "agent-stuck"],
  [aboutTrouble("exited"), "automatic", "agent-exited"],
])("%j waits in the %s lane, and its turn is about %s", ([cause, lane, reason]) => {
  expect([chooseMessageLane(aMessage({ cause })), describeReason(cause)]).toEqual([lane, reason]);
});

test.for<[MessageState, waiting: boolean, settled: boolean]>([
  [{ kind: "prepared" }, false, false],
  [{ kind: "queued" }, true, false],
  [{ kind: "written", turn: theTurn }, false, false],
  [{ kind: "acknowledged", turn: theTurn, atMs: 0 }, false, true],
  [{ kind: "dropped", why: "stale_head" }, false, true],
  [{ kind: "failed", why: "x" }, false, true],
  [{ kind: "unknown", why: "x" }, false, true],
])("%j waits: %s, settled: %s", ([state, waiting, settled]) => {
  const message = aMessage({ state });
  expect([isWaiting(message), isSettled(message)]).toEqual([waiting, settled]);
});

const make = (id: string, cause: Cause, kind: "queued" | "prepared" = "queued") =>
  aMessage({ id: messageId(id), cause, state: { kind } });

test("a person goes first, then the oldest; what is only prepared does not go at all", () => {
  const machine = [
    make("p", { kind: "start" }, "prepared"),
    make("a", { kind: "start" }),
    make("b", { kind: "restore", of: null }),
  ];
  expect(findNextWaiting(machine)?.id).toBe("a");
  expect(findNextWaiting([...machine, make("c", byPerson), make("d", byPerson)])?.id).toBe("c");
  expect(findNextWaiting([])).toBeUndefined();
});
