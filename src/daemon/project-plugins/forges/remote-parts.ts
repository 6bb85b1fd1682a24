/** What a forge elsewhere is made of, whichever it is. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Connection, ForgeParts } from "../../../plugins/remote/forge/open-forge.ts";
import type { QuotaRules } from "../../../plugins/remote/quota/quota-rules.ts";
import { createRemote } from "../../../plugins/remote/http/remote.ts";
import { explainUnsafeAddress } from "../../../plugins/remote/http/safe-address.ts";
import type { RegisteredProject } from "../../context.ts";
import type { PluginServices } from "../../plugin-services.ts";
import type { NamesOf } from "./project-homes.ts";
import type { ProjectSite } from "../project-site.ts";
import { wallClock } from "../../process/wall-clock.ts";

export type RemoteParts = {
  readonly ground: PluginServices;
  readonly site: ProjectSite;
  /** Of now. */
  readonly current: () => RegisteredProject;
  readonly names: NamesOf;
};

/** Of a plugin. */
export type Described = { readonly name: string; readonly title: string; readonly quota: QuotaRules };

export function connectForge(
  { ground: services, site, current, names }: RemoteParts,
  { name, title, quota }: Described,
  { api, credential, token, refused: onRefused, redact }: Connection,
): ForgeParts {
  const { home, logDirOf, brokers } = services;
  const unsafe = explainUnsafeAddress(api);
  if (unsafe !== null) throw new Error(`${title} is not used for ${site.project.id}: ${unsafe}`);
  const { project, repository } = site;
  const folder = join(home.projects, project.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const authorize = async () => {
    const given = await token();
    return given.ok ? ({ ok: true, value: { authorization: `Bearer ${given.value}` } } as const) : given;
  };
  const broker = brokers.of(credential, quota);
  const { issues, changes } = names(name);
  return {
    ...{ project: issues, changesOf: changes, redact, logDirOf, defaultBranch: project.defaultBranch },
    remote: createRemote({
      ...{ name: title, base: api, authorize, broker, clock: wallClock, redact },
      ...(onRefused === undefined ? {} : { onRefused }),
    }),
    repository: repository.path,
    gitDir: join(folder, "git"),
    file: join(folder, `${name}.db`),
    logs: join(folder, `${name}-logs`),
    deleteAfter: () => current().settings.deleteAfter,
    onNews: () => services.forgeHasNews(project.id),
  };
}
