/** People change their minds: about a change, about an issue. */
import { expect, test } from "vitest";
import { proves } from "./proves.ts";
import { aStory } from "./story.ts";

test("a change closed unlanded ends its session in the middle of a turn, and the work is rescued", async () => {
  proves("R-CLOSED-CHANGE");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
  story.agentScribbles();
  expect(story.isWorking()).toBe(true);
  await story.reviewer("ann").closesTheChange();
  expect(story.isWorking()).toBe(false);
  expect(story.hasWorkspace()).toBe(false);
  expect(story.rescued()).toBe(1);
  await story.restartDaemon();
  await story.passes(120);
  expect(story.turns()).toBe(2);
  expect(story.told()).toEqual([]);
});

test("an issue edited by a colleague is told to its agent once, and is the task from then on", async () => {
  proves("R-ISSUE-EDITED", "R-TASK");
  const story = await aStory();
  await story.issue("Add a login page", { text: "With a password field." });
  await story.issueIsEdited("With a one-time code.");
  await story.restartDaemon();
  await story.agentCommits();
  expect(story.said()[1]).toContain("The issue was edited.");
  expect(story.said()[1]).toContain("With a one-time code.");
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
  expect(story.said()).toHaveLength(3);
  expect(story.said()[2]).toContain("broken(login)");
  expect(story.said()[2]).toContain("With a one-time code.");
  expect(story.said()[2]).not.toContain("With a password field.");
});

test("an issue closed pauses its session and asks; opened again, the session goes on", async () => {
  proves("R-ISSUE-CLOSED");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits({ broken: ["login"] });
  await story.issueIsClosed();
  expect(story.told()).toEqual(["issue_closed"]);
  await story.checksSettle();
  await story.restartDaemon();
  await story.passes(120);
  expect(story.said()).toHaveLength(1);
  expect(story.told()).toEqual(["issue_closed"]);
  await story.issueIsReopened();
  expect(story.said()[1]).toContain("broken(login)");
});
