/** Branches that no longer merge, and messages that are no longer true when their turn comes. */
import { expect, test } from "vitest";
import { proves } from "./proves.ts";
import { aStory, WORK_FILE, type Story } from "./story.ts";

async function aGreenChange(story: Story): Promise<void> {
  await story.issue("Add a login page", { text: "With a password field." });
  await story.agentCommits();
  await story.checksSettle();
}

const oneTry = { reactions: { "merge-conflicts": { retriesMax: 1 }, "ci-failed": { retriesMax: 1 } } } as const;

test("a conflict goes to the agent with the paths that collide, and its merge lands", async () => {
  proves("R-EVIDENCE", "R-TASK");
  const story = await aStory();
  await aGreenChange(story);
  await story.mainMoves({ file: WORK_FILE, text: "theirs" });
  expect(story.said()[1]).toContain(WORK_FILE);
  expect(story.said()[1]).toContain("With a password field.");
  await story.agentMergesMain();
  await story.checksSettle();
  await story.reviewer("ann").approves();
  await story.checksSettle();
  expect(story.landed()).toEqual([story.change.id]);
});

test("a conflict is over when the merge is clean: the next one begins to count anew", async () => {
  proves("R-CONFLICT-OVER");
  const story = await aStory({ rules: oneTry });
  await aGreenChange(story);
  await story.mainMoves({ file: WORK_FILE, text: "theirs" });
  await story.agentMergesMain();
  await story.checksSettle();
  await story.restartDaemon();
  await story.mainMoves({ file: WORK_FILE, text: "theirs again" });
  expect(story.said()).toHaveLength(3);
  expect(story.told()).toEqual([]);
});

test("a head that still does not merge leaves the conflict open, and the used-up retries go to a person", async () => {
  proves("R-CONFLICT-OVER", "R-RETRIES");
  const story = await aStory({ rules: oneTry });
  await aGreenChange(story);
  await story.mainMoves({ file: WORK_FILE, text: "theirs" });
  await story.restartDaemon();
  await story.agentCommits();
  await story.checksSettle();
  expect(story.said()).toHaveLength(2);
  expect(story.told()).toEqual(["conflict"]);
});

test("a message that a newer head made stale is dropped unread, and its attempt given back", async () => {
  proves("R-GIVEN-BACK", "R-HEAD");
  const story = await aStory({ rules: oneTry });
  await story.issue("Add a login page");
  await story.agentCommits({ broken: ["login"] });
  await story.order({ kind: "pause", session: story.session });
  await story.checksSettle();
  const staleTree = story.tree;
  expect(story.messages().at(-1)).toBe("ci-failed queued");
  await story.restartDaemon();
  await story.reviewer("bob").pushes({ broken: ["haste"] });
  await story.checksSettle();
  await story.order({ kind: "resume", session: story.session });
  expect(story.said()).toHaveLength(2);
  expect(story.said()[1]).toContain("attempt 1 of 1");
  expect(story.said()[1]).not.toContain(staleTree);
  expect(story.told()).toEqual([]);
});

test("a message that the agent never read gives its attempt back", async () => {
  proves("R-GIVEN-BACK", "R-ACKNOWLEDGED");
  const reactions = { ...oneTry.reactions, "agent-exited": { retriesMax: 9 } } as const;
  const story = await aStory({ rules: { reactions } });
  await story.issue("Add a login page");
  await story.agentCommits({ broken: ["login"] });
  story.agent.start = "dies";
  await story.checksSettle();
  await story.passes(1);
  expect(story.messages().at(-1)).toBe("ci-failed failed");
  expect(story.told()).toEqual(["exited"]);
  story.agent.start = "reads";
  await story.restartDaemon();
  await story.order({ kind: "resume", session: story.session });
  await story.reviewer("bob").pushes({ broken: ["haste"] });
  await story.checksSettle();
  expect(story.said()[1]).toContain("attempt 1 of 1");
  expect(story.told()).toEqual(["exited"]);
});
