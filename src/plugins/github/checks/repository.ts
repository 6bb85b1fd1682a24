/** What the repository itself says of checks: does it run any, and which must be green before GitHub merges? */
import * as z from "zod";
import type { BaseTarget } from "../changes/parse-change.ts";
import type { Client } from "../client.ts";
import type { KeptFile } from "../../remote/forge/kept-file.ts";
import { parsed } from "../parse-answer.ts";

export type Repository = {
  readonly noteBase: (base: BaseTarget) => void;
  readonly noteChecks: () => void;
  /** Checks were seen on the base itself. */
  readonly checksBase: () => boolean;
  /** False: nothing ever ran there, and nothing is set up to. */
  readonly hasChecks: () => Promise<boolean>;
  /** By branch protection and rulesets, as far as we may read them. */
  readonly required: () => Promise<readonly string[]>;
  /** Nothing is merged there but by GitHub's own merge queue. */
  readonly hasQueue: () => Promise<boolean>;
};

const ASKED_AGAIN_MS = 60 * 60_000;
const SEEN = "repository";

export function repositoryOf(client: Client, kept: KeptFile, branch: string): Repository {
  let asked: (Ruled & { readonly atMs: number; readonly hasWorkflows: boolean }) | null = null;
  const look = async () => {
    if (asked !== null && Math.abs(kept.wallMs() - asked.atMs) < ASKED_AGAIN_MS) return asked;
    const [hasWorkflows, ruled] = [await workflowsOf(client), await ruledBy(client, branch)];
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
    hasQueue: async () => (await look()).hasQueue,
  };
}

const workflows = z.object({ total_count: z.int() });

/** Where nobody may say, there may be some: missing is not green. */
async function workflowsOf(client: Client): Promise<boolean> {
  const answer = await client.ask({ path: "actions/workflows", query: { per_page: 1 } });
  return answer.ok ? parsed(workflows, answer.value.body).total_count > 0 : answer.error.code !== "gone";
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

async function ruledBy(client: Client, branch: string): Promise<Ruled> {
  const name = encodeURIComponent(branch);
  const [ruled, guarded] = [
    await client.ask({ path: `rules/branches/${name}` }),
    await client.ask({ path: `branches/${name}` }),
  ];
  const byRules = ruled.ok ? parsed(rules, ruled.value.body) : [];
  const byBranch = guarded.ok ? parsed(protectedBranch, guarded.value.body) : {};
  const required = [
    ...byRules.flatMap(({ parameters }) => (parameters?.required_status_checks ?? []).map(({ context }) => context)),
    ...(byBranch.protection?.required_status_checks?.contexts ?? []),
  ];
  return { required: [...new Set(required)], hasQueue: byRules.some(({ type }) => type === "merge_queue") };
}
