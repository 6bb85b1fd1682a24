import { expect, test } from "vitest";
import { incidentId } from "../model/ids.ts";
import { openIncident } from "../incident/incident.ts";
import {
  describeIncidentClosed,
  describePersonNotified,
  describeTimeout,
  describeTurnStarted,
} from "./event-sentences.ts";
import { at } from "../../../test/fixtures/rules.ts";

const exited = openIncident(incidentId("i1"), "exited", "It ended.", at(1));

test.each([
  [describeIncidentClosed("ci", "green"), "failing checks: fixed, the checks pass"],
  [describeIncidentClosed("ci", "flaky"), "failing checks: passed on the re-run"],
  [describeIncidentClosed("effect", "session_ended"), "failed step: over, the session ended"],
  [describePersonNotified(exited), "agent exit: a person was notified"],
  [describeTimeout(exited), "agent exit: not fixed within the time allowed"],
  [describeTurnStarted(1, { kind: "start" }), "turn 1 started: the task"],
  [describeTurnStarted(3, { kind: "person", by: "ada" }), "turn 3 started: message from ada"],
])("the log says %j", (sentence, expected) => {
  expect(sentence).toBe(expected);
});
