/** What the repository itself says of checks: does it run any, and which must be green before GitHub merges? */
import * as z from "zod";
import type { BaseTarget } from "../changes/parse-change.ts";
import type { GithubClient } from "../client.ts";
import type { KeptFile } from "../../remote/forge/kept-file.ts";
import { toRemoteResult, needRemote } from "../../remote/forge/trouble.ts";
import type { RemoteResult } from "../../remote/http/remote-result.ts";
import { branchQueueDocument } from "../documents.ts";
import { parsed } from "../parse-answer.ts";

export type RepositoryFacts = {
  readonly noteBase: (base: BaseTarget) => void;
  readonly noteChecks: () => void;
  /** Checks were seen on the base itself. */
  readonly checksBase: () => boolean;
  /** False: nothing ever ran there, and nothing is set up to. */
  readonly hasChecks: () => Promise<boolean>;
  /** By branch protection and rulesets, as far as we may read them. */
  readonly required: () => Promise<readonly string[]>;
  /** Its rules may have changed: they are read again. */
  readonly forgetRules: () => void;
  /** Nothing is merged there but by GitHub's own merge queue. */
  readonly hasQueue: () => Promise<boolean>;
};

const ASKED_AGAIN_MS = 60 * 60_000;
const SEEN = "repository";

export function createRepository(client: GithubClient, kept: KeptFile, branch: string): RepositoryFacts {
  let asked: (Ruled & { readonly atMs: number; readonly hasWorkflows: boolean }) | null = null;
  const look = async () => {
    if (asked !== null && Math.abs(kept.wallMs() - asked.atMs) < ASKED_AGAIN_MS) return asked;
    const [hasWorkflows, ruled] = [await findWorkflows(client), await readRules(client, branch)];
    asked = { atMs: kept.wallMs(), hasWorkflows, ...ruled };
    return asked;
  };
  const noteChecks = (): void => {
    if (kept.get(SEEN, "checks") === null) kept.put(SEEN, "checks", {});
  };
  return {
    noteChecks,
    noteBase: (base) => {
      if (base?.statusCheckRollup === null || base?.statusCheckRollup === undefined) return;
      noteChecks();
      if (kept.get(SEEN, "base") === null) kept.put(SEEN, "base", {});
    },
    checksBase: () => kept.get(SEEN, "base") !== null,
    hasChecks: async () => {
      if (kept.get(SEEN, "checks") !== null) return true;
      const { hasWorkflows, required } = await look();
      return hasWorkflows || required.length > 0;
    },
    required: async () => (await look()).required,
    forgetRules: () => void (asked = null),
    hasQueue: async () => (await look()).hasQueue,
  };
}

const workflows = z.object({ total_count: z.int() });

/** Where nobody may say, there may be some: missing is not green. */
async function findWorkflows(client: GithubClient): Promise<boolean> {
  const answer = await client.ask({ path: "actions/workflows", query: { per_page: 1 } });
  if (answer.ok) return parsed(workflows, answer.value.body).total_count > 0;
  if (answer.error.code !== "gone" && answer.error.code !== "refused") needRemote(answer);
  return answer.error.code !== "gone";
}

const rules = z.array(
  z.looseObject({
    type: z.string(),
    parameters: z
      .looseObject({ required_status_checks: z.array(z.object({ context: z.string() })).optional() })
      .optional(),
  }),
);

const protectedBranch = z.object({
  protection: z
    .object({ required_status_checks: z.object({ contexts: z.array(z.string()).default([]) }).nullish() })
    .nullish(),
});

type Ruled = { readonly required: readonly string[]; readonly hasQueue: boolean };

const RULES_PAGES_MAX = 5;

/** What is not there, or what we may not read, rules nothing; anything else says nothing, and is asked again. */
async function readRules(client: GithubClient, branch: string): Promise<Ruled> {
  const name = encodeURIComponent(branch);
  const ruled = await client.pages({ path: `rules/branches/${name}`, query: { per_page: 100 } }, RULES_PAGES_MAX);
  const guarded = await client.ask({ path: `branches/${name}` });
  const byRules = parsed(rules, takeIfReadable(ruled)?.items ?? []);
  const byBranch = parsed(protectedBranch, takeIfReadable(guarded)?.body ?? {});
  const required = [
    ...byRules.flatMap(({ parameters }) => (parameters?.required_status_checks ?? []).map(({ context }) => context)),
    ...(byBranch.protection?.required_status_checks?.contexts ?? []),
  ];
  const hasQueue = byRules.some(({ type }) => type === "merge_queue") || (await findQueue(client, branch));
  return { required: [...new Set(required)], hasQueue };
}

/** Null: it is not there, or not for us. */
function takeIfReadable<T>(answer: RemoteResult<T>): T | null {
  return !answer.ok && (answer.error.code === "gone" || answer.error.code === "refused") ? null : needRemote(answer);
}

const queued = z.object({ repository: z.object({ mergeQueue: z.object({ id: z.string() }).nullable() }).nullable() });

/** Classic protection tells of its queue nowhere else. A server that does not know the word has none. */
async function findQueue(client: GithubClient, branch: string): Promise<boolean> {
  const asked = takeIfReadable(await toRemoteResult(() => client.query(branchQueueDocument, { branch })));
  return asked !== null && parsed(queued, asked).repository?.mergeQueue?.id !== undefined;
}
