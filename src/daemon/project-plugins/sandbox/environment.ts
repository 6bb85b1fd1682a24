/**
 * What an agent finds in its environment: nothing is inherited but what is named here. Tokens of forges and trackers stay
 * in the daemon whatever the settings say; the keys of a provider reach only the agents that need them.
 */
import { mkdirSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import type { Session } from "../../../domain/session/session.ts";
import { builtIn } from "../../../plugins/index.ts";
import type { PortTriple } from "../workspaces/ports.ts";
import type { SessionPaths } from "../agents/turn-paths.ts";

export type EnvironmentOptions = {
  /** The daemon's own. */
  readonly env: NodeJS.ProcessEnv;
  readonly logDirOf: (session: string) => string;
  /** As its programs see them. */
  readonly pathsOf: (session: string) => Pick<SessionPaths, "logs">;
  readonly portsOf: (session: string) => Promise<PortTriple>;
  /** Settings of git that its set-up commands made, as git takes them from the environment. */
  readonly settingsOf: (session: Session) => Promise<TurnEnvironment>;
  /** Where the daemon is asked, and with what: of its own session only. */
  readonly accessOf: (session: Session) => TurnEnvironment;
  /** Names that the session's agent is allowed beside the usual ones. */
  readonly namesFor: (session: Session) => readonly string[];
};

export type TurnEnvironment = Readonly<Record<string, string>>;

export function createEnvironments(options: EnvironmentOptions): (session: Session) => Promise<TurnEnvironment> {
  return async (session) => {
    mkdirSync(options.logDirOf(session.id), { recursive: true, mode: 0o700 });
    const [first, second, third] = await options.portsOf(session.id);
    return {
      ...pickUsual(options.env),
      ...pickAllowed(options.env, options.namesFor(session)),
      ...createGitIdentity(session.id),
      ...(await options.settingsOf(session)),
      ...options.accessOf(session),
      AO_LOG_DIR: options.pathsOf(session.id).logs,
      AO_PORT_1: String(first),
      AO_PORT_2: String(second),
      AO_PORT_3: String(third),
    };
  };
}

/** What programs of every kind need to run at all. */
export function pickUsual(env: NodeJS.ProcessEnv): TurnEnvironment {
  const name = env["USER"] ?? userInfo().username;
  return {
    PATH: env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: env["HOME"] ?? homedir(),
    USER: name,
    LOGNAME: env["LOGNAME"] ?? name,
    SHELL: env["SHELL"] ?? "/bin/sh",
    LANG: env["LANG"] ?? "C.UTF-8",
    TERM: "xterm-256color",
    TMPDIR: env["TMPDIR"] ?? tmpdir(),
    ...pickAllowed(env, ["LC_ALL", "LC_CTYPE", "TZ", ...NETWORK]),
  };
}

const NETWORK = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
];

const beginsWith = (name: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => name.startsWith(beginning));

/** They act in the person's name at a forge or tracker; no agent gets them, not even by name. Of one forge we have no plugin. */
const SECRETS = [...builtIn.flatMap(({ secrets = [] }) => secrets), "BITBUCKET_"];
const READ_BY_PLUGINS = builtIn.flatMap(({ variables = [] }) => variables);

/** What a later shell may hand over beside the variables of agents: what forges, trackers and notifiers use, and proxies. */
export const isHandedOver = (name: string): boolean =>
  NETWORK.includes(name) || beginsWith(name, READ_BY_PLUGINS) || beginsWith(name, SECRETS);

export const isKeptBack = (name: string): boolean => name.startsWith("AO_") || beginsWith(name, SECRETS);

function pickAllowed(env: NodeJS.ProcessEnv, names: readonly string[]): TurnEnvironment {
  const found = names.flatMap((name): (readonly [string, string])[] => {
    const value = env[name];
    return value === undefined || isKeptBack(name) ? [] : [[name, value]];
  });
  return Object.fromEntries(found);
}

/** Commits carry the session's name without a change of anybody's git configuration. */
export function createGitIdentity(session: string): TurnEnvironment {
  const name = `Agent ${session}`;
  const email = `agent-${session}@orchestrator.local`;
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
}
