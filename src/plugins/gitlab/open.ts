/** A project's merge requests on GitLab: made of its settings, with a token of the person's. */
import { createValueRedactor } from "../../lib/text/redact.ts";
import { formatCredentialName } from "../remote/credential-name.ts";
import type { ForgeSite, OpenedForge } from "../remote/forge/open-forge.ts";
import { judgeGitlabCall } from "./agents/judge-call.ts";
import { createGitlabForge } from "./gitlab-forge.ts";
import { parseGitlabPlace } from "./place.ts";
import { parseGitlabSettings } from "./settings.ts";

export async function openGitlab(site: ForgeSite): Promise<OpenedForge> {
  const { project, repo, bots, env, redact } = site;
  const blocks = [site.tracker, site.scm].filter((block) => block !== null);
  const read = parseGitlabSettings(blocks.map(({ settings }) => settings));
  if (!read.ok) throw new Error(read.why);
  const { url, pollMs, draft, agentApi, ...settings } = read.settings;
  const token = settings.token ?? env["GITLAB_TOKEN"] ?? null;
  const place = parseGitlabPlace(settings.project ?? repo ?? "", url);
  if (token === null || token === "")
    throw new Error(
      `GitLab is not used for ${project}: export GITLAB_TOKEN and run \`ao start\`, or set \`token\` in its \`scm\`.`,
    );
  if (place === null) throw new Error(`GitLab is not used for ${project}: set \`repo: group/name\` in its settings.`);
  const also = createValueRedactor([token]);
  const parts = site.connect({
    api: place.api,
    credential: formatCredentialName("gitlab", place.api.host, token),
    token: async () => ({ ok: true, value: token }),
    redact: (text) => also(redact(text)),
  });
  const door = { remote: parts.remote, judge: judgeGitlabCall(place), host: place.api.host, repo: place.path };
  const forge = createGitlabForge({ ...parts, place, token, settings: { pollMs, draft, bots } });
  return { ...forge, tracker: null, agents: agentApi === "read" ? door : null };
}
