/** Pull requests as GitHub shows them: one query tells which of many moved, another the details of those. */
import { commitSha, treeSha } from "../../../domain/model/ids.ts";
import { createPageSize } from "../../remote/http/page-size.ts";
import type {
  BaseTip,
  ChangeSource,
  ChangeSummary,
  ReportedMergeability,
  SeenChange,
} from "../../remote/forge/changes/change-source.ts";
import { isUnreadContext } from "../checks/all-contexts.ts";
import { listGithubChecks } from "../checks/shown.ts";
import { DETAILS_MAX, LISTED, OVERVIEW_SIZE, OVERVIEW_SIZE_MIN, writeOverviewDocument } from "../documents.ts";
import { needWhole } from "../need-whole.ts";
import { parsePartly } from "../parse-answer.ts";
import { parseOverview, type BaseTarget, type OverviewChange } from "./parse-change.ts";
import type { GithubParts } from "./parts.ts";
import { readPulls, type ReadPull } from "./read-pulls.ts";
import { collectSaid } from "./said.ts";
import { listGithubReviews, listThreads } from "./talk.ts";

export function createGithubChangeSource(parts: GithubParts): ChangeSource {
  const { wallMs } = parts.kept;
  const size = createPageSize({ most: OVERVIEW_SIZE, least: OVERVIEW_SIZE_MIN, wallMs });
  const ofDetails = createPageSize({ most: DETAILS_MAX, least: 1, wallMs });
  return {
    detailsMax: DETAILS_MAX,
    overview: async () => {
      const open: ChangeSummary[] = [];
      let after: string | null = null;
      let base: BaseTarget = null;
      do {
        const at: string | null = after;
        const page: ReturnType<typeof parseOverview> = await size.reading((many) => readOverviewPage(parts, many, at));
        open.push(...page.changes.map((light) => summarizeChange(light, wallMs())));
        ({ base, after } = page);
      } while (after !== null);
      parts.repository.noteBase(base);
      return { base: readTip(base), open };
    },
    details: async (_ground, numbers) => {
      const seen: SeenChange[] = [];
      let base: BaseTarget = null;
      for (let left = numbers; left.length > 0;) {
        const { read, asked } = await ofDetails.reading(async (many) => {
          const some = left.slice(0, many);
          return { read: await readPulls(parts, some), asked: some.length };
        });
        ({ base } = read);
        seen.push(...[...read.pulls.values()].map((pull) => toSeenChange(parts, pull)));
        left = left.slice(asked);
      }
      return { base: readTip(base), seen };
    },
  };
}

async function readOverviewPage({ client, defaultBranch }: GithubParts, size: number, after: string | null) {
  const variables = { base: `refs/heads/${defaultBranch}`, after };
  const cost = Math.ceil((OVERVIEW_COST * size) / OVERVIEW_SIZE);
  const answer = await client.queryPartly(writeOverviewDocument(size), variables, { cost });
  return parsePartly(needWhole(answer), parseOverview);
}

/** Of a whole page. */
const OVERVIEW_COST = 3;

const readTip = (target: BaseTarget): BaseTip =>
  target === null
    ? null
    : { commit: commitSha(target.oid), tree: target.tree === undefined ? null : treeSha(target.tree.oid) };

const summarizeChange = (light: OverviewChange, nowMs: number): ChangeSummary => ({
  number: light.number,
  detailsFingerprint: fingerprintDetails(light, light.reviewThreads.items, listOverviewStates(light)),
  fingerprint: fingerprintOverview(light, nowMs),
  merges: parseMergeable(light.mergeable),
});

/** Settling a thread moves no time of GitHub's: where there are more than the overview shows, it is read this often. */
const UNSEEN_MS = 10 * 60_000;

/** All that the overview tells but `mergeable`, which GitHub computes when it likes. */
function fingerprintOverview(
  { updatedAt, headRefOid, isDraft, reviewThreads, commits }: OverviewChange,
  nowMs: number,
): string {
  const rollup = commits.at(-1)?.commit.statusCheckRollup ?? null;
  const unseen = reviewThreads.rest === null ? [] : [Math.floor(nowMs / UNSEEN_MS)];
  return JSON.stringify([updatedAt, headRefOid, isDraft, fingerprintThreads(reviewThreads.items), rollup, ...unseen]);
}

type Settled = { readonly isResolved: boolean };
const fingerprintThreads = (threads: readonly Settled[]): string =>
  threads.map(({ isResolved }) => (isResolved ? "r" : "o")).join("");

type Signed = Pick<OverviewChange, "updatedAt" | "headRefOid" | "isDraft">;

/** All that overview and details both tell. Of more checks than one page shows not all are there to be compared. */
function fingerprintDetails(
  { updatedAt, headRefOid, isDraft }: Signed,
  threads: readonly Settled[],
  states: readonly string[],
): string {
  const resolved = fingerprintThreads(threads.slice(0, PAGE));
  return JSON.stringify([updatedAt, headRefOid, isDraft, resolved, states.length < PAGE ? states.toSorted() : "many"]);
}

const PAGE = LISTED;

function listOverviewStates({ commits }: OverviewChange): readonly string[] {
  const contexts = commits.at(-1)?.commit.statusCheckRollup?.contexts;
  const counted = [...(contexts?.checkRunCountsByState ?? []), ...(contexts?.statusContextCountsByState ?? [])];
  return counted.flatMap(({ state, count }) => Array.from({ length: Math.min(count, PAGE) }, () => state));
}

function listDetailStates({ last }: ReadPull): readonly string[] {
  return (last?.contexts ?? []).map((one) =>
    one.__typename === "StatusContext" ? one.state : (one.conclusion ?? one.status),
  );
}

const parseMergeable = (said: string): ReportedMergeability =>
  said === "MERGEABLE" ? "yes" : said === "CONFLICTING" ? "no" : "unknown";

function toSeenChange(parts: GithubParts, pull: ReadPull): SeenChange {
  const { number, title, body, url, createdAt, updatedAt, mergeCommit } = pull;
  const head = commitSha(pull.headRefOid);
  const { last, unsettled, isPartial } = pull;
  const id = parts.references.change(number);
  return {
    ...{ number, title, body, url, createdAt, updatedAt, head, branch: pull.headRefName, base: pull.baseRefName },
    isFromFork: pull.isCrossRepository,
    // What is not shown cannot be compared.
    ...(last?.contexts.some(isUnreadContext) === true
      ? {}
      : { detailsFingerprint: fingerprintDetails(pull, pull.reviewThreads, listDetailStates(pull)) }),
    ...{ isPartial, ...(unsettled === null ? {} : { unsettled }) },
    tree: last?.oid === pull.headRefOid ? treeSha(last.tree.oid) : null,
    state: toChangeState(pull),
    landed: mergeCommit === null ? null : { commit: commitSha(mergeCommit.oid), tree: treeSha(mergeCommit.tree.oid) },
    merges: parseMergeable(pull.mergeable),
    labels: pull.labels.map((label) => label.name),
    about: async (at) => ({
      author: await parts.people.authorOf(pull.author, body),
      reviews: await listGithubReviews(parts.people, pull),
      threads: await listThreads(parts.people, id, pull),
      said: await collectSaid(parts.people, id, pull),
      checks: await listGithubChecks(parts, pull, at),
    }),
  };
}

function toChangeState({ state, isDraft }: ReadPull): SeenChange["state"] {
  if (state === "MERGED") return "landed";
  if (state === "CLOSED") return "closed";
  return isDraft ? "draft" : "open";
}
