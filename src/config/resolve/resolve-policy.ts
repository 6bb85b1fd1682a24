/** The policy from all layers. A layer that names a preset starts from it; its own keys, and all stronger ones, override. */
import type { PolicyRules } from "../../domain/model/rules.ts";
import type { Budget } from "../../domain/model/usage.ts";
import { builtInBudget, builtInHoldLabels, builtInPreset, presets, type Preset } from "./built-in.ts";
import { listConfigFiles, overlay, getOwnSettings, type ConfigLayers } from "../layers.ts";
import type { PolicySettings } from "../shape/policy-shape.ts";
import type { Settings } from "../shape/shape.ts";

export type ResolvedPolicy = {
  readonly preset: Preset;
  readonly rules: PolicyRules;
  readonly perSession: Budget;
  /** Of the project by itself. */
  readonly perDay: Budget;
  /** Paths and labels with at most one live session. */
  readonly serialize: readonly string[];
};

export function resolvePolicy(layers: ConfigLayers): ResolvedPolicy {
  const said = [...listConfigFiles(layers).map(({ settings }) => settings.policy), getOwnSettings(layers).policy];
  const merged = said.reduce<PolicySettings>(overlayPolicy, resolvePreset(builtInPreset));
  const preset = merged.preset ?? builtInPreset;
  return {
    preset,
    rules: {
      approvals: merged.approvals ?? presets[preset].approvals,
      requiredChecks: merged.requiredChecks ?? [],
      protectedPaths: merged.protectedPaths ?? presets[preset].protectedPaths,
      codeOwners: merged.codeOwners ?? presets[preset].codeOwners,
      maxDiffLines: merged.maxDiffLines ?? null,
      holdLabels: merged.holdLabels ?? builtInHoldLabels,
      freeze: merged.freeze ?? [],
    },
    perSession: resolveBudget(
      said.map((policy) => policy?.budget?.perSession),
      builtInBudget.perSession,
    ),
    // The home's file speaks of all projects together, and only of those.
    perDay: resolveBudget(
      [layers.config.settings.policy, getOwnSettings(layers).policy].map((policy) => policy?.budget?.perDay),
      noBudget,
    ),
    serialize: merged.serialize ?? [],
  };
}

function overlayPolicy(weaker: PolicySettings, stronger: PolicySettings | undefined): PolicySettings {
  const base = stronger?.preset === undefined ? weaker : overlay(weaker, resolvePreset(stronger.preset));
  return overlay(base, stronger);
}

function resolvePreset(preset: Preset): PolicySettings {
  const { protectedPaths, ...rest } = presets[preset];
  return { preset, ...rest, protectedPaths: [...protectedPaths] };
}

/** What all projects of the daemon may spend in a day together, by the file that decides for the whole daemon. */
export const resolveDaemonPerDay = ({ policy }: Pick<Settings, "policy">): Budget =>
  resolveBudget([policy?.budget?.perDay], builtInBudget.perDay);

const noBudget: Budget = { usd: null, tokens: null };

type BudgetSettings = { readonly usd?: number | null | undefined; readonly tokens?: number | null | undefined };

function resolveBudget(said: readonly (BudgetSettings | undefined)[], builtIn: Budget): Budget {
  const merged = said.reduce<BudgetSettings>(overlay, builtIn);
  return { usd: merged.usd ?? null, tokens: merged.tokens ?? null };
}
