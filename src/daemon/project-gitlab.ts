/** A project's merge requests on GitLab: made of its settings, with a token of the person's. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { redactor } from "../lib/redact.ts";
import type { GitlabForge } from "../plugins/gitlab/gitlab-forge.ts";
import { gitlabPlace } from "../plugins/gitlab/place.ts";
import { gitlabSettings } from "../plugins/gitlab/settings.ts";
import { forges } from "../plugins/index.ts";
import { credentialName } from "../plugins/remote/credential-name.ts";
import { gitlabRules } from "../plugins/remote/quota-rules.ts";
import { remote } from "../plugins/remote/remote.ts";
import type { RemoteParts } from "./remote-parts.ts";
import { wallClock } from "./wall-clock.ts";

/** What cannot be opened throws, and is tried again. */
export function openGitlab({ ground, site, current }: RemoteParts): GitlabForge {
  const { home, logDirOf, env, brokers } = ground;
  const { project, repository } = site;
  const { tracker, scm, repo } = project.settings;
  const blocks = [tracker, scm].filter(({ plugin }) => plugin === "gitlab").map(({ settings }) => settings);
  const read = gitlabSettings(blocks);
  if (!read.ok) throw new Error(read.why);
  const { url, pollMs, draft, ...settings } = read.settings;
  const token = settings.token ?? env["GITLAB_TOKEN"] ?? null;
  const place = gitlabPlace(settings.project ?? repo ?? "", url);
  if (token === null || token === "")
    throw new Error(
      `GitLab is not used for ${project.id}: set GITLAB_TOKEN for the daemon, or \`token\` in its \`scm\`.`,
    );
  if (place === null)
    throw new Error(`GitLab is not used for ${project.id}: set \`repo: group/name\` in its settings.`);
  const also = redactor([token]);
  const redact = (text: string): string => also(ground.redact(text));
  const broker = brokers.of(credentialName("gitlab", place.api.host, token), gitlabRules);
  const authorize = async () => ({ ok: true, value: { authorization: `Bearer ${token}` } }) as const;
  const folder = join(home.projects, project.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return forges.gitlab({
    ...{ project: project.id, place, token, redact, logDirOf, pollMs, draft },
    defaultBranch: project.defaultBranch,
    bots: [...tracker.bots, ...scm.bots],
    remote: remote({ name: "GitLab", base: place.api, authorize, broker, clock: wallClock, redact }),
    repository: repository.path,
    gitDir: join(folder, "git"),
    file: join(folder, "gitlab.db"),
    logs: join(folder, "gitlab-logs"),
    deleteAfter: () => current().settings.deleteAfter,
    onNews: () => ground.forgeHasNews(project.id),
  });
}
