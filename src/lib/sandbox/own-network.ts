/**
 * A program in a network of its own: only its own loopback interface, and a bridge from there to the proxy's socket. The
 * bridge is started first and the program takes the shell's place, so that it keeps its process, group, terminal and
 * exit code. In the sandbox all ends with the program, the bridge too.
 */
import { dirname } from "node:path";
import { findProgram } from "../process/find-program.ts";
import { listOwnFolders, findOwnProgram } from "../own-program.ts";
import { runProgram } from "../run.ts";
import type { Confinement, Sandbox, TriedSandbox } from "./confinement.ts";

export type Bridge = {
  /** Where the proxy listens; its folder, which is there, is shown inside. */
  readonly socket: string;
  /** The port of the machine at which the daemon is found, inside too. */
  readonly daemonPort: number | null;
  /** Services of the machine that are found at the same ports inside: `localhost:5432`. */
  readonly forwarded: readonly string[];
};

/** The port that people know a web proxy by. Inside nobody else has it. */
const PROXY_PORT = 3128;

/** `bridge`: null leaves the program alone with itself. */
export function isolateNetwork(sandbox: Sandbox, bridge: Bridge | null): Sandbox {
  return {
    name: sandbox.name,
    wrap: (request) => {
      if (sandbox.name !== "bubblewrap") throw new Error(`nothing was started: ${explainNoOwnNetwork(sandbox)}`);
      if (bridge === null) return sandbox.wrap({ ...request, network: "own" });
      const readable = [...(request.readable ?? []), ...listOwnFolders(), dirname(bridge.socket)];
      return sandbox.wrap({ ...request, readable, network: "own", argv: bridgeArgv(bridge, request.argv) });
    },
  };
}

const TRY_MS = 10_000;

/** Tried for real: a container may allow the rest of a sandbox, and this not. */
export async function tryOwnNetwork(sandbox: Sandbox): Promise<TriedSandbox> {
  if (sandbox.name !== "bubblewrap") return { ok: false, why: explainNoOwnNetwork(sandbox) };
  const nothing = { writable: [], hidden: [], readOnly: [] };
  const [program, ...args] = isolateNetwork(sandbox, null).wrap({ argv: ["true"], cwd: "/", ...nothing });
  const result = await runProgram({ program, args, timeoutMs: TRY_MS });
  if (result.ok && result.code === 0) return { ok: true, sandbox };
  const said = result.stderr.trim().split("\n").at(-1) ?? "";
  return { ok: false, why: `bubblewrap cannot give a program a network of its own here (${said}); ${OR_FULL}` };
}

const OR_FULL = "write `network: full` to let programs reach everything";

const explainNoOwnNetwork = ({ name }: Sandbox): string =>
  name === "none"
    ? `\`network\` can only be limited in a sandbox, and there is none; ${OR_FULL}`
    : `\`network\` cannot be limited in the sandbox ${name} yet; ${OR_FULL}`;

/**
 * The substitution waits until the bridge closes its output, that is until it listens; the bridge itself runs on. Its
 * environment is empty: what a session sets for its programs (NODE_OPTIONS) is not for ours.
 */
const SCRIPT = `[ "$("$1" -i "$2" "$3" "$4" "$5" "$6" "$7" </dev/null &)" = ready ] || exit 126
shift 7
while [ "$1" != -- ]; do export "$1"; shift; done
shift
exec "$@"`;

type Argv = Confinement["argv"];

function bridgeArgv({ socket, daemonPort, forwarded }: Bridge, argv: Argv): Argv {
  const ports = [PROXY_PORT, ...(daemonPort === null ? [] : [daemonPort])];
  const env = findProgram("env") ?? "/usr/bin/env";
  const lists = [[...new Set(ports)].join(","), forwarded.join(",")];
  return [
    "/bin/sh",
    ...["-c", SCRIPT, "sh"],
    ...[env, ...findOwnProgram("bridge"), socket, ...lists],
    ...[...listProxySettings(), "--", ...argv],
  ];
}

/** For the tools that each have their own idea of where a proxy is written. */
function listProxySettings(): readonly string[] {
  const proxy = `http://127.0.0.1:${PROXY_PORT}`;
  const inside = "localhost,127.0.0.1,::1";
  const java = ["http", "https"].map((way) => `-D${way}.proxyHost=127.0.0.1 -D${way}.proxyPort=${PROXY_PORT}`);
  return Object.entries({
    ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy, https_proxy: proxy },
    ...{ ALL_PROXY: `socks5h://127.0.0.1:${PROXY_PORT}`, all_proxy: `socks5h://127.0.0.1:${PROXY_PORT}` },
    ...{ NO_PROXY: inside, no_proxy: inside },
    ...{ npm_config_proxy: proxy, npm_config_https_proxy: proxy, npm_config_noproxy: inside },
    ...{ YARN_HTTP_PROXY: proxy, YARN_HTTPS_PROXY: proxy },
    NODE_USE_ENV_PROXY: "1",
    JAVA_TOOL_OPTIONS: [...java, "-Dhttp.nonProxyHosts=localhost|127.*|[::1]"].join(" "),
  }).map(([name, value]) => `${name}=${value}`);
}
