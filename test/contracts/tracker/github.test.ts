import { issueId } from "../../../src/domain/ids.ts";
import { makeGithub } from "../../fakes/github/a-github.ts";
import { describeTrackerContract } from "../tracker.ts";

describeTrackerContract("GitHub", async () => {
  const { fake, forge, again, dispose } = await makeGithub();
  const numberOf = (issue: string): number => Number(issue.slice(issue.indexOf("#") + 1));
  return {
    plugin: forge.tracker,
    afterDaemonDeath: async () => again().tracker,
    createIssue: async ({ title, text }) => issueId(`shop#${fake.world.openIssue({ title, body: text }).number}`),
    editIssue: async (issue, text) => fake.world.editIssue(numberOf(issue), { body: text }),
    reopenIssue: async (issue) => fake.world.editIssue(numberOf(issue), { state: "open", stateReason: "reopened" }),
    dispose,
  };
});
