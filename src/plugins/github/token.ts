/** The token that speaks for us: written in the settings, in the environment of the daemon, or held by `gh`. */
import { runProgram } from "../../lib/run.ts";
import { failRemote, type RemoteResult } from "../remote/http/remote-result.ts";
import { isLoopback } from "../remote/http/safe-address.ts";

export type TokenSource = {
  /** `token` of the settings, `${ENV}` already put in. */
  readonly written: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly host: string;
};

export type FoundToken =
  { readonly ok: true; readonly token: string; readonly from: string } | { readonly ok: false; readonly why: string };

const GH_TIMEOUT_MS = 10_000;

export async function findToken({ written, env, host }: TokenSource): Promise<FoundToken> {
  if (written !== null && written !== "") return { ok: true, token: written, from: "the settings" };
  for (const name of listTokenNames(host, env)) {
    const token = env[name];
    if (token !== undefined && token !== "") return { ok: true, token, from: name };
  }
  const args = ["auth", "token", "--hostname", host];
  const asked = await runProgram({ program: "gh", args, env, timeoutMs: GH_TIMEOUT_MS });
  const token = asked.ok && asked.code === 0 ? asked.stdout.trim() : "";
  if (token !== "") return { ok: true, token, from: "gh" };
  if (isGithubs(host)) return reportMissingToken(host, "GITHUB_TOKEN", "");
  return reportMissingToken(host, "GH_ENTERPRISE_TOKEN", ` --hostname ${host}`);
}

export type HeldToken = {
  readonly token: () => Promise<RemoteResult<string>>;
  /** It is not accepted any more: whoever renews it with `gh` leaves another one there. */
  readonly refused: () => void;
};

/** As long as a refused credential rests. */
const REST_MS = 5 * 60_000;

/** `onFound` is told of each that comes in the place of the one before. */
export function createHeldToken(
  first: string,
  find: () => Promise<FoundToken>,
  onFound: (token: string) => void,
): HeldToken {
  let held: string | null = first;
  return {
    token: async () => {
      if (held !== null) return { ok: true, value: held };
      const found = await find();
      if (!found.ok) return failRemote("rate_limited", found.why, { retryAfterMs: REST_MS });
      held = found.token;
      onFound(held);
      return { ok: true, value: held };
    },
    refused: () => void (held = null),
  };
}

/** As `gh` has it: a token of github.com is not shown to any other server unless somebody says that it is that server's. */
function listTokenNames(host: string, env: NodeJS.ProcessEnv): readonly string[] {
  const general = ["GITHUB_TOKEN", "GH_TOKEN"];
  if (isGithubs(host)) return general;
  return ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", ...(env["GH_HOST"] === host ? general : [])];
}

const isGithubs = (host: string): boolean =>
  host === "github.com" || host.endsWith(".ghe.com") || isLoopback(new URL(`http://${host}`).hostname);

const reportMissingToken = (host: string, name: string, hint: string): FoundToken => ({
  ok: false,
  why: `There is no token for ${host}: export ${name} and run \`ao start\`, or sign in with \`gh auth login${hint}\`.`,
});
