/** The token that speaks for us: written in the settings, in the environment of the daemon, or held by `gh`. */
import { run } from "../../lib/run.ts";

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
  for (const name of ["GITHUB_TOKEN", "GH_TOKEN"]) {
    const token = env[name];
    if (token !== undefined && token !== "") return { ok: true, token, from: name };
  }
  const args = ["auth", "token", "--hostname", host];
  const asked = await run({ program: "gh", args, env, timeoutMs: GH_TIMEOUT_MS });
  const token = asked.ok && asked.code === 0 ? asked.stdout.trim() : "";
  if (token !== "") return { ok: true, token, from: "gh" };
  const hint = host === "github.com" ? "" : ` --hostname ${host}`;
  return {
    ok: false,
    why: `There is no token for ${host}: set GITHUB_TOKEN for the daemon, or sign in with \`gh auth login${hint}\`.`,
  };
}
