/**
 * Autonomy is a ceiling. Unset it is `fix`, and only `approved-and-green: { auto: true, action: merge }` raises it to
 * `land`. Set lower, nothing lands, and a warning says which line holds it back. `land` implies that reaction.
 */
import type { Autonomy, ReactionRule } from "../../domain/model/rules.ts";
import type { Preset } from "./built-in.ts";
import { createComplaint, isKeySet, findLine } from "../config.ts";
import { listConfigFiles, getOwnSettings, type ConfigLayers } from "../layers.ts";
import type { Problem } from "../problem.ts";
import { findSetting, type ReactionSource } from "./resolve-reactions.ts";

export type ResolvedAutonomy = {
  readonly autonomy: Autonomy;
  readonly approvedAndGreen: ReactionRule;
  readonly warnings: readonly Problem[];
};

export function resolveAutonomy(layers: ConfigLayers, written: ReactionRule, preset: Preset): ResolvedAutonomy {
  const set = findAutonomy(layers);
  const rule = set?.autonomy === "land" ? addImplied(layers, written) : written;
  const wantsLanding = rule.auto && rule.action.kind === "merge";
  const asked = set?.autonomy ?? (wantsLanding ? "land" : "fix");
  const autonomy = preset === "cautious" && asked === "land" ? "fix" : asked;
  const warnings = listLandingWarnings({ layers, set, rule, wantsLanding, preset });
  return { autonomy, approvedAndGreen: rule, warnings };
}

type SetAutonomy = ReactionSource & { readonly autonomy: Autonomy };

/** The strongest word: of the project, then of the file, then of the home. */
function findAutonomy(layers: ConfigLayers): SetAutonomy | null {
  const { autonomy } = getOwnSettings(layers);
  if (autonomy !== undefined)
    return { config: layers.config, path: ["projects", layers.project, "autonomy"], autonomy };
  for (const config of listConfigFiles(layers).toReversed()) {
    const { defaults, autonomy: atTop } = config.settings;
    if (defaults?.autonomy !== undefined)
      return { config, path: ["defaults", "autonomy"], autonomy: defaults.autonomy };
    if (atTop !== undefined) return { config, path: ["autonomy"], autonomy: atTop };
  }
  return null;
}

/** What people wrote of the reaction stands; what they left out follows from `land`. */
function addImplied(layers: ConfigLayers, rule: ReactionRule): ReactionRule {
  return {
    ...rule,
    auto: findSetting(layers, "approved-and-green", "auto") === null ? true : rule.auto,
    action: findSetting(layers, "approved-and-green", "action") === null ? { kind: "merge" } : rule.action,
  };
}

type Landing = {
  readonly layers: ConfigLayers;
  readonly set: SetAutonomy | null;
  readonly rule: ReactionRule;
  readonly wantsLanding: boolean;
  readonly preset: Preset;
};

function listLandingWarnings(landing: Landing): readonly Problem[] {
  const auto = findSetting(landing.layers, "approved-and-green", "auto");
  const action = findSetting(landing.layers, "approved-and-green", "action");
  const said = action ?? auto;
  if (landing.wantsLanding) return warnHeldBack(landing, said);
  if (auto !== null && landing.rule.auto && landing.rule.action.kind === "notify")
    return [warnNotifyOnly(auto, action)];
  return landing.set?.autonomy === "land" && said !== null ? [warnContradiction(said)] : [];
}

/** The reaction would land, and something above it does not let it. */
function warnHeldBack({ set, preset }: Landing, said: ReactionSource | null): readonly Problem[] {
  if (preset === "cautious") return warnCautious(said ?? set);
  if (set === null || set.autonomy === "land") return [];
  const at = said === null ? "" : ` (line ${findLine(said.config, said.path)})`;
  const sentence = `nothing lands by itself: \`autonomy: ${set.autonomy}\` is lower than what \`approved-and-green\`${at} asks for; change line ${findLine(set.config, set.path)} to \`autonomy: land\``;
  return [createComplaint(set.config, set.path, sentence)];
}

function warnContradiction(said: ReactionSource): Problem {
  const line = findLine(said.config, said.path);
  const sentence = `nothing lands by itself in spite of \`autonomy: land\`: change line ${line} to \`{ auto: true, action: merge }\``;
  return createComplaint(said.config, said.path, sentence);
}

function warnNotifyOnly(auto: ReactionSource, action: ReactionSource | null): Problem {
  const { config, path } = action ?? auto;
  const isOwnLine = action !== null && isKeySet(config, path) && path.at(-1) === "action";
  const change = isOwnLine
    ? `change line ${findLine(config, path)} to \`action: merge\``
    : `add \`action: merge\` at line ${findLine(config, path)}`;
  return createComplaint(
    config,
    path,
    `\`approved-and-green\` with \`auto: true\` and \`action: notify\` only notifies a person; to land, ${change}`,
  );
}

function warnCautious(said: ReactionSource | null): readonly Problem[] {
  if (said === null) return [];
  const sentence = "nothing lands by itself: the policy preset `cautious` leaves landing to people";
  return [createComplaint(said.config, said.path, sentence)];
}
