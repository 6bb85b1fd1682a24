/** Where a project's issues and changes live when that is elsewhere: made of its settings, with a credential of the person's. */
import { valueRedactor } from "../../lib/redact.ts";
import { forges } from "../../plugins/index.ts";
import type { GithubForge } from "../../plugins/github/github-forge.ts";
import { appTokens } from "../../plugins/github/app-token.ts";
import { judgeGithubCall } from "../../plugins/github/agents/judge-call.ts";
import { githubPlace, type GithubPlace } from "../../plugins/github/place.ts";
import { githubSettings, type GithubSettings } from "../../plugins/github/settings.ts";
import { findToken, heldToken } from "../../plugins/github/token.ts";
import { credentialName } from "../../plugins/remote/credential-name.ts";
import type { ForgeElsewhere } from "../../plugins/remote/forge/forge.ts";
import { githubRules } from "../../plugins/remote/quota-rules.ts";
import type { ChecksPlugin } from "../../slots/checks.ts";
import type { ScmPlugin } from "../../slots/scm.ts";
import type { TrackerPlugin } from "../../slots/tracker.ts";
import type { AgentDoor } from "../agent-api/agent-door.ts";
import type { Ground } from "../ground.ts";
import { openGitlab } from "./project-gitlab.ts";
import { forgeOptions, type Connection, type OpenedForge, type RemoteParts } from "./remote-parts.ts";
import { wallClock } from "../process/wall-clock.ts";

/** Null: that lives here. */
export type RemoteForge = {
  readonly tracker: TrackerPlugin | null;
  readonly changes: { readonly scm: ScmPlugin; readonly checks: ChecksPlugin } | null;
  /** Through which agents ask it; null: they do not. */
  readonly agents: AgentDoor | null;
  readonly close: () => Promise<void>;
};

/** Null: nothing of it lives elsewhere. What cannot be opened throws, and is tried again. */
export async function openRemote(parts: RemoteParts): Promise<RemoteForge | null> {
  const { tracker, scm } = parts.site.project.settings;
  const isGithub = tracker.plugin === "github" || scm.plugin === "github";
  const github = isGithub ? await openGithub(parts) : null;
  try {
    const gitlab = scm.plugin === "gitlab" ? openGitlab(parts) : null;
    return github === null && gitlab === null ? null : together(parts, github, gitlab);
  } catch (error) {
    await github?.forge.close();
    throw error;
  }
}

/** What both give, where a project lives on both. */
function together(
  { site }: RemoteParts,
  github: OpenedForge<GithubForge> | null,
  gitlab: OpenedForge<ForgeElsewhere> | null,
): RemoteForge {
  const { tracker, scm } = site.project.settings;
  return {
    tracker: tracker.plugin === "github" ? (github?.forge.tracker ?? null) : null,
    changes: (scm.plugin === "github" ? github : gitlab)?.forge ?? null,
    agents: github?.agents ?? gitlab?.agents ?? null,
    close: async () => {
      await github?.forge.close();
      await gitlab?.forge.close();
    },
  };
}

async function openGithub(parts: RemoteParts): Promise<OpenedForge<GithubForge>> {
  const { id, settings: written } = parts.site.project;
  const { tracker, scm, repo } = written;
  const read = githubSettings([scm, tracker].filter(({ plugin }) => plugin === "github"));
  if (!read.ok) throw new Error(read.why);
  const place = githubPlace(repo ?? "", read.settings.url);
  if (place === null) throw new Error(`GitHub is not used for ${id}: set \`repo: owner/name\` in its settings.`);
  const credential = await credentialOf(parts.ground, place, read.settings);
  const options = forgeOptions(parts, { title: "GitHub", api: place.api, rules: githubRules, ...credential });
  const { host, owner, name } = place;
  const door = { remote: options.remote, judge: judgeGithubCall(place), host, repo: `${owner}/${name}` };
  return {
    forge: forges.github({ ...options, place, token: credential.token, settings: read.settings }),
    agents: read.settings.agentApi === "read" ? { forge: "github", ...door } : null,
  };
}

/** An App's key, or a token of the person's. */
async function credentialOf(
  { env, redact }: Ground,
  place: GithubPlace,
  { app, token: written }: GithubSettings,
): Promise<Pick<Connection, "credential" | "token" | "refused" | "redact">> {
  const { host, api } = place;
  if (app !== null) {
    const tokens = appTokens({ app, api, wallMs: wallClock.wallMs });
    return { credential: credentialName("github", host, `app ${app.id} ${app.installation}`), ...tokens, redact };
  }
  const find = () => findToken({ written, env, host });
  const found = await find();
  if (!found.ok) throw new Error(found.why);
  // One that came from `gh` stands in no variable that is redacted anyway.
  const seen = new Set([found.token]);
  let also = valueRedactor([...seen]);
  const held = heldToken(found.token, find, (token) => {
    also = valueRedactor([...seen.add(token)]);
  });
  return { credential: credentialName("github", host, found.token), ...held, redact: (text) => also(redact(text)) };
}
