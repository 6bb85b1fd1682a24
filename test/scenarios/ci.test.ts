/** Checks fail: who hears of it, how often, and who does not. */
import { expect, test } from "vitest";
import { headOf } from "../world/forge-state.ts";
import { proves } from "./proves.ts";
import { aStory, type Story } from "./story.ts";

const task = { text: "With a password field." };

/** The agent has committed something broken, and the checks have said so as often as they were asked. */
async function aRedChange(story: Story): Promise<void> {
  await story.issue("Add a login page", task);
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
}

test("the agent that broke the checks reads the failure itself, and its task", async () => {
  proves("R-EVIDENCE", "R-TASK");
  const story = await aStory();
  await aRedChange(story);
  expect(story.said()).toHaveLength(2);
  expect(story.said()[1]).toContain(`broken(login) failed in tree ${story.tree}`);
  expect(story.said()[1]).toContain("With a password field.");
});

test("a message of one's own for failing checks still carries the task", async () => {
  proves("R-TASK");
  const story = await aStory({ rules: { reactions: { "ci-failed": { message: "Look: {{errors}}" } } } });
  await aRedChange(story);
  expect(story.said()[1]).toMatch(/^Look: test:\nbroken\(login\) failed/);
  expect(story.said()[1]).toContain("With a password field.");
});

test("a new failure is run once more before the agent hears of it", async () => {
  proves("R-RERUN");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits({ broken: ["login"] });
  await story.checksFinish();
  expect(story.checks.running.map(({ kind }) => kind)).toEqual(["base"]);
  await story.checksFinish();
  expect(story.said()).toHaveLength(1);
  expect(story.checks.running.map(({ tree }) => tree)).toEqual([story.tree]);
  await story.restartDaemon();
  await story.checksFinish();
  expect(story.said()).toHaveLength(2);
  expect(story.checks.running).toEqual([]);
});

test("a failure that was told before is not run again on the next head", async () => {
  proves("R-RERUN", "R-REARM");
  const story = await aStory();
  await aRedChange(story);
  await story.agentCommits({ broken: ["login"] });
  await story.checksFinish();
  expect(story.checks.running).toEqual([]);
  expect(story.said()).toHaveLength(3);
});

test("a check that passes on the re-run is recorded as flaky, and the change lands without a word to anybody", async () => {
  proves("R-FLAKY");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits();
  await story.checksFinish("flakily");
  await story.checksSettle();
  expect(story.why(story.session)).toContain("failing checks: passed on the re-run");
  await story.reviewer("ann").approves();
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
  expect(story.said()).toHaveLength(1);
  expect(story.told()).toEqual([]);
});

test("a flake does not use up one of the agent's retries", async () => {
  proves("R-FLAKY");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits();
  await story.checksFinish("flakily");
  await story.checksSettle();
  await story.reviewer("ann").requestsChanges("Rename it.");
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
  expect(story.said()[2]).toContain("attempt 1 of 2");
});

test("the same failure on the same head is told once, whatever else happens to the change", async () => {
  proves("R-TOLD-ONCE");
  const story = await aStory();
  await aRedChange(story);
  await story.reviewer("ann").adds("urgent");
  await story.mainMoves({ text: "broken(main)" });
  await story.checksSettle();
  await story.restartDaemon();
  await story.mainMoves({ text: "repaired" });
  await story.checksSettle();
  await story.reviewer("ann").approves();
  await story.agentEnds();
  expect(story.messages().filter((message) => message.startsWith("ci-failed"))).toEqual(["ci-failed acknowledged"]);
  expect(story.said().filter((text) => text.includes("broken(login)"))).toHaveLength(1);
});

test("each failed fix is told on its new head, until the retries are used up and a person is told", async () => {
  proves("R-REARM", "R-RETRIES");
  const story = await aStory();
  await aRedChange(story);
  expect(story.said()[1]).toContain("attempt 1 of 2");
  await story.restartDaemon();
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
  expect(story.said()[2]).toContain("attempt 2 of 2");
  expect(story.said()[2]).toContain(`in tree ${story.tree}`);
  expect(story.told()).toEqual([]);
  await story.restartDaemon();
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
  expect(story.said()).toHaveLength(3);
  expect(story.told()).toEqual(["ci"]);
});

test("no retries: the first failure goes to a person and never to the agent", async () => {
  proves("R-RETRIES");
  const story = await aStory({ rules: { reactions: { "ci-failed": { retriesMax: 0 } } } });
  await aRedChange(story);
  expect(story.said()).toHaveLength(1);
  expect(story.told()).toEqual(["ci"]);
});

test("green on the current head ends the trouble: the next failure begins to count anew", async () => {
  proves("R-CI-OVER");
  const story = await aStory();
  await aRedChange(story);
  await story.agentCommits();
  await story.checksSettle();
  await story.reviewer("ann").requestsChanges("Rename it.");
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
  expect(story.said().at(-1)).toContain("attempt 1 of 2");
});

test("a new head alone ends no trouble: the count goes on until the checks are green", async () => {
  proves("R-CI-OVER", "R-REARM");
  const story = await aStory();
  await aRedChange(story);
  await story.agentCommits({ broken: ["other"] });
  await story.checksSettle();
  expect(story.said().at(-1)).toContain("broken(other)");
  expect(story.said().at(-1)).toContain("attempt 2 of 2");
});

test("a green check on an old head does not make the change ready to land", async () => {
  proves("R-HEAD");
  const story = await aStory({ rules: { autonomy: "fix" } });
  story.checks.ignoresCancelling = true;
  await story.issue("Add a login page");
  await story.agentCommits();
  const oldTree = story.tree;
  await story.reviewer("bob").pushes({ broken: ["haste"] });
  await story.reviewer("ann").approves();
  await story.checksFinish("truly", oldTree);
  expect(story.told()).toEqual([]);
  expect(story.checks.running.map(({ tree }) => tree)).toEqual([story.tree]);
});

test("an approval of an old head does not land the change", async () => {
  proves("R-HEAD");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits();
  const seen = headOf(story.change).commit;
  await story.reviewer("bob").pushes();
  await story.checksSettle();
  await story.reviewer("ann").approves(seen);
  await story.checksSettle();
  expect(story.landed()).toEqual([]);
  await story.reviewer("ann").approves();
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
});

test("checks run at each new head, and the run of the older head is called off", async () => {
  proves("R-NEWEST-HEAD");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits();
  const oldTree = story.tree;
  expect(story.checks.running.map(({ tree }) => tree)).toEqual([oldTree]);
  await story.reviewer("bob").pushes();
  expect(story.checks.running.map(({ tree }) => tree)).toEqual([story.tree]);
  expect(story.checks.cancelled).toEqual([oldTree]);
});

test("a failure that main has too is told to a person once, and the agent is not blamed", async () => {
  proves("R-BASE-BROKEN");
  const story = await aStory({ mainIsRed: true });
  await story.issue("Add a login page");
  await story.agentCommits();
  expect(story.told()).toEqual([]);
  await story.checksSettle();
  expect(story.told()).toEqual(["base red"]);
  await story.restartDaemon();
  await story.reviewer("ann").adds("urgent");
  await story.checksSettle();
  expect(story.said()).toHaveLength(1);
  expect(story.told()).toEqual(["base red"]);
});

test("a main that is watched is checked after each move, though nobody needs it", async () => {
  proves("R-BASE-BROKEN");
  const story = await aStory({ mainIsRed: true, rules: { watchesBase: true } });
  expect(story.told()).toEqual(["base red"]);
});

test("what fails beside a red main is the agent's own, and told to it", async () => {
  proves("R-BASE-BROKEN");
  const story = await aStory({ mainIsRed: true });
  await aRedChange(story);
  expect(story.said()[1]).toContain("broken(login)");
});

test("a runner that goes away is asked again later and later, and nothing is counted", async () => {
  proves("R-INFRASTRUCTURE");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits({ broken: ["login"] });
  await story.checksFinish("broken");
  await story.passes(0.4);
  expect(story.checks.running).toEqual([]);
  await story.passes(0.2);
  expect(story.checks.running).toHaveLength(1);
  await story.checksFinish("broken");
  await story.restartDaemon();
  await story.passes(0.9);
  expect(story.checks.running).toEqual([]);
  await story.passes(0.2);
  await story.checksSettle();
  expect(story.said()).toHaveLength(2);
  expect(story.said()[1]).toContain("attempt 1 of 2");
  expect(story.told()).toEqual([]);
});

test("a runner that never comes back is a person's matter, and still not the agent's", async () => {
  proves("R-INFRASTRUCTURE");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits();
  for (let round = 0; round < 6; round += 1) {
    expect(story.told()).toEqual([]);
    await story.checksFinish("broken");
    await story.passes(16);
  }
  expect(story.told()).toEqual(["ci"]);
  expect(story.checks.running).toEqual([]);
  expect(story.said()).toHaveLength(1);
});

test("trouble with the review does not move the counter of the checks, nor the other way round", async () => {
  proves("R-KINDS-APART");
  const story = await aStory({ rules: { reactions: { "changes-requested": { retriesMax: 1 } } } });
  await aRedChange(story);
  await story.reviewer("ann").requestsChanges("Rename it.");
  await story.agentCommits({ broken: ["login"] });
  expect(story.said()[2]).toContain("Rename it.");
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
  expect(story.said()[3]).toContain("attempt 2 of 2");
  expect(story.told()).toEqual([]);
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
  expect(story.told()).toEqual(["ci"]);
  await story.reviewer("ann").requestsChanges("And this one.");
  expect(story.told()).toEqual(["ci", "review"]);
  expect(story.said()).toHaveLength(4);
});
