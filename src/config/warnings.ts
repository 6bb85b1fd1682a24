/** What a valid file says that is probably not meant, found by resolving it for each of its projects. */
import { namedIn, variables } from "../domain/words/prompts.ts";
import { nearest } from "../lib/nearest.ts";
import { complaint, type Config } from "./config.ts";
import { forgeKeys } from "./forge-shape.ts";
import type { ConfigLayers } from "./layers.ts";
import { isRemoteForge } from "./plugin-names.ts";
import type { Path, Problem } from "./problem.ts";
import { actionNames } from "./reaction-shapes.ts";
import { writtenReactions } from "./resolve-reactions.ts";
import { resolveRules } from "./rules.ts";
import { pluginWarnings } from "./unknown-plugins.ts";

export function warningsOf(config: Config): readonly Problem[] {
  const layers = layersOf(config);
  const trust = layers.flatMap((one) => resolveRules(one).warnings);
  return [
    ...trust,
    ...layers.flatMap(variableWarnings),
    ...specialistWarnings(config),
    ...actionWarnings(config),
    ...forgeWarnings(config),
    ...unusedForgeWarnings(config),
    ...pluginWarnings(config),
  ];
}

/** A slip in the name of an action would quietly leave an incident to nobody. With plugins a near name may be theirs. */
export function actionProblems(config: Config): readonly Problem[] {
  return strangeActions(config).flatMap(({ path, action }) => {
    const meant = nearest(action.slice(0, 64), actionNames);
    return meant === null ? [] : [complaint(config, path, `unknown action \`${action}\`; did you mean \`${meant}\`?`)];
  });
}

function actionWarnings(config: Config): readonly Problem[] {
  return strangeActions(config).map(({ path, action }) =>
    complaint(config, path, `\`${action}\` is not a known action, and this file lists no plugin that could provide it`),
  );
}

/** A slip there would quietly be as if nothing stood there. A tracker that a plugin brings may know other keys. */
export function forgeProblems(config: Config): readonly Problem[] {
  return strangeForgeKeys(config).flatMap(({ path, key }) => {
    const meant = nearest(key.slice(0, 64), forgeKeys);
    return meant === null ? [] : [complaint(config, path, `unknown key \`${key}\`; did you mean \`${meant}\`?`)];
  });
}

function forgeWarnings(config: Config): readonly Problem[] {
  return strangeForgeKeys(config).map(({ path, key }) =>
    complaint(config, path, `\`${key}\` is not a known setting, and this file lists no plugin that could know it`),
  );
}

type StrangeKey = { readonly path: Path; readonly key: string };

function strangeForgeKeys({ settings }: Config): readonly StrangeKey[] {
  if ((settings.plugins ?? []).length > 0) return [];
  const projects = Object.entries(settings.projects ?? {}).map(([name, one]) => [["projects", name], one] as const);
  return [[["defaults"], settings.defaults] as const, ...projects].flatMap(([path, one]) =>
    (["tracker", "scm"] as const).flatMap((slot) =>
      Object.keys(one?.[slot]?.settings ?? {})
        .filter((key) => !forgeKeys.includes(key))
        .map((key) => ({ path: [...path, slot, key], key })),
    ),
  );
}

type StrangeAction = { readonly path: Path; readonly action: string };

function strangeActions(config: Config): readonly StrangeAction[] {
  if ((config.settings.plugins ?? []).length > 0) return [];
  return layersOf(config)
    .flatMap(writtenReactions)
    .flatMap(({ path, settings: { action } }) => {
      if (action === undefined || actionNames.some((known) => known === action)) return [];
      return [{ path: [...path, "action"], action }];
    });
}

function layersOf(config: Config): readonly ConfigLayers[] {
  const names = Object.keys(config.settings.projects ?? {});
  return (names.length === 0 ? [""] : names).map((project) => ({ config, home: null, project }));
}

const VARIABLES = Object.keys(variables);

function variableWarnings(layers: ConfigLayers): readonly Problem[] {
  return writtenReactions(layers).flatMap(({ config, path, settings }) => {
    return namedIn(settings.message ?? "")
      .map(({ name }) => name)
      .filter((name) => !VARIABLES.includes(name))
      .map((name) => {
        const meant = nearest(name.slice(0, 64), VARIABLES);
        const hint = meant === null ? `there are ${VARIABLES.join(", ")}` : `did you mean \`{{${meant}}}\`?`;
        return complaint(config, [...path, "message"], `unknown variable \`{{${name}}}\` stays as it is; ${hint}`);
      });
  });
}

/** Forges of `defaults` hold for projects with a `repo` only: without one there is nothing to ask them for. */
function unusedForgeWarnings(config: Config): readonly Problem[] {
  const { defaults = {}, projects = {} } = config.settings;
  const without = Object.entries(projects).flatMap(([name, { repo }]) => (repo === undefined ? [name] : []));
  return (["tracker", "scm"] as const).flatMap((slot) => {
    const plugin = defaults[slot]?.plugin;
    if (plugin === undefined || !isRemoteForge(plugin)) return [];
    return without
      .filter((name) => projects[name]?.[slot] === undefined)
      .map((name) =>
        complaint(config, ["defaults", slot], `\`${slot}: ${plugin}\` is not used for ${name}: it has no \`repo\``),
      );
  });
}

function specialistWarnings(config: Config): readonly Problem[] {
  return (config.settings.agents ?? []).flatMap((specialist, index) => {
    if (specialist.labels.length > 0 || specialist.skills.length > 0) return [];
    return [
      complaint(
        config,
        ["agents", index],
        `the specialist \`${specialist.id}\` has neither labels nor skills, so no issue is ever given to it`,
      ),
    ];
  });
}
