/**
 * Autonomy is a ceiling. Unset it is `fix`, and only `approved-and-green: { auto: true, action: merge }` raises it to
 * `land`. Set lower, nothing lands, and a warning says which line holds it back. `land` implies that reaction.
 */
import type { Autonomy, ReactionRule } from "../domain/model/rules.ts";
import type { Preset } from "./built-in.ts";
import { complaint, isWritten, lineOf } from "./config.ts";
import { filesOf, ownSettings, type ConfigLayers } from "./layers.ts";
import type { Problem } from "./problem.ts";
import { whereSaid, type Spoken } from "./resolve-reactions.ts";

export type ResolvedAutonomy = {
  readonly autonomy: Autonomy;
  readonly approvedAndGreen: ReactionRule;
  readonly warnings: readonly Problem[];
};

export function resolveAutonomy(layers: ConfigLayers, written: ReactionRule, preset: Preset): ResolvedAutonomy {
  const set = autonomySet(layers);
  const rule = set?.autonomy === "land" ? withImplied(layers, written) : written;
  const wantsLanding = rule.auto && rule.action.kind === "merge";
  const asked = set?.autonomy ?? (wantsLanding ? "land" : "fix");
  const autonomy = preset === "cautious" && asked === "land" ? "fix" : asked;
  const warnings = warningsFor({ layers, set, rule, wantsLanding, preset });
  return { autonomy, approvedAndGreen: rule, warnings };
}

type SetAutonomy = Spoken & { readonly autonomy: Autonomy };

/** The strongest word: of the project, then of the file, then of the home. */
function autonomySet(layers: ConfigLayers): SetAutonomy | null {
  const { autonomy } = ownSettings(layers);
  if (autonomy !== undefined)
    return { config: layers.config, path: ["projects", layers.project, "autonomy"], autonomy };
  for (const config of filesOf(layers).toReversed()) {
    const { defaults, autonomy: atTop } = config.settings;
    if (defaults?.autonomy !== undefined)
      return { config, path: ["defaults", "autonomy"], autonomy: defaults.autonomy };
    if (atTop !== undefined) return { config, path: ["autonomy"], autonomy: atTop };
  }
  return null;
}

/** What people wrote of the reaction stands; what they left out follows from `land`. */
function withImplied(layers: ConfigLayers, rule: ReactionRule): ReactionRule {
  return {
    ...rule,
    auto: whereSaid(layers, "approved-and-green", "auto") === null ? true : rule.auto,
    action: whereSaid(layers, "approved-and-green", "action") === null ? { kind: "merge" } : rule.action,
  };
}

type Landing = {
  readonly layers: ConfigLayers;
  readonly set: SetAutonomy | null;
  readonly rule: ReactionRule;
  readonly wantsLanding: boolean;
  readonly preset: Preset;
};

function warningsFor(landing: Landing): readonly Problem[] {
  const auto = whereSaid(landing.layers, "approved-and-green", "auto");
  const action = whereSaid(landing.layers, "approved-and-green", "action");
  const said = action ?? auto;
  if (landing.wantsLanding) return heldBack(landing, said);
  if (auto !== null && landing.rule.auto && landing.rule.action.kind === "notify") return [notifiesOnly(auto, action)];
  return landing.set?.autonomy === "land" && said !== null ? [inSpite(said)] : [];
}

/** The reaction would land, and something above it does not let it. */
function heldBack({ set, preset }: Landing, said: Spoken | null): readonly Problem[] {
  if (preset === "cautious") return cautious(said ?? set);
  if (set === null || set.autonomy === "land") return [];
  const at = said === null ? "" : ` (line ${lineOf(said.config, said.path)})`;
  const sentence = `nothing lands by itself: \`autonomy: ${set.autonomy}\` is lower than what \`approved-and-green\`${at} asks for; change line ${lineOf(set.config, set.path)} to \`autonomy: land\``;
  return [complaint(set.config, set.path, sentence)];
}

function inSpite(said: Spoken): Problem {
  const line = lineOf(said.config, said.path);
  const sentence = `nothing lands by itself in spite of \`autonomy: land\`: change line ${line} to \`{ auto: true, action: merge }\``;
  return complaint(said.config, said.path, sentence);
}

function notifiesOnly(auto: Spoken, action: Spoken | null): Problem {
  const { config, path } = action ?? auto;
  const isOwnLine = action !== null && isWritten(config, path) && path.at(-1) === "action";
  const change = isOwnLine
    ? `change line ${lineOf(config, path)} to \`action: merge\``
    : `add \`action: merge\` at line ${lineOf(config, path)}`;
  return complaint(
    config,
    path,
    `\`approved-and-green\` with \`auto: true\` and \`action: notify\` only tells a person; to land, ${change}`,
  );
}

function cautious(said: Spoken | null): readonly Problem[] {
  if (said === null) return [];
  const sentence = "nothing lands by itself: the policy preset `cautious` leaves landing to people";
  return [complaint(said.config, said.path, sentence)];
}
