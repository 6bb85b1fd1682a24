/** A project's merge requests on GitLab: made of its settings, with a token of the person's. */
import { valueRedactor } from "../../lib/redact.ts";
import { judgeGitlabCall } from "../../plugins/gitlab/agents/judge-call.ts";
import { gitlabPlace } from "../../plugins/gitlab/place.ts";
import { gitlabSettings } from "../../plugins/gitlab/settings.ts";
import { forges } from "../../plugins/index.ts";
import { credentialName } from "../../plugins/remote/credential-name.ts";
import type { ForgeElsewhere } from "../../plugins/remote/forge/forge.ts";
import { gitlabRules } from "../../plugins/remote/quota-rules.ts";
import { forgeOptions, type OpenedForge, type RemoteParts } from "./remote-parts.ts";

/** What cannot be opened throws, and is tried again. */
export function openGitlab(parts: RemoteParts): OpenedForge<ForgeElsewhere> {
  const { ground, site } = parts;
  const { id, settings: written } = site.project;
  const { tracker, scm, repo } = written;
  const blocks = [tracker, scm].filter(({ plugin }) => plugin === "gitlab").map(({ settings }) => settings);
  const read = gitlabSettings(blocks);
  if (!read.ok) throw new Error(read.why);
  const { url, pollMs, draft, agentApi, ...settings } = read.settings;
  const token = settings.token ?? ground.env["GITLAB_TOKEN"] ?? null;
  const place = gitlabPlace(settings.project ?? repo ?? "", url);
  if (token === null || token === "")
    throw new Error(
      `GitLab is not used for ${id}: export GITLAB_TOKEN and run \`ao start\`, or set \`token\` in its \`scm\`.`,
    );
  if (place === null) throw new Error(`GitLab is not used for ${id}: set \`repo: group/name\` in its settings.`);
  const also = valueRedactor([token]);
  const options = forgeOptions(parts, {
    ...{ title: "GitLab", api: place.api, rules: gitlabRules },
    credential: credentialName("gitlab", place.api.host, token),
    token: async () => ({ ok: true, value: token }),
    redact: (text) => also(ground.redact(text)),
  });
  const bots = [...tracker.bots, ...scm.bots];
  const door = { remote: options.remote, judge: judgeGitlabCall(place), host: place.api.host, repo: place.path };
  return {
    forge: forges.gitlab({ ...options, place, token, settings: { pollMs, draft, bots } }),
    agents: agentApi === "read" ? { forge: "gitlab", ...door } : null,
  };
}
