/** The project's own say around our deeds: `before-*` hooks may stop one with a reason, the others only hear of it. */
import type { Effect, EffectKind } from "../domain/effect.ts";
import type { ProjectId } from "../domain/ids.ts";
import type { HookName } from "../slots/hook.ts";
import type { EngineDeps } from "./deps.ts";
import { failedFor, outcomeOfError, type Outcome } from "./outcome.ts";
import { projectOf } from "./perform/credential.ts";

type Moments = { readonly before?: HookName; readonly after?: HookName };

const moments: Partial<Record<EffectKind, Moments>> = {
  create_workspace: { before: "before-assignment", after: "workspace-ready" },
  publish_head: { before: "before-change", after: "change-opened" },
  run_checks: { after: "checks-done" },
  land_candidate: { before: "before-landing", after: "after-landing" },
  remove_workspace: { after: "session-ended" },
};

/** Performs the effect between its hooks. A hook may be called twice for one deed; the effect's key tells it so. */
export async function withHooks(deps: EngineDeps, effect: Effect, work: () => Promise<Outcome>): Promise<Outcome> {
  const { before, after } = moments[effect.kind] ?? {};
  const project = before === undefined && after === undefined ? null : projectOf(deps, effect);
  if (project === null || (deps.slotsOf(project)?.hooks.length ?? 0) === 0) return work();
  const about = aboutOf(effect);
  const stopped = before === undefined ? null : await callHooks(deps, project, { hook: before, ...about });
  if (stopped !== null) return stopped;
  const outcome = await work();
  if (outcome.kind === "done" && after !== undefined) await tellHooks(deps, project, { hook: after, ...about });
  return outcome;
}

type Call = { readonly hook: HookName; readonly key: string; readonly session: string | null; readonly change: string | null };

/** For moments that nobody can stop: what a hook answers is logged at most. */
export async function tellHooks(deps: EngineDeps, project: ProjectId, call: Call): Promise<void> {
  for (const hook of deps.slotsOf(project)?.hooks ?? []) {
    const answer = await hook.run({ ...call, project });
    if (!answer.ok) deps.log.warn({ hook: hook.name, moment: call.hook, error: answer.error }, "a hook did not answer");
  }
}

/** Null: all of them agree. */
async function callHooks(deps: EngineDeps, project: ProjectId, call: Call): Promise<Outcome | null> {
  for (const hook of deps.slotsOf(project)?.hooks ?? []) {
    const answer = await hook.run({ ...call, project });
    if (!answer.ok) return outcomeOfError(answer.error);
    if (answer.value.kind === "veto") return failedFor(`${hook.name} (${call.hook}) says no: ${answer.value.reason}`);
  }
  return null;
}

function aboutOf(effect: Effect): Omit<Call, "hook"> {
  return {
    key: effect.key,
    session: "session" in effect ? effect.session : null,
    change: "change" in effect ? effect.change : null,
  };
}
