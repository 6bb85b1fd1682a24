/** GitHub's own CI: check runs and commit statuses. */
import type { CheckSource } from "../../remote/forge/checks/results.ts";
import type { GithubParts } from "../changes/parts.ts";
import { GraphqlPages } from "../changes/pages.ts";
import { parseCommit } from "../changes/parse-change.ts";
import { commitDocument } from "../documents.ts";
import { parsePartly } from "../parse-answer.ts";
import { readAllContexts } from "./all-contexts.ts";
import { readGithubFailure } from "./failure.ts";
import { nameContexts, type NamedContext } from "./verdict.ts";

export const createGithubCheckSource = (parts: GithubParts): CheckSource<NamedContext> => ({
  look: async (commit) => {
    const answer = await parts.client.queryPartly(commitDocument, { oid: commit });
    const read = parsePartly(answer, parseCommit);
    const { gaps } = answer;
    if (read === null) return [];
    return nameContexts((await readAllContexts(parts.client, new GraphqlPages(), read, gaps)).contexts);
  },
  failureOf: (check) => readGithubFailure(parts, check),
  againPath: ({ id, context }) => {
    if (context.__typename !== "CheckRun") return null;
    const run = context.checkSuite.workflowRun?.databaseId ?? null;
    return run === null ? `check-runs/${id}/rerequest` : `actions/runs/${run}/rerun-failed-jobs`;
  },
  howToRun: `Let your workflows run there: on: { push: { branches: ["ao-candidate/**"] } }.`,
});
