/** Reviewers ask, agents change and answer, and people stay in charge of how often. */
import { expect, test } from "vitest";
import { headOf } from "../world/forge-state.ts";
import { proves } from "./proves.ts";
import { aStory, type Story } from "./story.ts";

/** A green change that waits for its review. */
async function aGreenChange(story: Story): Promise<void> {
  await story.issue("Add a login page", { text: "With a password field." });
  await story.agentCommits();
  await story.checksSettle();
}

test("a request for changes reaches the agent in the reviewer's words, with the task", async () => {
  proves("R-EVIDENCE", "R-TASK");
  const story = await aStory();
  await aGreenChange(story);
  await story.reviewer("ann").requestsChanges("The button should be green.");
  expect(story.said()[1]).toContain("ann:\nThe button should be green.");
  expect(story.said()[1]).toContain("With a password field.");
});

test("a review is over when no thread is open: the next request begins to count anew", async () => {
  proves("R-REVIEW-OVER");
  const story = await aStory({
    rules: { reactions: { "changes-requested": { retriesMax: 1 } }, policy: { approvals: 2 } },
  });
  await aGreenChange(story);
  await story.reviewer("ann").requestsChanges("The button should be green.");
  await story.agentCommits();
  await story.checksSettle();
  await story.reviewer("ann").approves();
  await story.restartDaemon();
  await story.reviewer("bob").requestsChanges("And round.");
  expect(story.said()[2]).toContain("And round.");
  expect(story.told()).toEqual([]);
});

test("a review with an open thread is not over: the next round escalates when the retries are used up", async () => {
  proves("R-REVIEW-OVER", "R-RETRIES");
  const story = await aStory({ rules: { reactions: { "changes-requested": { retriesMax: 1 } } } });
  await aGreenChange(story);
  await story.reviewer("ann").requestsChanges("The button should be green.");
  await story.agentEnds({ kind: "done" }, { words: "It is green already." });
  await story.restartDaemon();
  await story.reviewer("ann").comments("It is blue.");
  expect(story.said()).toHaveLength(2);
  expect(story.told()).toEqual(["review"]);
});

test("the same open thread is told once, on whatever head", async () => {
  proves("R-TOLD-ONCE");
  const story = await aStory({ rules: { policy: { approvals: 2 } } });
  await aGreenChange(story);
  await story.reviewer("ann").requestsChanges("The button should be green.");
  await story.agentEnds({ kind: "done" }, { words: "It is green already." });
  await story.reviewer("bob").pushes();
  await story.checksSettle();
  await story.restartDaemon();
  await story.reviewer("bob").approves();
  expect(story.said()).toHaveLength(2);
});

test("a review that comes while the agent answers the one before is told without its remarks", async () => {
  proves("R-TOLD-ONCE");
  const story = await aStory({ rules: { policy: { approvals: 2 } } });
  await aGreenChange(story);
  await story.reviewer("ann").requestsChanges("The button should be green.");
  await story.reviewer("ann").requestsChanges("And round.");
  await story.restartDaemon();
  await story.agentEnds({ kind: "done" }, { words: "It is green already." });
  expect(story.said()).toHaveLength(3);
  expect(story.said()[2]).toContain("And round.");
  expect(story.said()[2]).not.toContain("green");
});

test("after a round each thread has the agent's answer with its commit, and is resolved", async () => {
  proves("R-THREADS-ANSWERED");
  const story = await aStory({ answersAreThreads: true });
  await aGreenChange(story);
  await story.reviewer("bob").comments("Mind the margin.");
  await story.agentCommits({ words: "Made room." });
  await story.reviewer("ann").requestsChanges("The button should be green.");
  await story.agentCommits({ words: "Painted it." });
  const answers = story.change.threads.filter(({ author }) => author.kind === "self");
  expect(answers.map(({ text }) => text.split("\n")[0])).toEqual(["Made room.", "Painted it."]);
  expect(answers[1]?.text).toContain(`Changed in ${headOf(story.change).commit}`);
  expect(story.change.threads.filter(({ author, open }) => author.kind !== "self" && open)).toEqual([]);
});

test("a round without a commit is answered with the agent's reason, and left open for the reviewer", async () => {
  proves("R-THREADS-ANSWERED");
  const story = await aStory({ answersAreThreads: true });
  await aGreenChange(story);
  await story.reviewer("ann").requestsChanges("The button should be green.");
  await story.agentEnds({ kind: "done" }, { words: "It is green already." });
  const [asked, answered] = story.change.threads;
  expect(asked?.open).toBe(true);
  expect(answered).toMatchObject({ author: { kind: "self" }, text: "It is green already." });
});

test("our own answers, which the forge shows as open threads, are not fed back to the agent", async () => {
  proves("R-OWN-WORDS");
  const story = await aStory({ answersAreThreads: true });
  await aGreenChange(story);
  await story.reviewer("ann").requestsChanges("The button should be green.");
  await story.agentCommits({ words: "Painted it." });
  await story.checksSettle();
  await story.restartDaemon();
  await story.reviewer("ann").requestsChanges("And round.");
  expect(story.said()).toHaveLength(3);
  expect(story.said().join()).not.toContain("Painted it.");
});

test("after the automatic rounds a person approves each further one", async () => {
  proves("R-APPROVAL-AFTER");
  const story = await aStory({ rules: { reactions: { "changes-requested": { approvalAfter: 1, retriesMax: 3 } } } });
  await aGreenChange(story);
  await story.reviewer("ann").requestsChanges("The button should be green.");
  await story.agentCommits();
  await story.checksSettle();
  expect(story.said()).toHaveLength(2);
  await story.reviewer("ann").requestsChanges("And round.");
  await story.restartDaemon();
  expect(story.said()).toHaveLength(2);
  expect(story.told()).toEqual(["ready to send"]);
  await story.approvesTheReaction();
  expect(story.said()[2]).toContain("And round.");
  await story.agentCommits();
  await story.checksSettle();
  await story.reviewer("ann").requestsChanges("And large.");
  expect(story.said()).toHaveLength(3);
  expect(story.told()).toEqual(["ready to send", "ready to send"]);
});

test("auto: false prepares the exact message and sends nothing before the one key", async () => {
  proves("R-AUTO-FALSE");
  const story = await aStory({ rules: { reactions: { "changes-requested": { auto: false } } } });
  await aGreenChange(story);
  await story.reviewer("ann").requestsChanges("The button should be green.");
  await story.passes(120);
  await story.restartDaemon();
  expect(story.said()).toHaveLength(1);
  expect(story.told()).toEqual(["ready to send"]);
  const { text } = story.prepared();
  expect(text).toContain("The button should be green.");
  await story.approvesTheReaction();
  expect(story.said()[1]).toBe(text);
  expect(story.messages()).toEqual(["start acknowledged", "changes-requested acknowledged"]);
});
