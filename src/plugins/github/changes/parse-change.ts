import * as z from "zod";
import type { Actor } from "../authors.ts";
import { parsed } from "../parse-answer.ts";
import { definePage } from "./parse-page.ts";

const defineNodes = <T extends z.ZodType>(shape: T) => definePage(shape).transform(({ items }) => items);

const actor = z
  .object({ __typename: z.string(), login: z.string() })
  .nullable()
  .transform((one): Actor => (one === null ? null : { login: one.login, isBot: one.__typename === "Bot" }));

const counts = z.array(z.object({ state: z.string(), count: z.int() })).nullable();

const light = z.object({
  number: z.int(),
  updatedAt: z.string(),
  headRefOid: z.string(),
  mergeable: z.string(),
  isDraft: z.boolean(),
  reviewThreads: definePage(z.object({ isResolved: z.boolean() })),
  commits: defineNodes(
    z.object({
      commit: z.object({
        oid: z.string(),
        statusCheckRollup: z
          .object({
            state: z.string(),
            contexts: z.object({ checkRunCountsByState: counts, statusContextCountsByState: counts }),
          })
          .nullable(),
      }),
    }),
  ),
});

const base = z
  .object({
    target: z
      .object({
        oid: z.string(),
        tree: z.object({ oid: z.string() }).optional(),
        statusCheckRollup: z.object({ state: z.string() }).nullable().optional(),
      })
      .nullable(),
  })
  .nullable()
  .transform((ref) => ref?.target ?? null);

const overview = z.object({
  repository: z.object({
    ref: base,
    pullRequests: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z.array(light.nullable()).nullable(),
    }),
  }),
});

export type OverviewChange = z.output<typeof light>;
export type BaseTarget = z.output<typeof base>;

export function parseOverview(data: unknown) {
  const { ref, pullRequests } = parsed(overview, data).repository;
  const { pageInfo, nodes: listed } = pullRequests;
  return {
    base: ref,
    changes: (listed ?? []).flatMap((one) => (one === null ? [] : [one])),
    after: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

const checkRun = z.object({
  __typename: z.literal("CheckRun"),
  databaseId: z.int().nullable(),
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullable(),
  title: z.string().nullable(),
  summary: z.string().nullable(),
  detailsUrl: z.string().nullable(),
  checkSuite: z.object({
    app: z.object({ slug: z.string() }).nullable(),
    workflowRun: z.object({ databaseId: z.int().nullable(), workflow: z.object({ name: z.string() }) }).nullable(),
  }),
});

const statusContext = z.object({
  __typename: z.literal("StatusContext"),
  context: z.string(),
  state: z.string(),
  description: z.string().nullable(),
  targetUrl: z.string().nullable(),
});

/** Null: nothing was ever said of that commit, or the answer lacks it. */
const rollup = z
  .object({ contexts: definePage(z.discriminatedUnion("__typename", [checkRun, statusContext])) })
  .nullable()
  .transform((one) => one?.contexts ?? null);

export type ReadContext = z.output<typeof checkRun> | z.output<typeof statusContext>;

const commit = z.object({ oid: z.string(), tree: z.object({ oid: z.string() }), statusCheckRollup: rollup });

const remark = z.object({
  body: z.string(),
  createdAt: z.string(),
  author: actor,
  /** Of a remark in a thread: whether it was sent. */
  state: z.string().optional(),
  /** Of a remark in a thread: the head it was made on. */
  originalCommit: z.object({ oid: z.string() }).nullable().optional(),
});

const review = z.object({
  id: z.string(),
  state: z.string(),
  body: z.string(),
  submittedAt: z.string().nullable(),
  author: actor,
  commit: z.object({ oid: z.string() }).nullable(),
});

const thread = z.object({
  id: z.string(),
  isResolved: z.boolean(),
  path: z.string(),
  line: z.int().nullable(),
  originalLine: z.int().nullable(),
  comments: definePage(remark),
});

const pull = z.object({
  id: z.string(),
  url: z.string(),
  number: z.int(),
  title: z.string(),
  body: z.string(),
  state: z.enum(["OPEN", "CLOSED", "MERGED"]),
  isDraft: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  headRefName: z.string(),
  headRefOid: z.string(),
  baseRefName: z.string(),
  isCrossRepository: z.boolean(),
  mergeable: z.string(),
  author: actor,
  mergeCommit: z.object({ oid: z.string(), tree: z.object({ oid: z.string() }) }).nullable(),
  labels: defineNodes(z.object({ name: z.string() })),
  reviews: definePage(review),
  reviewThreads: definePage(thread),
  comments: definePage(remark),
  commits: defineNodes(z.object({ commit })),
});

/** With the first page of each of its lists. */
export type PullPage = z.output<typeof pull>;
export type ThreadPage = z.output<typeof thread>;
export type ReadReview = z.output<typeof review>;
export type ReadRemark = z.output<typeof remark>;
export type CommitPage = z.output<typeof commit>;

/** By number; those that are not there are left out. */
export function parseDetails(data: unknown): {
  readonly base: BaseTarget;
  readonly pulls: ReadonlyMap<number, PullPage>;
} {
  const { repository } = parsed(z.object({ repository: z.looseObject({ ref: base }) }), data);
  const { ref, ...others } = repository;
  const pulls = Object.values(others).flatMap((one) => (one === null ? [] : [parsed(pull, one)]));
  return { base: ref, pulls: new Map(pulls.map((one) => [one.number, one])) };
}

const withCommit = z.object({ repository: z.object({ object: commit.nullable() }) });

export const parseCommit = (data: unknown) => parsed(withCommit, data).repository.object;

const defineMore = <T extends z.ZodType>(shape: T) => {
  const within = z.object({ page: definePage(shape) }).nullable();
  return z
    .union([z.object({ repository: z.object({ pullRequest: within }) }), z.object({ node: within })])
    .transform((data) => ("node" in data ? data.node : data.repository.pullRequest)?.page ?? null);
};

/** Null: what they belong to is not there any more. */
export const parseMoreThreads = (data: unknown) => parsed(defineMore(thread), data);
export const parseMoreReviews = (data: unknown) => parsed(defineMore(review), data);
export const parseMoreRemarks = (data: unknown) => parsed(defineMore(remark), data);

const reverted = z.object({
  revertPullRequest: z.object({ revertPullRequest: z.object({ number: z.int() }).nullable() }).nullable(),
});

export const parseReverted = (data: unknown): number | null =>
  parsed(reverted, data).revertPullRequest?.revertPullRequest?.number ?? null;

const listedPull = z.object({
  number: z.int(),
  title: z.string(),
  body: z
    .string()
    .nullable()
    .default(null)
    .transform((text) => text ?? ""),
  state: z.string(),
  head: z.object({
    ref: z.string(),
    sha: z.string(),
    /** Null: the fork is gone. */
    repo: z.object({ full_name: z.string() }).nullable(),
  }),
  base: z.object({ ref: z.string() }),
});

export type ListedPull = z.output<typeof listedPull>;

export const parsePull = (body: unknown) => parsed(listedPull, body);
export const parsePulls = (body: unknown) => parsed(z.array(listedPull), body);

const mergedPull = z.object({ sha: z.string() });

/** The commit it landed as. */
export const parseMerged = (body: unknown): string => parsed(mergedPull, body).sha;

const described = z.object({ body: z.string().nullable() });

export const parseBody = (body: unknown): string => parsed(described, body).body ?? "";
