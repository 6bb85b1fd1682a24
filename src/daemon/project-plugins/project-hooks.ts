/** The project's own programs and modules at its nine moments, as the settings that a person has accepted name them. */
import { dirname } from "node:path";
import type { HookSettings } from "../../config/shape/project-shape.ts";
import { limits } from "../../domain/model/limits.ts";
import { pluginsWith } from "../../plugins/find-plugin.ts";
import { hookNames, type HookName, type HookPlugin } from "../../slots/hook.ts";
import { isKeptBack } from "./sandbox/environment.ts";
import type { PluginServices } from "../plugin-services.ts";
import type { ProjectSite } from "./project-site.ts";

export function createProjectHooks(services: PluginServices, site: ProjectSite): readonly HookPlugin[] {
  const { settings } = site.project;
  return hookNames.flatMap((moment) =>
    settings.hooks[moment].flatMap((hook) => createHooks(services, site, { moment, hook })),
  );
}

type Written = { readonly moment: HookName; readonly hook: HookSettings };

function createHooks(
  { env, log }: PluginServices,
  site: ProjectSite,
  { moment, hook }: Written,
): readonly HookPlugin[] {
  const { project, repository } = site;
  const folder = project.configFile === null ? repository.path : dirname(project.configFile);
  const settings = new Map(Object.entries(hook));
  return pluginsWith("hook").flatMap(({ plugin: { name }, part }) => {
    const written = settings.get(name);
    if (written === undefined || typeof written === "number" || written.length === 0) return [];
    return part({
      ...{ moment, written, folder, cwd: repository.path, env: dropTokens(env) },
      timeoutMs: hook.timeout ?? limits.hookTimeoutMs,
      ended: ({ key }, how) => {
        const program = typeof written === "string" ? written : written[0];
        if (how !== null) log.warn({ project: project.id, hook: program, moment, key, how }, "a hook failed");
      },
    });
  });
}

/** It is the person's own program in the person's own environment; what acts in their name at a forge stays with us. */
function dropTokens(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isKeptBack(name)));
}
