/** Settings that name a plugin which is not there: a slip is refused, another name is warned about. */
import { createComplaint, type Config } from "../config.ts";
import { describeUnknownPlugin, isPluginName, findMeantPlugin, type PluginSlot } from "./plugin-names.ts";
import type { Path, Problem } from "../problem.ts";
import type { DefaultsSettings } from "../shape/project-shape.ts";

/** With `plugins` a near name may be theirs. */
export function listPluginProblems(config: Config): readonly Problem[] {
  if ((config.settings.plugins ?? []).length > 0) return [];
  return listUnknownPlugins(config)
    .filter(({ slot, name }) => findMeantPlugin(slot, name) !== null)
    .map((one) => complain(config, one));
}

/** Beside the names: settings of which nothing comes yet. */
export function listPluginWarnings(config: Config): readonly Problem[] {
  const { plugins = [], orchestrator = {} } = config.settings;
  const ignored = plugins.map(({ package: name, path }, index) =>
    createComplaint(config, ["plugins", index], `plugins cannot be loaded yet; \`${name ?? path ?? ""}\` is ignored`),
  );
  const unasked = (["agent", "module"] as const)
    .filter((key) => orchestrator[key] !== undefined)
    .map((key) => {
      const sentence = `\`orchestrator.${key}\` is not available yet and is ignored: a person is asked directly`;
      return createComplaint(config, ["orchestrator", key], sentence);
    });
  return [...listUnknownPlugins(config).map((one) => complain(config, one)), ...ignored, ...unasked];
}

type NamedPlugin = { readonly path: Path; readonly slot: PluginSlot; readonly name: string };

const complain = (config: Config, { path, slot, name }: NamedPlugin): Problem =>
  createComplaint(config, path, describeUnknownPlugin(slot, name));

function listUnknownPlugins(config: Config): readonly NamedPlugin[] {
  const { defaults = {}, projects = {}, agents = [] } = config.settings;
  const named = [
    ...listNamedPlugins(["defaults"], defaults),
    ...Object.entries(projects).flatMap(([name, project]) => listNamedPlugins(["projects", name], project)),
    ...agents.flatMap(({ tool, runtime }, index): NamedPlugin[] => [
      ...(tool === undefined ? [] : [{ path: ["agents", index, "tool"], slot: "agent" as const, name: tool.plugin }]),
      ...(runtime === undefined
        ? []
        : [{ path: ["agents", index, "runtime"], slot: "runtime" as const, name: runtime.plugin }]),
    ]),
    ...listNamedNotifiers(config),
  ];
  return named.filter(({ slot, name }) => !isPluginName(slot, name));
}

const SLOTS = ["agent", "runtime", "workspace", "terminal", "tracker", "scm"] as const;

function listNamedPlugins(path: Path, said: DefaultsSettings): readonly NamedPlugin[] {
  const plugins = SLOTS.flatMap((slot) => {
    const name = said[slot]?.plugin;
    return name === undefined ? [] : [{ path: [...path, slot], slot, name }];
  });
  const use = said.sandbox?.use;
  return use === undefined ? plugins : [...plugins, { path: [...path, "sandbox"], slot: "sandbox", name: use }];
}

/** A list names blocks of `notifiers`, which may stand in another file of the daemon: there only a slip is certain. */
function listNamedNotifiers({ settings }: Config): readonly NamedPlugin[] {
  const { defaults = {}, projects = {}, notifiers = {}, notificationRouting = {} } = settings;
  const lists: readonly (readonly [Path, readonly string[]])[] = [
    [["defaults", "notifiers"], defaults.notifiers ?? []],
    ...Object.entries(projects).map(([name, own]) => [["projects", name, "notifiers"], own.notifiers ?? []] as const),
    ...Object.entries(notificationRouting).map(
      ([level, names]) => [["notificationRouting", level], names ?? []] as const,
    ),
  ];
  return [
    ...Object.entries(notifiers).map(([name, { plugin }]) => ({
      path: ["notifiers", name],
      slot: "notifier" as const,
      name: plugin,
    })),
    ...lists.flatMap(([path, names]) =>
      names
        .filter((name) => !(name in notifiers) && findMeantPlugin("notifier", name) !== null)
        .map((name) => ({ path, slot: "notifier" as const, name })),
    ),
  ];
}
