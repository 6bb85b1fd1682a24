/** Reactions from all layers, key by key: built in, home, `reaction_handlers`, `reactions`, `projects.X.reactions`. */
import { reactionNames, type Action, type ReactionName, type ReactionRule } from "../domain/model/rules.ts";
import { builtInPriority, builtInRetries, builtInThreshold } from "./built-in.ts";
import { isWritten, type Config } from "./config.ts";
import { filesOf, overlay, ownSettings, type ConfigLayers } from "./layers.ts";
import { parseDuration } from "./parse-duration.ts";
import type { Path } from "./problem.ts";
import {
  builtInReactionSettings,
  handledReactions,
  handlerReactions,
  simpleActions,
  type ReactionSettings,
  type ReactionsSettings,
} from "./reaction-shapes.ts";

export function resolveReactions(layers: ConfigLayers): Readonly<Record<ReactionName, ReactionRule>> {
  const rule = (name: ReactionName): ReactionRule => ruleOf(mergedReaction(layers, name));
  return {
    "ci-failed": rule("ci-failed"),
    "changes-requested": rule("changes-requested"),
    "merge-conflicts": rule("merge-conflicts"),
    "approved-and-green": rule("approved-and-green"),
    "label-added": rule("label-added"),
    "agent-stuck": rule("agent-stuck"),
    "agent-needs-input": rule("agent-needs-input"),
    "agent-exited": rule("agent-exited"),
    "budget-exceeded": rule("budget-exceeded"),
  };
}

/** Everything that is said of one reaction, the strongest word for each key. */
export function mergedReaction(layers: ConfigLayers, name: ReactionName): ReactionSettings {
  return reactionLayers(layers).reduce<ReactionSettings>(
    (weaker, { reactions }) => overlay(weaker, reactions[name]),
    builtInReactionSettings[name] ?? {},
  );
}

type ReactionLayer = {
  readonly config: Config;
  readonly reactions: ReactionsSettings;
  readonly path: (name: ReactionName) => Path;
};

/** What people wrote, weakest first. */
function reactionLayers(layers: ConfigLayers): readonly ReactionLayer[] {
  const { config, project } = layers;
  return [
    ...filesOf(layers).flatMap(layersOfFile),
    {
      config,
      reactions: ownSettings(layers).reactions ?? {},
      path: (name) => ["projects", project, "reactions", name],
    },
  ];
}

function layersOfFile(config: Config): readonly ReactionLayer[] {
  const { settings } = config;
  const atTop: ReactionLayer = {
    config,
    reactions: handledReactions(settings.reactionHandlers),
    path: (name) => ["reactionHandlers", ...handlerOf(name)],
  };
  const nested = handledReactions(settings.orchestrator?.reactionHandlers);
  return [
    atTop,
    { config, reactions: nested, path: (name) => ["orchestrator", "reactionHandlers", ...handlerOf(name)] },
    { config, reactions: settings.reactions ?? {}, path: (name) => ["reactions", name] },
  ];
}

const handlerOf = (name: ReactionName): Path =>
  Object.entries(handlerReactions).flatMap(([handler, reaction]) => (reaction === name ? [handler] : []));

export type Spoken = { readonly config: Config; readonly path: Path };

/** Where the strongest word about one key of a reaction stands, or null when nobody wrote it. */
export function whereSaid(layers: ConfigLayers, name: ReactionName, key: "auto" | "action"): Spoken | null {
  const saying = reactionLayers(layers).findLast(({ reactions }) => reactions[name]?.[key] !== undefined);
  if (saying === undefined) return null;
  const rule = saying.path(name);
  return { config: saying.config, path: isWritten(saying.config, [...rule, key]) ? [...rule, key] : rule };
}

function ruleOf(settings: ReactionSettings): ReactionRule {
  const action = actionOf(settings);
  return {
    auto: settings.auto ?? (action.kind === "send-to-agent" || action.kind === "restart"),
    action,
    retriesMax: settings.retries ?? builtInRetries,
    escalateAfter: settings.escalateAfter ?? null,
    approvalAfter: settings.approvalAfter ?? null,
    message: settings.message ?? null,
    thresholdMs: settings.threshold ?? parseDuration(builtInThreshold) ?? 0,
    priority: settings.priority ?? builtInPriority,
    condition: settings.condition ?? null,
  };
}

function actionOf({ action = "notify", command = [] }: ReactionSettings): Action {
  if (action === "run") return { kind: "run", command };
  const simple = simpleActions.find((known) => known === action);
  return simple === undefined ? { kind: "plugin", name: action } : { kind: simple };
}

export const writtenReactions = (layers: ConfigLayers): readonly (Spoken & { readonly settings: ReactionSettings })[] =>
  reactionLayers({ ...layers, home: null }).flatMap(({ config, reactions, path }) =>
    reactionNames.flatMap((name) => {
      const settings = reactions[name];
      return settings === undefined ? [] : [{ config, path: path(name), settings }];
    }),
  );
