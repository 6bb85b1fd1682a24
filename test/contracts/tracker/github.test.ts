import { issueId } from "../../../src/domain/ids.ts";
import { makeGithub } from "../../fakes/github/a-github.ts";
import { describeDeskContract, describeMovesContract, describeTrackerContract, type MovesSubject } from "../tracker.ts";

describeTrackerContract("GitHub", makeSubject);

describeMovesContract("GitHub", makeSubject);

describeDeskContract("GitHub", makeSubject);

async function makeSubject(): Promise<MovesSubject> {
  const { fake, forge, again, dispose } = await makeGithub({ users: { mallory: "read" } });
  const { world } = fake;
  const numberOf = (issue: string): number => Number(issue.slice(issue.indexOf("#") + 1));
  const idOf = ({ number }: { readonly number: number }) => issueId(`shop#${number}`);
  return {
    plugin: forge.tracker,
    afterDaemonDeath: async () => again().tracker,
    createIssue: async ({ title, text }) => idOf(world.openIssue({ title, body: text })),
    createAsStranger: async ({ title, text }) => idOf(world.openIssue({ title, body: text, author: "mallory" })),
    editIssue: async (issue, text) => world.editIssue(numberOf(issue), { body: text }),
    reopenIssue: async (issue) => world.editIssue(numberOf(issue), { state: "open", stateReason: "reopened" }),
    shownFor: async (issue) => (world.find(numberOf(issue))?.labels ?? []).join(", "),
    shows: {
      started: "ao: working",
      change_opened: "ao: in review",
      escalated: "ao: needs you",
      stopped: "ao: stopped",
    },
    linksOf: async (issue) =>
      (world.find(numberOf(issue))?.comments ?? []).flatMap(({ body }) => /\((https:[^)]+)\)/.exec(body)?.[1] ?? []),
    dispose,
  };
}
