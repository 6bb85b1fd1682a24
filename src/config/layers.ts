/** The files that speak of one project, and how a stronger one is laid over a weaker one: key by key. */
import { emptyConfig, type Config } from "./config.ts";
import type { DefaultsSettings, ProjectOwnSettings } from "./shape/project-shape.ts";
import type { SpecialistSettings } from "./shape/shape.ts";

/** `home` is null when there is no such file, or when it is the project's own. */
export type ConfigLayers = { readonly config: Config; readonly home: Config | null; readonly project: string };

export const noLayers: ConfigLayers = { config: emptyConfig, home: null, project: "" };

/** The stronger values where they are set, else the weaker ones. */
export function overlay<Values extends object>(weaker: Values, stronger: Values | undefined): Values {
  return stronger === undefined ? weaker : { ...weaker, ...dropUndefined(stronger) };
}

function dropUndefined<Values extends object>(values: Values): Partial<Values> {
  const copy: Partial<Values> = { ...values };
  for (const name in copy) if (copy[name] === undefined) delete copy[name];
  return copy;
}

export function getOwnSettings({ config, project }: ConfigLayers): ProjectOwnSettings {
  return new Map(Object.entries(config.settings.projects ?? {})).get(project) ?? {};
}

/** Weakest first: the defaults of the home, of the file, and what the project says itself. */
export function listProjectLayers(layers: ConfigLayers): readonly DefaultsSettings[] {
  const ofFile = ({ settings }: Config): DefaultsSettings =>
    overlay({ autonomy: settings.autonomy }, settings.defaults);
  return [...listConfigFiles(layers).map(ofFile), getOwnSettings(layers)];
}

/** Weakest first. */
export const listConfigFiles = ({ config, home }: ConfigLayers): readonly Config[] =>
  home === null ? [config] : [home, config];

/** A file that lists specialists replaces those of the home: a fleet is one thing. */
export const resolveSpecialistSettings = (layers: ConfigLayers): readonly SpecialistSettings[] =>
  listConfigFiles(layers).findLast(({ settings }) => settings.agents !== undefined)?.settings.agents ?? [];
