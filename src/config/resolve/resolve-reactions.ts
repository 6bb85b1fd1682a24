/** Reactions from all layers, key by key: built in, home, `reaction_handlers`, `reactions`, `projects.X.reactions`. */
import { reactionNames, type ReactionAction, type ReactionName, type ReactionRule } from "../../domain/model/rules.ts";
import { builtInPriority, builtInRetries, builtInThreshold } from "./built-in.ts";
import { isKeySet, type Config } from "../config.ts";
import { listConfigFiles, overlay, getOwnSettings, type ConfigLayers } from "../layers.ts";
import { parseDuration } from "./parse-duration.ts";
import type { Path } from "../problem.ts";
import {
  builtInReactionSettings,
  expandHandlers,
  handlerReactions,
  simpleActions,
  type ReactionSettings,
  type ReactionsSettings,
} from "../shape/reaction-shapes.ts";

export function resolveReactions(layers: ConfigLayers): Readonly<Record<ReactionName, ReactionRule>> {
  const rule = (name: ReactionName): ReactionRule => toReactionRule(mergeReaction(layers, name));
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
export function mergeReaction(layers: ConfigLayers, name: ReactionName): ReactionSettings {
  return listReactionLayers(layers).reduce<ReactionSettings>(
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
function listReactionLayers(layers: ConfigLayers): readonly ReactionLayer[] {
  const { config, project } = layers;
  return [
    ...listConfigFiles(layers).flatMap(listFileLayers),
    {
      config,
      reactions: getOwnSettings(layers).reactions ?? {},
      path: (name) => ["projects", project, "reactions", name],
    },
  ];
}

function listFileLayers(config: Config): readonly ReactionLayer[] {
  const { settings } = config;
  const atTop: ReactionLayer = {
    config,
    reactions: expandHandlers(settings.reactionHandlers),
    path: (name) => ["reactionHandlers", ...findHandlerPath(name)],
  };
  const nested = expandHandlers(settings.orchestrator?.reactionHandlers);
  return [
    atTop,
    { config, reactions: nested, path: (name) => ["orchestrator", "reactionHandlers", ...findHandlerPath(name)] },
    { config, reactions: settings.reactions ?? {}, path: (name) => ["reactions", name] },
  ];
}

const findHandlerPath = (name: ReactionName): Path =>
  Object.entries(handlerReactions).flatMap(([handler, reaction]) => (reaction === name ? [handler] : []));

export type ReactionSource = { readonly config: Config; readonly path: Path };

/** Where the strongest word about one key of a reaction stands, or null when nobody wrote it. */
export function findSetting(layers: ConfigLayers, name: ReactionName, key: "auto" | "action"): ReactionSource | null {
  const saying = listReactionLayers(layers).findLast(({ reactions }) => reactions[name]?.[key] !== undefined);
  if (saying === undefined) return null;
  const rule = saying.path(name);
  return { config: saying.config, path: isKeySet(saying.config, [...rule, key]) ? [...rule, key] : rule };
}

function toReactionRule(settings: ReactionSettings): ReactionRule {
  const action = toAction(settings);
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

function toAction({ action = "notify", command = [] }: ReactionSettings): ReactionAction {
  if (action === "run") return { kind: "run", command };
  const simple = simpleActions.find((known) => known === action);
  return simple === undefined ? { kind: "plugin", name: action } : { kind: simple };
}

export const listWrittenReactions = (
  layers: ConfigLayers,
): readonly (ReactionSource & { readonly settings: ReactionSettings })[] =>
  listReactionLayers({ ...layers, home: null }).flatMap(({ config, reactions, path }) =>
    reactionNames.flatMap((name) => {
      const settings = reactions[name];
      return settings === undefined ? [] : [{ config, path: path(name), settings }];
    }),
  );
