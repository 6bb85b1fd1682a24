/** Checks fail: who hears of it, how often, and who does not. */
import { expect, test } from "vitest";
import { proves } from "./proves.ts";
import { aStory, type Story } from "./story.ts";

const withoutReview = { policy: { approvals: 0 } } as const;

/** The agent has committed something broken, and was told. */
async function aRedChange(story: Story): Promise<void> {
  await story.issue("Add a login page", { text: "With a password field." });
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
}

test("the agent that broke the checks reads the failure itself, and its task", async () => {
  proves("R-EVIDENCE", "R-TASK");
  const story = await aStory();
  await aRedChange(story);
  expect(story.said()).toHaveLength(2);
  expect(story.said()[1]).toContain("broken(login) failed");
  expect(story.said()[1]).toContain("With a password field.");
});
