/** What is begun of a backlog: what waits for others, and what the tracker's settings ask for. */
import { expect, test } from "vitest";
import { issueId } from "../../src/domain/model/ids.ts";
import { aStory } from "./story.ts";

const done = { kind: "closed", as: "done" } as const;

test("a blocker that was done before anybody looked holds nobody up", async () => {
  const story = await aStory();
  await story.whileDaemonIsDown(async () => {
    const first = await story.issue("Choose a database");
    await story.issueBecomes(first, done);
    await story.issue("Add a login page", { blockedBy: [first] });
  });
  expect(story.said()[0]).toContain("Add a login page");
});

test("a blocker that is not there holds nobody up", async () => {
  const story = await aStory();
  await story.issue("Add a login page", { blockedBy: [issueId("p1-i77")] });
  expect(story.said()[0]).toContain("Add a login page");
});

test("a blocker that the settings do not ask for is waited for, and not begun", async () => {
  const story = await aStory();
  const first = await story.issue("Choose a database", { isWanted: false });
  await story.issue("Add a login page", { blockedBy: [first] });
  await story.passes(30);
  await story.restartDaemon();
  expect(story.world.sessions.all.size).toBe(0);
  await story.issueBecomes(first, done);
  await story.passes(90);
  expect(story.said()[0]).toContain("Add a login page");
});

test("an issue that the settings no longer ask for is not begun, until they do again", async () => {
  const story = await aStory();
  const first = await story.issue("Choose a database", { isWanted: false });
  const issue = await story.issue("Add a login page", { blockedBy: [first] });
  await story.issueIsWanted(issue, false);
  await story.passes(90);
  await story.issueBecomes(first, done);
  await story.passes(90);
  expect(story.world.sessions.all.size).toBe(0);
  await story.issueIsWanted(issue, true);
  await story.passes(90);
  expect(story.said()[0]).toContain("Add a login page");
});

test("a session goes on when the settings no longer ask for its issue", async () => {
  const story = await aStory();
  const issue = await story.issue("Add a login page");
  await story.issueIsWanted(issue, false);
  await story.passes(90);
  await story.agentCommits();
  await story.checksSettle();
  await story.reviewer("ann").approves();
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
});
