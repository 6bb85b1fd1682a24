/** Where a project's issues and changes live when that is elsewhere: made of its settings, with a credential of the person's. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { redactor } from "../lib/redact.ts";
import { forges } from "../plugins/index.ts";
import type { GithubForge } from "../plugins/github/github-forge.ts";
import { appTokens } from "../plugins/github/app-token.ts";
import { githubPlace, type GithubPlace } from "../plugins/github/place.ts";
import { githubSettings, type GithubSettings } from "../plugins/github/settings.ts";
import { findToken } from "../plugins/github/token.ts";
import { credentialName } from "../plugins/remote/credential-name.ts";
import { githubRules } from "../plugins/remote/quota-rules.ts";
import { remote } from "../plugins/remote/remote.ts";
import type { RemoteResult } from "../plugins/remote/remote-result.ts";
import type { ChecksPlugin } from "../slots/checks.ts";
import type { ScmPlugin } from "../slots/scm.ts";
import type { TrackerPlugin } from "../slots/tracker.ts";
import type { Ground } from "./ground.ts";
import { openGitlab } from "./project-gitlab.ts";
import type { RemoteParts } from "./remote-parts.ts";
import { wallClock } from "./wall-clock.ts";

/** Null: that lives here. */
export type RemoteForge = {
  readonly tracker: TrackerPlugin | null;
  readonly changes: { readonly scm: ScmPlugin; readonly checks: ChecksPlugin } | null;
  readonly close: () => Promise<void>;
};

/** Null: nothing of it lives elsewhere. What cannot be opened throws, and is tried again. */
export async function openRemote(parts: RemoteParts): Promise<RemoteForge | null> {
  const { tracker, scm } = parts.site.project.settings;
  const isGithub = tracker.plugin === "github" || scm.plugin === "github";
  const github = isGithub ? await openGithub(parts) : null;
  try {
    const gitlab = scm.plugin === "gitlab" ? openGitlab(parts) : null;
    if (github === null && gitlab === null) return null;
    return {
      tracker: tracker.plugin === "github" ? (github?.tracker ?? null) : null,
      changes: scm.plugin === "github" ? github : gitlab,
      close: async () => {
        await github?.close();
        await gitlab?.close();
      },
    };
  } catch (error) {
    await github?.close();
    throw error;
  }
}

async function openGithub({ ground, site, current }: RemoteParts): Promise<GithubForge> {
  const { home, logDirOf } = ground;
  const { project, repository } = site;
  const { tracker, scm, repo } = project.settings;
  const read = githubSettings([scm, tracker].filter(({ plugin }) => plugin === "github"));
  if (!read.ok) throw new Error(read.why);
  const place = githubPlace(repo ?? "", read.settings.url);
  if (place === null)
    throw new Error(`GitHub is not used for ${project.id}: set \`repo: owner/name\` in its settings.`);
  const { credential, token, redact } = await credentialOf(ground, place, read.settings);
  const broker = ground.brokers.of(credential, githubRules);
  const authorize = async () => {
    const given = await token();
    return given.ok ? ({ ok: true, value: { authorization: `Bearer ${given.value}` } } as const) : given;
  };
  const folder = join(home.projects, project.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return forges.github({
    ...{ project: project.id, place, redact, logDirOf, token, settings: read.settings },
    defaultBranch: project.defaultBranch,
    remote: remote({ name: "GitHub", base: place.api, authorize, broker, clock: wallClock, redact }),
    repository: repository.path,
    gitDir: join(folder, "git"),
    file: join(folder, "github.db"),
    logs: join(folder, "github-logs"),
    deleteAfter: () => current().settings.deleteAfter,
    onNews: () => ground.forgeHasNews(project.id),
  });
}

type Credential = {
  readonly credential: string;
  readonly token: () => Promise<RemoteResult<string>>;
  readonly redact: (text: string) => string;
};

/** An App's key, or a token of the person's. */
async function credentialOf(
  { env, redact }: Ground,
  place: GithubPlace,
  { app, token: written }: GithubSettings,
): Promise<Credential> {
  const { host, api } = place;
  if (app !== null) {
    const { token } = appTokens({ app, api, wallMs: wallClock.wallMs });
    return { credential: credentialName("github", host, `app ${app.id} ${app.installation}`), token, redact };
  }
  const found = await findToken({ written, env, host });
  if (!found.ok) throw new Error(found.why);
  const { token } = found;
  // One that came from `gh` stands in no variable that is redacted anyway.
  const also = redactor([token]);
  return {
    credential: credentialName("github", host, token),
    token: async () => ({ ok: true, value: token }),
    redact: (text) => also(redact(text)),
  };
}
