/** Pull requests as GitHub shows them: one query tells which of many moved, another the details of those. */
import { commitSha, treeSha } from "../../../domain/ids.ts";
import type { BaseTip, ChangeSource, Glance, SaidToMerge, SeenChange } from "../../remote/forge/change-source.ts";
import { checksOf } from "../checks/shown.ts";
import { DETAILS_MAX, detailsDocument, overviewDocument } from "../documents.ts";
import { parseDetails, parseOverview, type BaseTarget, type LightChange, type ReadPull } from "./parse-change.ts";
import type { GithubParts } from "./parts.ts";
import { saidAbout } from "./said.ts";
import { reviewsOf, threadsOf } from "./talk.ts";

export function githubSource(parts: GithubParts): ChangeSource {
  const variables = { base: `refs/heads/${parts.defaultBranch}` };
  return {
    detailsMax: DETAILS_MAX,
    overview: async () => {
      const open: Glance[] = [];
      let after: string | null = null;
      let base: BaseTarget = null;
      do {
        const data = await parts.client.query(overviewDocument, { ...variables, after }, OVERVIEW_COST);
        const page = parseOverview(data);
        open.push(...page.changes.map(glanceOf));
        ({ base, after } = page);
      } while (after !== null);
      parts.repository.noteBase(base);
      return { base: tipOf(base), open };
    },
    details: async (_ground, numbers) => {
      const { base, pulls } = parseDetails(
        await parts.client.query(detailsDocument(numbers), variables, numbers.length),
      );
      return { base: tipOf(base), seen: [...pulls.values()].map((pull) => seenOf(parts, pull)) };
    },
  };
}

const OVERVIEW_COST = 3;

const tipOf = (target: BaseTarget): BaseTip =>
  target === null
    ? null
    : { commit: commitSha(target.oid), tree: target.tree === undefined ? null : treeSha(target.tree.oid) };

const glanceOf = (light: LightChange): Glance => ({
  number: light.number,
  sign: signOf(light, countedIn(light)),
  light: lightOf(light),
  merges: mergesOf(light.mergeable),
});

/** All that the overview tells but `mergeable`, which GitHub computes when it likes. */
function lightOf({ updatedAt, headRefOid, isDraft, reviewThreads, commits }: LightChange): string {
  const resolved = reviewThreads.map(({ isResolved }) => (isResolved ? "r" : "o")).join("");
  const rollup = commits.at(-1)?.commit.statusCheckRollup ?? null;
  return JSON.stringify([updatedAt, headRefOid, isDraft, resolved, rollup]);
}

type Signed = Pick<LightChange, "updatedAt" | "headRefOid" | "isDraft" | "reviewThreads">;

/** All that overview and details both tell. Of more checks than one page shows not all are there to be compared. */
function signOf({ updatedAt, headRefOid, isDraft, reviewThreads }: Signed, states: readonly string[]): string {
  const resolved = reviewThreads.map(({ isResolved }) => (isResolved ? "r" : "o")).join("");
  return JSON.stringify([updatedAt, headRefOid, isDraft, resolved, states.length < PAGE ? states.toSorted() : "many"]);
}

const PAGE = 100;

function countedIn({ commits }: LightChange): readonly string[] {
  const contexts = commits.at(-1)?.commit.statusCheckRollup?.contexts;
  const counted = [...(contexts?.checkRunCountsByState ?? []), ...(contexts?.statusContextCountsByState ?? [])];
  return counted.flatMap(({ state, count }) => Array.from({ length: Math.min(count, PAGE) }, () => state));
}

function statesIn({ commits }: ReadPull): readonly string[] {
  const contexts = commits.at(-1)?.commit.statusCheckRollup ?? [];
  return contexts.map((one) => (one.__typename === "StatusContext" ? one.state : (one.conclusion ?? one.status)));
}

const mergesOf = (said: string): SaidToMerge =>
  said === "MERGEABLE" ? "yes" : said === "CONFLICTING" ? "no" : "unknown";

function seenOf(parts: GithubParts, pull: ReadPull): SeenChange {
  const { number, title, body, url, createdAt, updatedAt, mergeCommit } = pull;
  const head = commitSha(pull.headRefOid);
  const last = pull.commits.at(-1)?.commit;
  const id = parts.references.change(number);
  return {
    ...{ number, title, body, url, createdAt, updatedAt, head, branch: pull.headRefName, base: pull.baseRefName },
    sign: signOf(pull, statesIn(pull)),
    tree: last?.oid === pull.headRefOid ? treeSha(last.tree.oid) : null,
    state: stateOf(pull),
    landed: mergeCommit === null ? null : { commit: commitSha(mergeCommit.oid), tree: treeSha(mergeCommit.tree.oid) },
    merges: mergesOf(pull.mergeable),
    labels: pull.labels.map((label) => label.name),
    about: async (at) => ({
      author: await parts.people.authorOf(pull.author, body),
      reviews: await reviewsOf(parts.people, pull),
      threads: await threadsOf(parts.people, id, pull),
      said: await saidAbout(parts.people, id, pull),
      checks: await checksOf(parts, pull, at),
    }),
  };
}

function stateOf({ state, isDraft }: ReadPull): SeenChange["state"] {
  if (state === "MERGED") return "landed";
  if (state === "CLOSED") return "closed";
  return isDraft ? "draft" : "open";
}
