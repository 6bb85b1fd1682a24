/** A project's issues and pull requests on GitHub: made of its settings, with a credential of the person's. */
import { createValueRedactor } from "../../lib/text/redact.ts";
import { formatCredentialName } from "../remote/credential-name.ts";
import type { Connection, ForgeSite, OpenedForge } from "../remote/forge/open-forge.ts";
import { judgeGithubCall } from "./agents/judge-call.ts";
import { createAppTokens } from "./app-token.ts";
import { createGithubForge } from "./github-forge.ts";
import { parseGithubPlace, type GithubPlace } from "./place.ts";
import { parseGithubSettings, type GithubSettings } from "./settings.ts";
import { findToken, createHeldToken } from "./token.ts";

export async function openGithub(site: ForgeSite): Promise<OpenedForge> {
  const { project, repo, tracker, scm } = site;
  const read = parseGithubSettings([scm, tracker].filter((block) => block !== null));
  if (!read.ok) throw new Error(read.why);
  const place = parseGithubPlace(repo ?? "", read.settings.url);
  if (place === null) throw new Error(`GitHub is not used for ${project}: set \`repo: owner/name\` in its settings.`);
  const credential = await findCredential(site, place, read.settings);
  const parts = site.connect({ api: place.api, ...credential });
  const { host, owner, name } = place;
  const door = { remote: parts.remote, judge: judgeGithubCall(place), host, repo: `${owner}/${name}` };
  return {
    ...createGithubForge({ ...parts, place, token: credential.token, settings: read.settings }),
    agents: read.settings.agentApi === "read" ? door : null,
  };
}

/** An App's key, or a token of the person's. */
async function findCredential(
  { env, redact, clock }: ForgeSite,
  place: GithubPlace,
  { app, token: written }: GithubSettings,
): Promise<Omit<Connection, "api">> {
  const { host, api } = place;
  if (app !== null) {
    const tokens = createAppTokens({ app, api, wallMs: clock.wallMs });
    return { credential: formatCredentialName("github", host, `app ${app.id} ${app.installation}`), ...tokens, redact };
  }
  const find = () => findToken({ written, env, host });
  const found = await find();
  if (!found.ok) throw new Error(found.why);
  // One that came from `gh` stands in no variable that is redacted anyway.
  const seen = new Set([found.token]);
  let also = createValueRedactor([...seen]);
  const held = createHeldToken(found.token, find, (token) => {
    also = createValueRedactor([...seen.add(token)]);
  });
  return {
    credential: formatCredentialName("github", host, found.token),
    ...held,
    redact: (text) => also(redact(text)),
  };
}
