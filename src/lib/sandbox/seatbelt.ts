/**
 * Seatbelt, the sandbox of macOS, by a profile for `sandbox-exec`. The last rule that matches decides, so the layers come
 * as they are. It has no mounts: `/tmp` is shared, the home is closed instead of empty, links become variables, and git
 * settings cannot be written.
 */
import type { Confinement, Sandbox, TriedSandbox } from "./confinement.ts";
import { buildLayers, type Layer } from "./confinement-layers.ts";
import { findProgram } from "../process/find-program.ts";
import { runProgram } from "../run.ts";

const TRY_MS = 10_000;
const PROGRAM = "/usr/bin/sandbox-exec";

export async function findSeatbelt(): Promise<TriedSandbox> {
  const env = findProgram("env") ?? "/usr/bin/env";
  const sandbox: Sandbox = { name: "seatbelt", wrap: (request) => buildCommand(env, request) };
  const [program, ...args] = sandbox.wrap({ argv: ["true"], cwd: "/", writable: [], hidden: [], readOnly: [] });
  const result = await runProgram({ program, args, timeoutMs: TRY_MS });
  if (result.ok && result.code === 0) return { ok: true, sandbox };
  if (!result.ok && result.reason === "not_found") return { ok: false, why: `there is no ${PROGRAM} on this system` };
  return { ok: false, why: `${PROGRAM} does not work here (${result.stderr.trim().split("\n").at(-1) ?? ""})` };
}

/** `sandbox-exec` itself says 71 of a program that is not there; `env` says 127 and 126. */
function buildCommand(env: string, request: Confinement): readonly [string, ...string[]] {
  const variables = (request.links ?? []).flatMap(({ variable }) =>
    variable === undefined ? [] : [variable.join("=")],
  );
  return [PROGRAM, "-p", writeProfile(request), env, ...variables, ...request.argv];
}

export function writeProfile(request: Confinement): string {
  const layers = buildLayers({ ...request, hidden: [...HOMES, ...request.hidden] }, "readable");
  const lines = [...BASE, ...listDoorRules(request), ...layers.flatMap((layer) => listLayerRules(layer, layers))];
  return `${lines.join("\n")}\n`;
}

/** Of all people, of root, and whatever disk is mounted. */
const HOMES = ["/Users", "/private/var/root", "/Volumes"];

const BASE = [
  "(version 1)",
  "(allow default)",
  "(deny file-write*)",
  // Terminals and the devices everyone writes to; the system's scratch folders.
  '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/dtracehelper") (literal "/dev/tty"))',
  '(allow file-write* file-ioctl (regex #"^/dev/(ttys[0-9]+|pty|fd/)"))',
  '(allow file-write* (subpath "/private/tmp") (subpath "/private/var/tmp") (regex #"^/private/var/folders/[^/]+/[^/]+/[TC]/"))',
  // Other processes, and ways to have something started outside.
  "(deny signal)",
  "(allow signal (target same-sandbox))",
  "(deny process-info* (target others))",
  "(allow process-info* (target same-sandbox))",
  "(deny mach-priv-task-port)",
  "(deny appleevent-send)",
  "(deny lsopen)",
  "(deny job-creation)",
  '(deny network-outbound (regex #"^/private/tmp/com\\.apple\\.launchd\\.[^/]+/Listeners$"))',
];

/** The keychain is served by a process: hiding its files is not enough. Whoever is given the files gets the service. */
function listDoorRules({ readable = [], writable }: Confinement): readonly string[] {
  if ([...readable, ...writable].some((path) => path.endsWith("/Library/Keychains"))) return [];
  return ['(deny mach-lookup (global-name "com.apple.SecurityServer") (global-name "com.apple.securityd.xpc"))'];
}

function listLayerRules(layer: Layer, layers: readonly Layer[]): readonly string[] {
  const at = `(${layer.isFolder ? "subpath" : "literal"} ${quotePath(layer.path)})`;
  switch (layer.kind) {
    case "hidden":
    case "scratch":
      return [`(deny file-read* file-write* network-outbound ${at})`, ...listPassageRules(layer, layers)];
    case "readable":
    case "read_only":
      return [`(allow file-read* ${at})`, `(deny file-write* ${at})`];
    case "writable":
      return [`(allow file-read* file-write* ${at})`];
    case "git_folder":
      return [
        `(allow file-read* ${at})`,
        `(deny file-write* ${at})`,
        `(allow file-write* (literal ${quotePath(`${layer.path}/packed-refs.lock`)}))`,
      ];
  }
}

/** Whoever works in a folder inside a hidden one still has to walk there: names may be looked up, nothing listed. */
function listPassageRules(hidden: Layer, layers: readonly Layer[]): readonly string[] {
  const inside = layers.filter(
    (layer) => !["hidden", "scratch"].includes(layer.kind) && layer.path.startsWith(`${hidden.path}/`),
  );
  const steps = new Set(inside.flatMap(({ path }) => listStepsBetween(hidden.path, path)));
  if (steps.size === 0) return [];
  return [`(allow file-read-metadata ${[...steps].map((step) => `(literal ${quotePath(step)})`).join(" ")})`];
}

function listStepsBetween(from: string, to: string): readonly string[] {
  const names = to.slice(from.length + 1).split("/");
  return names.map((_, index) => [from, ...names.slice(0, index)].join("/"));
}

const quotePath = (path: string): string => `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
