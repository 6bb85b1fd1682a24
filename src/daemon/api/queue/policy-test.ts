/** The policy over changes that are over: what its rules, or those of a preset, would have said. */
import { presets, type Preset } from "../../../config/resolve/built-in.ts";
import type { Change } from "../../../domain/change/change.ts";
import { listPolicyReasons } from "../../../domain/landing/policy.ts";
import type { PolicyRules } from "../../../domain/model/rules.ts";
import type { PolicyTestView } from "../../../protocol/change/policy.ts";
import type { DaemonContext } from "../../context.ts";
import type { Endpoints } from "../../http/endpoint.ts";
import { getChangeReviewer } from "../changes/find-change.ts";
import { stripProject } from "../issues/without-project.ts";
import { requireValue, openProject } from "../issues/find-issue.ts";

export function createPolicyEndpoints(context: DaemonContext) {
  return {
    policyTest: { kind: "read", read: ({ project, preset }) => testPolicy(context, project, preset) },
  } satisfies Partial<Endpoints>;
}

async function testPolicy(context: DaemonContext, id: string | undefined, preset?: Preset): Promise<PolicyTestView> {
  const { project, slots } = openProject(context, id);
  const rules = { ...project.rules.policy, ...(preset === undefined ? {} : presets[preset]) };
  const past = requireValue(await getChangeReviewer({ project, slots }).list({ all: true })).flatMap(
    ({ id: change }) => {
      const known = context.store.changes.get(change);
      const state = known?.state.kind;
      return known !== null && (state === "landed" || state === "closed") ? [{ known, state }] : [];
    },
  );
  return {
    project: project.id,
    preset: preset ?? null,
    changes: past.map(({ known, state }) => ({
      id: known.id,
      name: stripProject(known.id, project.id),
      title: context.redact(known.title),
      state,
      reasons: [...listReasons(context, known, rules)],
    })),
  };
}

/** As it was when it was last open. Whether landing is frozen now says nothing of then. */
function listReasons({ engine }: DaemonContext, change: Change, rules: PolicyRules): readonly string[] {
  const asOpen = { ...change, state: { kind: "open" } as const };
  return listPolicyReasons(asOpen, { ...rules, freeze: [] }, engine.now()).map(({ sentence }) => sentence);
}
