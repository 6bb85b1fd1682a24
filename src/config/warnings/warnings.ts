/** What a valid file says that is probably not meant, found by resolving it for each of its projects. */
import { findNames, variables } from "../../domain/words/prompts.ts";
import { findNearest } from "../../lib/text/nearest.ts";
import { createComplaint, type Config } from "../config.ts";
import { forgeKeys } from "../shape/forge-shape.ts";
import type { ConfigLayers } from "../layers.ts";
import { isRemoteForge } from "./plugin-names.ts";
import type { Path, Problem } from "../problem.ts";
import { actionNames } from "../shape/reaction-shapes.ts";
import { listWrittenReactions } from "../resolve/resolve-reactions.ts";
import { resolveRules } from "../rules.ts";
import { listPluginWarnings } from "./unknown-plugins.ts";

export function listWarnings(config: Config): readonly Problem[] {
  const layers = listLayers(config);
  const trust = layers.flatMap((one) => resolveRules(one).warnings);
  return [
    ...trust,
    ...layers.flatMap(listVariableWarnings),
    ...listSpecialistWarnings(config),
    ...listActionWarnings(config),
    ...listForgeWarnings(config),
    ...listUnusedForgeWarnings(config),
    ...listPluginWarnings(config),
  ];
}

/** A slip in the name of an action would quietly leave an incident to nobody. With plugins a near name may be theirs. */
export function listActionProblems(config: Config): readonly Problem[] {
  return findUnknownActions(config).flatMap(({ path, action }) => {
    const meant = findNearest(action.slice(0, 64), actionNames);
    return meant === null
      ? []
      : [createComplaint(config, path, `unknown action \`${action}\`; did you mean \`${meant}\`?`)];
  });
}

function listActionWarnings(config: Config): readonly Problem[] {
  return findUnknownActions(config).map(({ path, action }) =>
    createComplaint(
      config,
      path,
      `\`${action}\` is not a known action, and this file lists no plugin that could provide it`,
    ),
  );
}

/** A slip there would quietly be as if nothing stood there. A tracker that a plugin brings may know other keys. */
export function listForgeProblems(config: Config): readonly Problem[] {
  return findUnknownForgeKeys(config).flatMap(({ path, key }) => {
    const meant = findNearest(key.slice(0, 64), forgeKeys);
    return meant === null ? [] : [createComplaint(config, path, `unknown key \`${key}\`; did you mean \`${meant}\`?`)];
  });
}

function listForgeWarnings(config: Config): readonly Problem[] {
  return findUnknownForgeKeys(config).map(({ path, key }) =>
    createComplaint(
      config,
      path,
      `\`${key}\` is not a known setting, and this file lists no plugin that could know it`,
    ),
  );
}

type StrangeKey = { readonly path: Path; readonly key: string };

function findUnknownForgeKeys({ settings }: Config): readonly StrangeKey[] {
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

function findUnknownActions(config: Config): readonly StrangeAction[] {
  if ((config.settings.plugins ?? []).length > 0) return [];
  return listLayers(config)
    .flatMap(listWrittenReactions)
    .flatMap(({ path, settings: { action } }) => {
      if (action === undefined || actionNames.some((known) => known === action)) return [];
      return [{ path: [...path, "action"], action }];
    });
}

function listLayers(config: Config): readonly ConfigLayers[] {
  const names = Object.keys(config.settings.projects ?? {});
  return (names.length === 0 ? [""] : names).map((project) => ({ config, home: null, project }));
}

const VARIABLES = Object.keys(variables);

function listVariableWarnings(layers: ConfigLayers): readonly Problem[] {
  return listWrittenReactions(layers).flatMap(({ config, path, settings }) => {
    return findNames(settings.message ?? "")
      .map(({ name }) => name)
      .filter((name) => !VARIABLES.includes(name))
      .map((name) => {
        const meant = findNearest(name.slice(0, 64), VARIABLES);
        const hint = meant === null ? `there are ${VARIABLES.join(", ")}` : `did you mean \`{{${meant}}}\`?`;
        return createComplaint(
          config,
          [...path, "message"],
          `unknown variable \`{{${name}}}\` is left unchanged; ${hint}`,
        );
      });
  });
}

/** Forges of `defaults` hold for projects with a `repo` only: without one there is nothing to ask them for. */
function listUnusedForgeWarnings(config: Config): readonly Problem[] {
  const { defaults = {}, projects = {} } = config.settings;
  const without = Object.entries(projects).flatMap(([name, { repo }]) => (repo === undefined ? [name] : []));
  return (["tracker", "scm"] as const).flatMap((slot) => {
    const plugin = defaults[slot]?.plugin;
    if (plugin === undefined || !isRemoteForge(plugin)) return [];
    return without
      .filter((name) => projects[name]?.[slot] === undefined)
      .map((name) =>
        createComplaint(
          config,
          ["defaults", slot],
          `\`${slot}: ${plugin}\` is not used for ${name}: it has no \`repo\``,
        ),
      );
  });
}

function listSpecialistWarnings(config: Config): readonly Problem[] {
  return (config.settings.agents ?? []).flatMap((specialist, index) => {
    if (specialist.labels.length > 0 || specialist.skills.length > 0) return [];
    return [
      createComplaint(
        config,
        ["agents", index],
        `the specialist \`${specialist.id}\` has neither labels nor skills, so no issue is ever given to it`,
      ),
    ];
  });
}
