/** What the repository itself says of checks: does it run any, and which must be green before GitHub merges? */
import * as z from "zod";
import type { BaseTarget } from "../changes/parse-change.ts";
import type { Client } from "../client.ts";
import type { KeptFile } from "../../remote/forge/kept-file.ts";
import { parsed } from "../parse-answer.ts";

export type Repository = {
  readonly noteBase: (base: BaseTarget) => void;
  readonly noteChecks: () => void;
  /** False: nothing ever ran there, and nothing is set up to. */
  readonly hasChecks: () => Promise<boolean>;
  /** By branch protection and rulesets, as far as we may read them. */
  readonly required: () => Promise<readonly string[]>;
};

const ASKED_AGAIN_MS = 60 * 60_000;
const SEEN = "repository";

export function repositoryOf(client: Client, kept: KeptFile, branch: string): Repository {
  let asked: { readonly atMs: number; readonly hasWorkflows: boolean; readonly required: readonly string[] } | null =
    null;
  const look = async () => {
    if (asked !== null && Math.abs(kept.wallMs() - asked.atMs) < ASKED_AGAIN_MS) return asked;
    const [hasWorkflows, required] = [await workflowsOf(client), await requiredOf(client, branch)];
    asked = { atMs: kept.wallMs(), hasWorkflows, required };
    return asked;
  };
  const noteChecks = (): void => {
    if (kept.get(SEEN, "checks") === null) kept.put(SEEN, "checks", {});
  };
  return {
    noteChecks,
    noteBase: (base) => {
      if (base?.statusCheckRollup !== null && base?.statusCheckRollup !== undefined) noteChecks();
    },
    hasChecks: async () => {
      if (kept.get(SEEN, "checks") !== null) return true;
      const { hasWorkflows, required } = await look();
      return hasWorkflows || required.length > 0;
    },
    required: async () => (await look()).required,
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

async function requiredOf(client: Client, branch: string): Promise<readonly string[]> {
  const name = encodeURIComponent(branch);
  const [ruled, guarded] = [
    await client.ask({ path: `rules/branches/${name}` }),
    await client.ask({ path: `branches/${name}` }),
  ];
  const byRules = ruled.ok ? parsed(rules, ruled.value.body) : [];
  const byBranch = guarded.ok ? parsed(protectedBranch, guarded.value.body) : {};
  return [
    ...new Set([
      ...byRules.flatMap(({ parameters }) => (parameters?.required_status_checks ?? []).map(({ context }) => context)),
      ...(byBranch.protection?.required_status_checks?.contexts ?? []),
    ]),
  ];
}
