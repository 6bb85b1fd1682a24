/** What a forge elsewhere is made of, whichever it is. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ForgeOptions } from "../../plugins/remote/forge/forge.ts";
import type { QuotaRules } from "../../plugins/remote/quota-rules.ts";
import { remote, type Remote } from "../../plugins/remote/remote.ts";
import { unsafeAddress } from "../../plugins/remote/safe-address.ts";
import type { RemoteResult } from "../../plugins/remote/remote-result.ts";
import type { AgentDoor } from "../agent-api/agent-door.ts";
import type { RegisteredProject } from "../context.ts";
import type { Ground } from "../ground.ts";
import type { NamesOf } from "./project-seats.ts";
import type { ProjectSite } from "./project-site.ts";
import { wallClock } from "../process/wall-clock.ts";

export type RemoteParts = {
  readonly ground: Ground;
  readonly site: ProjectSite;
  /** Of now. */
  readonly current: () => RegisteredProject;
  readonly names: NamesOf;
};

/** `agents`: through which they ask it for themselves; null: they do not. */
export type OpenedForge<Forge> = { readonly forge: Forge; readonly agents: AgentDoor | null };

export type Connection = {
  /** As people know it: GitHub, GitLab. */
  readonly title: string;
  readonly api: URL;
  readonly credential: string;
  readonly rules: QuotaRules;
  /** As it is now. */
  readonly token: () => Promise<RemoteResult<string>>;
  /** It is not accepted any more. Left out: there is no other. */
  readonly refused?: () => void;
  readonly redact: (text: string) => string;
};

export function forgeOptions(
  { ground, site, current, names }: RemoteParts,
  { title, api, credential, rules, token, refused: onRefused, redact }: Connection,
): Omit<ForgeOptions, "settings"> & { readonly remote: Remote } {
  const { home, logDirOf, brokers } = ground;
  const unsafe = unsafeAddress(api);
  if (unsafe !== null) throw new Error(`${title} is not used for ${site.project.id}: ${unsafe}`);
  const { project, repository } = site;
  const name = title.toLowerCase();
  const folder = join(home.projects, project.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const authorize = async () => {
    const given = await token();
    return given.ok ? ({ ok: true, value: { authorization: `Bearer ${given.value}` } } as const) : given;
  };
  const broker = brokers.of(credential, rules);
  const { issues, changes } = names(name);
  return {
    ...{ project: issues, changesOf: changes, redact, logDirOf, defaultBranch: project.defaultBranch },
    remote: remote({
      ...{ name: title, base: api, authorize, broker, clock: wallClock, redact },
      ...(onRefused === undefined ? {} : { onRefused }),
    }),
    repository: repository.path,
    gitDir: join(folder, "git"),
    file: join(folder, `${name}.db`),
    logs: join(folder, `${name}-logs`),
    deleteAfter: () => current().settings.deleteAfter,
    onNews: () => ground.forgeHasNews(project.id),
  };
}
