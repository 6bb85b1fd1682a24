import { expect, test } from "vitest";
import { proves } from "./proves.ts";
import { aStory, type Story } from "./story.ts";

async function aGreenChange(story: Story): Promise<void> {
  await story.issue("Add a login page");
  await story.agentCommits();
  await story.checksSettle();
}

// 1, lifecycle.test.ts
test("a change closed while the daemon was down ends its session too", async () => {
  proves("R-CLOSED-CHANGE");
  const story = await aStory();
  await aGreenChange(story);
  story.agentScribbles();
  await story.whileDaemonIsDown(() => story.reviewer("ann").closesTheChange());
  expect(story.hasWorkspace()).toBe(false);
  expect(story.rescued()).toBe(1);
});

test("an issue closed while the daemon was down pauses its session and asks", async () => {
  proves("R-ISSUE-CLOSED");
  const story = await aStory();
  await aGreenChange(story);
  await story.whileDaemonIsDown(() => story.issueIsClosed());
  expect(story.told()).toEqual(["issue_closed"]);
});

// 2, ci.test.ts
test("a red main that moves and stays red blames no agent", async () => {
  proves("R-BASE-BROKEN");
  const story = await aStory({ mainIsRed: true });
  await aGreenChange(story);
  await story.mainMoves({ text: "still red" });
  await story.checksSettle();
  expect(story.said()).toHaveLength(1);
  expect(story.told()).toEqual(["base red"]);
});

test("a head that fails as main does is not blamed while main is still being checked", async () => {
  proves("R-BASE-BROKEN");
  const story = await aStory();
  await aGreenChange(story);
  await story.mainMoves({ text: "broken(main)" });
  await story.reviewer("bob").pushes({ broken: ["main"] });
  await story.checksFinish("truly", story.tree);
  await story.checksFinish("truly", story.tree);
  expect(story.said()).toHaveLength(1);
});

// 3, agent.test.ts
test("a review round that leaves uncommitted files gets the nudge too", async () => {
  proves("R-DIRTY");
  const story = await aStory();
  await aGreenChange(story);
  await story.reviewer("ann").requestsChanges("The button should be green.");
  story.agentScribbles();
  await story.agentEnds();
  expect(story.said().at(-1)).toContain("Your turn ended with uncommitted files.");
});
