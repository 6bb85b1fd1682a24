/** The keys that plugins bring to a block of the settings. Plugins of one slot share a block, and each key says whose it is. */
import * as z from "zod";
import type { SettingKeys } from "../lib/setting-keys.ts";
import type { Plugin } from "../plugins/plugin.ts";

export function listPluginKeys(plugins: readonly Plugin[]): SettingKeys {
  const names = new Set(plugins.flatMap(({ settings = {} }) => Object.keys(settings)));
  return Object.fromEntries([...names].map((name) => [name, sharedKey(listUses(name, plugins))]));
}

/** Of one key by one plugin. */
type Use = { readonly title: string; readonly shape: z.ZodType };

const listUses = (name: string, plugins: readonly Plugin[]): readonly Use[] =>
  plugins.flatMap(({ title, settings = {} }) => {
    const shape = settings[name];
    return shape === undefined ? [] : [{ title, shape }];
  });

function sharedKey(uses: readonly Use[]): z.ZodType {
  const [first, ...others] = uses.map(({ shape }) => shape);
  const shapes = [...new Set(uses.map(({ shape }) => (shape instanceof z.ZodOptional ? shape.unwrap() : shape)))];
  const shape = first === undefined || shapes.length > 1 ? z.union([...shapes]).optional() : first;
  const meta = others.every((other) => other.meta()?.["byDefault"] === first?.meta()?.["byDefault"])
    ? first?.meta()
    : {};
  return shape.meta({ ...meta, description: joinMeanings(uses) });
}

/** `GitHub and GitLab: …`, and what others mean by it. */
function joinMeanings(uses: readonly Use[]): string {
  const meanings = new Set(uses.map(({ shape }) => shape.description ?? ""));
  return [...meanings]
    .map((meaning) => {
      const titles = uses.filter(({ shape }) => (shape.description ?? "") === meaning).map(({ title }) => title);
      return `${titles.join(" and ")}: ${meaning}`;
    })
    .join(" ");
}
