/** A project's issues and pull requests on GitHub: made of its settings, with a credential of the person's. */
import { valueRedactor } from "../../lib/redact.ts";
import { credentialName } from "../remote/credential-name.ts";
import type { Connection, ForgeSite, OpenedForge } from "../remote/forge/open-forge.ts";
import { judgeGithubCall } from "./agents/judge-call.ts";
import { appTokens } from "./app-token.ts";
import { githubForge } from "./github-forge.ts";
import { githubPlace, type GithubPlace } from "./place.ts";
import { githubSettings, type GithubSettings } from "./settings.ts";
import { findToken, heldToken } from "./token.ts";

export async function openGithub(site: ForgeSite): Promise<OpenedForge> {
  const { project, repo, tracker, scm } = site;
  const read = githubSettings([scm, tracker].filter((block) => block !== null));
  if (!read.ok) throw new Error(read.why);
  const place = githubPlace(repo ?? "", read.settings.url);
  if (place === null) throw new Error(`GitHub is not used for ${project}: set \`repo: owner/name\` in its settings.`);
  const credential = await credentialOf(site, place, read.settings);
  const parts = site.connect({ api: place.api, ...credential });
  const { host, owner, name } = place;
  const door = { remote: parts.remote, judge: judgeGithubCall(place), host, repo: `${owner}/${name}` };
  return {
    ...githubForge({ ...parts, place, token: credential.token, settings: read.settings }),
    agents: read.settings.agentApi === "read" ? door : null,
  };
}

/** An App's key, or a token of the person's. */
async function credentialOf(
  { env, redact, clock }: ForgeSite,
  place: GithubPlace,
  { app, token: written }: GithubSettings,
): Promise<Omit<Connection, "api">> {
  const { host, api } = place;
  if (app !== null) {
    const tokens = appTokens({ app, api, wallMs: clock.wallMs });
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
