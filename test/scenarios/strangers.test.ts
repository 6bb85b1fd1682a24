/** Changes that no session made: whose code is run here, and what lands of it. */
import { expect, test } from "vitest";
import { proves } from "./proves.ts";
import { aStory, type Story } from "./story.ts";

/** Green is enough. */
const handsOff = { rules: { policy: { approvals: 0 } } };

async function aStrangersChange(): Promise<Story> {
  const story = await aStory(handsOff);
  await story.stranger("mallory").opensAChange();
  return story;
}

test("nothing of a stranger's change runs here or lands, however long it waits", async () => {
  proves("R-STRANGERS-CODE");
  const story = await aStrangersChange();
  expect(story.checks.running).toEqual([]);
  await story.stranger("eve").approves();
  await story.stranger("mallory").pushes();
  await story.passes(120);
  await story.restartDaemon();
  expect([story.checks.running, story.landed(), story.triedToLand()]).toEqual([[], [], 0]);
});

test("a stranger's change that a colleague approved is checked, and lands at that head", async () => {
  proves("R-STRANGERS-CODE", "R-LANDS");
  const story = await aStrangersChange();
  await story.reviewer("ann").approves();
  expect(story.checks.running).toMatchObject([{ kind: "change", tree: story.tree }]);
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
});

test("what a stranger pushes after the approval is not run", async () => {
  proves("R-STRANGERS-CODE");
  const story = await aStrangersChange();
  await story.reviewer("ann").approves();
  await story.stranger("mallory").pushes();
  expect(story.checks.running).toEqual([]);
  await story.passes(60);
  expect([story.checks.running, story.landed()]).toEqual([[], []]);
});

test("a stranger's change lands when a colleague asks for that, once it is green", async () => {
  proves("R-STRANGERS-CODE");
  const story = await aStrangersChange();
  await story.asksToLand();
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
});

test("a colleague's own change is checked and lands by itself", async () => {
  proves("R-LANDS");
  const story = await aStory(handsOff);
  await story.reviewer("ann").opensAChange({ isFromFork: false });
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
});

test("a fork's branch that is called like the session's never becomes its change", async () => {
  proves("R-STRANGERS-CODE");
  const story = await aStory(handsOff);
  await story.issue("Add a login page");
  await story.stranger("mallory").opensAChange({ branch: "agent/add-a-login-page" });
  await story.stranger("mallory").closesTheChange();
  expect(story.isWorking()).toBe(true);
  await story.agentCommits();
  expect(story.change).toMatchObject({ branch: "agent/add-a-login-page", session: story.session });
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
});
