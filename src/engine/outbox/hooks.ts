/** The project's own say around our deeds: `before-*` hooks may stop one with a reason, the others only hear of it. */
import type { Effect, EffectKind } from "../../domain/core/effect.ts";
import type { ChangeId, ProjectId } from "../../domain/model/ids.ts";
import { limits } from "../../domain/model/limits.ts";
import type { News } from "../../domain/core/observation.ts";
import type { HookCall, HookName, HookPlugin } from "../../slots/hook.ts";
import { failed } from "../../slots/result.ts";
import type { EngineDeps } from "../deps.ts";
import { failForGood, toOutcome, type EffectOutcome } from "./outcome.ts";
import { findProject } from "../perform/credential.ts";

/** `done` is the news by which the deed is known to have happened: a landing that was refused is none. */
type Moments = { readonly before?: HookName; readonly after: HookName; readonly done: News["kind"] };

const moments: Partial<Record<EffectKind, Moments>> = {
  create_workspace: { before: "before-assignment", after: "workspace-ready", done: "workspace_created" },
  publish_head: { before: "before-change", after: "change-opened", done: "change_observed" },
  run_checks: { after: "checks-done", done: "checks_finished" },
  land_candidate: { before: "before-landing", after: "after-landing", done: "candidate_landed" },
  remove_workspace: { after: "session-ended", done: "workspace_removed" },
};

/** Performs the effect between its hooks. A hook may be called twice for one deed; the effect's key tells it so. */
export async function performWithHooks(
  deps: EngineDeps,
  effect: Effect,
  work: () => Promise<EffectOutcome>,
): Promise<EffectOutcome> {
  const own = moments[effect.kind];
  const project = own === undefined ? null : findProject(deps, effect);
  if (own === undefined || project === null || (deps.slotsOf(project)?.hooks.length ?? 0) === 0) return work();
  const about = describeEffect(deps, effect);
  const stopped = own.before === undefined ? null : await callHooks(deps, project, { hook: own.before, ...about });
  if (stopped !== null) return stopped;
  const outcome = await work();
  const happened = outcome.kind === "done" && outcome.arrivals.some(({ news }) => news.kind === own.done);
  if (happened) await tellHooks(deps, project, { hook: own.after, ...about });
  return outcome;
}

type Call = {
  readonly hook: HookName;
  readonly key: string;
  readonly session: string | null;
  readonly changes: readonly string[];
};

/** For moments that nobody can stop: silence and vetoes are logged, and one that hangs is left behind. */
export async function tellHooks(deps: EngineDeps, project: ProjectId, call: Call): Promise<void> {
  for (const hook of deps.slotsOf(project)?.hooks ?? []) {
    const answer = await limitTime(deps, hook.run(toHookCall(call, project)));
    const agreed = answer.ok && answer.value.kind === "go_on";
    if (!agreed) deps.log.warn({ hook: hook.name, moment: call.hook, answer }, "a hook's answer changes nothing here");
  }
}

type Answer = Awaited<ReturnType<HookPlugin["run"]>>;

function limitTime(deps: EngineDeps, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cancel = deps.clock.after(limits.hookTimeoutMs, () =>
      resolve(failed("unavailable", "the hook did not answer in time")),
    );
    answer.then((value) => {
      cancel();
      resolve(value);
    }, reject);
  });
}

/** Null: all of them agree. */
async function callHooks(deps: EngineDeps, project: ProjectId, call: Call): Promise<EffectOutcome | null> {
  for (const hook of deps.slotsOf(project)?.hooks ?? []) {
    const answer = await hook.run(toHookCall(call, project));
    if (!answer.ok) return toOutcome(answer.error);
    if (answer.value.kind === "veto") return failForGood(`${hook.name} (${call.hook}) says no: ${answer.value.reason}`);
  }
  return null;
}

function toHookCall(call: Call, project: ProjectId): HookCall {
  return { ...call, project, change: call.changes[0] ?? null };
}

function describeEffect(deps: EngineDeps, effect: Effect): Omit<Call, "hook"> {
  const candidate = "candidate" in effect ? deps.store.candidates.get(effect.candidate) : null;
  const changes = listChanges(effect) ?? candidate?.changes.map(({ id }) => id) ?? [];
  const owner = changes[0] === undefined ? null : (deps.store.changes.get(changes[0])?.session ?? null);
  return { key: effect.key, session: "session" in effect ? effect.session : owner, changes };
}

function listChanges(effect: Effect): readonly ChangeId[] | null {
  if ("change" in effect) return [effect.change];
  return "of" in effect && effect.of.kind === "change" ? [effect.of.change] : null;
}
