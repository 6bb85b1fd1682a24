/** Green and approved: what lands by itself, and what waits for a person. */
import { expect, test } from "vitest";
import { proves } from "./proves.ts";
import { aStory, type Story } from "./story.ts";

async function aGreenChange(story: Story): Promise<void> {
  await story.issue("Add a login page", { text: "With a password field." });
  await story.agentCommits();
  await story.checksSettle();
}

test("a change lands by itself once it is green and approved, over a restart in the middle", async () => {
  proves("R-LANDS");
  const story = await aStory();
  await aGreenChange(story);
  expect(story.landed()).toEqual([]);
  await story.reviewer("ann").approves();
  await story.restartDaemon();
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
  expect(story.hasWorkspace()).toBe(false);
});

test("an approved change that is red does not land", async () => {
  proves("R-LANDS");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits({ broken: ["login"] });
  await story.reviewer("ann").approves();
  await story.checksSettle();
  expect(story.landed()).toEqual([]);
});

test("under autonomy fix the same change waits for a person, and lands when one asks", async () => {
  proves("R-LANDS");
  const story = await aStory({ rules: { autonomy: "fix" } });
  await aGreenChange(story);
  await story.reviewer("ann").approves();
  await story.checksSettle();
  await story.passes(60);
  expect(story.landed()).toEqual([]);
  expect(story.told()).toEqual(["ready to land"]);
  await story.asksToLand();
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
});

test("approved-and-green without auto lands nothing by itself, even under autonomy land", async () => {
  proves("R-LANDS");
  const story = await aStory({ rules: { reactions: { "approved-and-green": { auto: false } } } });
  await aGreenChange(story);
  await story.reviewer("ann").approves();
  await story.checksSettle();
  expect(story.landed()).toEqual([]);
});

test("approved-and-green: notify tells a person once for each head", async () => {
  proves("R-READY");
  const story = await aStory({ rules: { reactions: { "approved-and-green": { action: { kind: "notify" } } } } });
  await aGreenChange(story);
  await story.reviewer("ann").approves();
  expect(story.told()).toEqual(["ready to land"]);
  await story.restartDaemon();
  await story.reviewer("bob").approves();
  await story.reviewer("bob").adds("nice");
  await story.passes(120);
  expect(story.told()).toEqual(["ready to land"]);
  await story.reviewer("bob").pushes();
  await story.checksSettle();
  expect(story.told()).toEqual(["ready to land"]);
  await story.reviewer("ann").approves();
  expect(story.told()).toEqual(["ready to land", "ready to land"]);
  expect(story.landed()).toEqual([]);
});

test("green alone and red together with main goes back to the agent and does not land", async () => {
  proves("R-EVIDENCE");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits({ file: "left(1)" });
  await story.checksSettle();
  await story.mainMoves({ text: "right(1)" });
  await story.checksSettle();
  await story.reviewer("ann").approves();
  await story.checksSettle();
  expect(story.landed()).toEqual([]);
  expect(story.said()[1]).toContain("clash(1)");
});

test("on a red main lands what mends it", async () => {
  proves("R-BASE-BROKEN");
  const story = await aStory({ rules: { watchesBase: true } });
  await story.mainMoves({ text: "broken(main)" });
  await story.checksSettle();
  await story.issue("Mend main");
  await story.agentCommits({ mendsMain: true });
  await story.checksSettle();
  await story.reviewer("ann").approves();
  await story.checksSettle();
  expect([story.landed(), story.told()]).toEqual([[story.change.id], ["base red"]]);
});

test("what does not mend a red main is tried on it once, and lands when main is green; nobody is blamed", async () => {
  proves("R-BASE-BROKEN");
  const story = await aStory();
  await aGreenChange(story);
  await story.mainMoves({ text: "broken(main)" });
  await story.checksSettle();
  await story.reviewer("ann").approves();
  await story.checksSettle();
  await story.restartDaemon();
  await story.passes(30);
  await story.checksSettle();
  expect([story.landed(), story.said().length, story.told()]).toEqual([[], 1, ["base red"]]);
  expect(story.triedToLand()).toBe(1);
  await story.mainMoves({ text: "repaired" });
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
});

const needsTests = { kind: "compare", name: "label", operator: "==", value: "needs-tests" } as const;

test("a label that meets the condition is answered once, however often it comes and goes", async () => {
  proves("R-LABEL");
  const rule = { action: { kind: "send-to-agent" }, condition: needsTests, message: "Please add tests." } as const;
  const story = await aStory({ rules: { reactions: { "label-added": rule } } });
  await aGreenChange(story);
  await story.reviewer("ann").adds("nice");
  expect(story.said()).toHaveLength(1);
  await story.reviewer("ann").adds("needs-tests");
  expect(story.said()[1]).toContain("Please add tests.");
  expect(story.said()[1]).toContain("With a password field.");
  await story.agentCommits();
  await story.checksSettle();
  await story.restartDaemon();
  await story.reviewer("ann").removes("needs-tests");
  await story.reviewer("ann").adds("docs");
  await story.reviewer("ann").adds("needs-tests");
  await story.passes(60);
  expect(story.said()).toHaveLength(2);
});

test("what waited for a checkout until a freeze began lands when the freeze is over", async () => {
  proves("R-LANDS");
  const story = await aStory({ rules: { policy: { freeze: [{ from: 20, to: 180 }] } } });
  const [project] = story.world.projects;
  if (project === undefined) throw new Error("the world has no project");
  project.forge.blockedPaths = ["notes.txt"];
  await aGreenChange(story);
  await story.reviewer("ann").approves();
  await story.checksSettle();
  await story.passes(30);
  project.forge.blockedPaths = [];
  await story.passes(60);
  expect(story.landed()).toEqual([]);
  await story.passes(180);
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
});
