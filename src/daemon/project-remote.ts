/** Where a project's issues and changes live when that is elsewhere: made of its settings, with a credential of the person's. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { redactor } from "../lib/redact.ts";
import { forges } from "../plugins/index.ts";
import type { GithubForge } from "../plugins/github/github-forge.ts";
import { githubPlace } from "../plugins/github/place.ts";
import { githubSettings } from "../plugins/github/settings.ts";
import { findToken } from "../plugins/github/token.ts";
import { credentialName } from "../plugins/remote/credential-name.ts";
import { githubRules } from "../plugins/remote/quota-rules.ts";
import { remote } from "../plugins/remote/remote.ts";
import type { RegisteredProject } from "./context.ts";
import type { Ground } from "./ground.ts";
import type { ProjectSite } from "./project-site.ts";
import { wallClock } from "./wall-clock.ts";

export type RemoteForge = GithubForge;

export type RemoteParts = {
  readonly ground: Ground;
  readonly site: ProjectSite;
  /** Of now. */
  readonly current: () => RegisteredProject;
};

/** Null: nothing of it lives elsewhere. What cannot be opened throws, and is tried again. */
export async function openRemote(parts: RemoteParts): Promise<RemoteForge | null> {
  const { tracker, scm } = parts.site.project.settings;
  return tracker.plugin === "github" || scm.plugin === "github" ? openGithub(parts) : null;
}

async function openGithub({ ground, site, current }: RemoteParts): Promise<RemoteForge> {
  const { home, env, logDirOf } = ground;
  const { project, repository } = site;
  const { tracker, scm, repo } = project.settings;
  const read = githubSettings([scm, tracker].filter(({ plugin }) => plugin === "github"));
  if (!read.ok) throw new Error(read.why);
  const place = githubPlace(repo ?? "", read.settings.url);
  if (place === null)
    throw new Error(`GitHub is not used for ${project.id}: set \`repo: owner/name\` in its settings.`);
  const found = await findToken({ written: read.settings.token, env, host: place.host });
  if (!found.ok) throw new Error(found.why);
  const { token } = found;
  const redact = withSecret(ground.redact, token);
  const broker = ground.brokers.of(credentialName("github", place.host, token), githubRules);
  const authorize = async () => ({ ok: true, value: { authorization: `Bearer ${token}` } }) as const;
  const folder = join(home.projects, project.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return forges.github({
    ...{ project: project.id, place, redact, logDirOf, defaultBranch: project.defaultBranch, settings: read.settings },
    remote: remote({ name: "GitHub", base: place.api, authorize, broker, clock: wallClock, redact }),
    token: async () => ({ ok: true, value: token }),
    repository: repository.path,
    gitDir: join(folder, "git"),
    file: join(folder, "github.db"),
    logs: join(folder, "github-logs"),
    deleteAfter: () => current().settings.deleteAfter,
    onNews: () => ground.forgeHasNews(project.id),
  });
}

/** A token that came from \`gh\` stands in no variable that is redacted anyway. */
function withSecret(redact: (text: string) => string, secret: string): (text: string) => string {
  const also = redactor([secret]);
  return (text) => also(redact(text));
}
