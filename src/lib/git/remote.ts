/**
 * Our own git directory talks to another host: exact refspecs, nothing of the person's configuration, and a credential that
 * stands neither in an argument nor in a file. Only the host it is for gets to see it.
 */
import { buildOwnEnvironment } from "./environment.ts";
import type { OwnGit } from "./own.ts";
import type { Setting } from "./settings/parse-git-config.ts";
import type { RefUpdate } from "./repository.ts";
import { callGit, type GitAnswer } from "./git-run.ts";
import { toSettingVariables } from "./settings/setting-variables.ts";

export type RemotePlace = {
  /** Without a credential in it. */
  readonly url: string;
  /** The value of the header `Authorization`; null: none is needed. */
  readonly authorization: string | null;
  readonly timeoutMs?: number;
};

/** How refs and commits get there and back. */
export type RemoteGit = {
  readonly list: typeof listRemote;
  readonly fetch: typeof fetchInto;
  readonly push: typeof pushFrom;
};

const TIMEOUT_MS = 110_000;

/** The refs given (`refs/heads/main`), as far as they are there. */
export async function listRemote(
  own: OwnGit,
  place: RemotePlace,
  refs: readonly string[],
): Promise<GitAnswer<ReadonlyMap<string, string>>> {
  const listed = await call(own, place, ["ls-remote", "--quiet", "--", place.url, ...refs]);
  if (!listed.ok) return listed;
  const lines = listed.value.split("\n").filter((line) => line !== "");
  return {
    ok: true,
    value: new Map(lines.map((line) => [line.slice(line.indexOf("\t") + 1), line.slice(0, line.indexOf("\t"))])),
  };
}

export async function fetchInto(
  own: OwnGit,
  place: RemotePlace,
  refspecs: readonly string[],
): Promise<GitAnswer<null>> {
  const quiet = ["--no-tags", "--no-recurse-submodules", "--quiet"];
  return toNoValue(await call(own, place, ["fetch", ...quiet, "--", place.url, ...refspecs]));
}

/** `expect`: where each ref must be for the push to go through; null: nowhere yet. */
export async function pushFrom(
  own: OwnGit,
  place: RemotePlace,
  {
    refspecs,
    expect,
  }: { readonly refspecs: readonly string[]; readonly expect: readonly Pick<RefUpdate, "ref" | "from">[] },
): Promise<GitAnswer<null>> {
  const leases = expect.map(({ ref, from = null }) => `--force-with-lease=${ref}:${from ?? ""}`);
  const quiet = ["--porcelain", "--no-verify", "--no-recurse-submodules", "--no-follow-tags", "--no-signed"];
  return toNoValue(await call(own, place, ["push", ...quiet, ...leases, "--", place.url, ...refspecs]));
}

export const remoteGit: RemoteGit = { list: listRemote, fetch: fetchInto, push: pushFrom };

function call(own: OwnGit, place: RemotePlace, args: readonly string[]): Promise<GitAnswer> {
  const { url, authorization, timeoutMs = TIMEOUT_MS } = place;
  const settings: readonly Setting[] = [
    { key: "protocol.ext.allow", value: "never" },
    { key: "credential.helper", value: "" },
    ...(authorization === null ? [] : [{ key: `http.${url}.extraHeader`, value: `Authorization: ${authorization}` }]),
  ];
  const env = {
    ...buildOwnEnvironment(own.gitDir),
    ...addNetworkSettings(process.env),
    ...toSettingVariables(settings),
  };
  return callGit({ args, env, timeoutMs, cwd: own.gitDir });
}

/** How this machine reaches others: proxies and the certificates it trusts. */
function addNetworkSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isNeeded = /^(https?_proxy|all_proxy|no_proxy|ssl_cert_(file|dir)|git_ssl_cainfo|git_ssl_capath)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => isNeeded.test(name)));
}

const toNoValue = (answer: GitAnswer): GitAnswer<null> => (answer.ok ? { ok: true, value: null } : answer);
