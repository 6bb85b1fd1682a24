/** The files that speak of one project, and how a stronger one is laid over a weaker one: key by key. */
import { emptyConfig, type Config } from "./config.ts";
import type { DefaultsSettings, ProjectOwnSettings } from "./project-shape.ts";
import type { SpecialistSettings } from "./shape.ts";

/** `home` is null when there is no such file, or when it is the project's own. */
export type ConfigLayers = { readonly config: Config; readonly home: Config | null; readonly project: string };

export const noLayers: ConfigLayers = { config: emptyConfig, home: null, project: "" };

/** The stronger values where they are set, else the weaker ones. */
export function overlay<Values extends object>(weaker: Values, stronger: Values | undefined): Values {
  return stronger === undefined ? weaker : { ...weaker, ...withoutGaps(stronger) };
}

function withoutGaps<Values extends object>(values: Values): Partial<Values> {
  const copy: Partial<Values> = { ...values };
  for (const name in copy) if (copy[name] === undefined) delete copy[name];
  return copy;
}

export function ownSettings({ config, project }: ConfigLayers): ProjectOwnSettings {
  return new Map(Object.entries(config.settings.projects ?? {})).get(project) ?? {};
}

/** Weakest first: the defaults of the home, of the file, and what the project says itself. */
export function projectLayers(layers: ConfigLayers): readonly DefaultsSettings[] {
  const ofFile = ({ settings }: Config): DefaultsSettings =>
    overlay({ autonomy: settings.autonomy }, settings.defaults);
  return [...filesOf(layers).map(ofFile), ownSettings(layers)];
}

/** Weakest first. */
export const filesOf = ({ config, home }: ConfigLayers): readonly Config[] =>
  home === null ? [config] : [home, config];

/** A file that lists specialists replaces those of the home: a fleet is one thing. */
export const specialistsOf = (layers: ConfigLayers): readonly SpecialistSettings[] =>
  filesOf(layers).findLast(({ settings }) => settings.agents !== undefined)?.settings.agents ?? [];
