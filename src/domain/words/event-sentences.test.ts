import { expect, test } from "vitest";
import { incidentId } from "../model/ids.ts";
import { openIncident } from "../incident/incident.ts";
import { incidentClosed, personNotified, timeIsUp, turnStarted } from "./event-sentences.ts";
import { at } from "../../../test/fixtures/rules.ts";

const exited = openIncident(incidentId("i1"), "exited", "It ended.", at(1));

test.each([
  [incidentClosed("ci", "green"), "failing checks: fixed, the checks pass"],
  [incidentClosed("ci", "flaky"), "failing checks: passed on the re-run"],
  [incidentClosed("effect", "session_ended"), "failed step: over, the session ended"],
  [personNotified(exited), "agent exit: a person was notified"],
  [timeIsUp(exited), "agent exit: not fixed within the time allowed"],
  [turnStarted(1, { kind: "start" }), "turn 1 started: the task"],
  [turnStarted(3, { kind: "person", by: "ada" }), "turn 3 started: message from ada"],
])("the log says %j", (sentence, expected) => {
  expect(sentence).toBe(expected);
});
