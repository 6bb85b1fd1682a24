/** GitHub's own CI: check runs and commit statuses. */
import type { CheckSource } from "../../remote/forge/results.ts";
import type { GithubParts } from "../changes/parts.ts";
import { Pages } from "../changes/pages.ts";
import { parseCommit } from "../changes/parse-change.ts";
import { commitDocument } from "../documents.ts";
import { parsePartly } from "../parse-answer.ts";
import { allContexts } from "./all-contexts.ts";
import { failureOf } from "./failure.ts";
import { namedContexts, type NamedContext } from "./verdict.ts";

export const githubCi = (parts: GithubParts): CheckSource<NamedContext> => ({
  look: async (commit) => {
    const answer = await parts.client.queryPartly(commitDocument, { oid: commit });
    const read = parsePartly(answer, parseCommit);
    const { gaps } = answer;
    if (read === null) return [];
    return namedContexts((await allContexts(parts.client, new Pages(), read, gaps)).contexts);
  },
  failureOf: (check) => failureOf(parts, check),
  againPath: ({ id, context }) => {
    if (context.__typename !== "CheckRun") return null;
    const run = context.checkSuite.workflowRun?.databaseId ?? null;
    return run === null ? `check-runs/${id}/rerequest` : `actions/runs/${run}/rerun-failed-jobs`;
  },
  howToRun: `Let your workflows run there: on: { push: { branches: ["ao-candidate/**"] } }.`,
});
