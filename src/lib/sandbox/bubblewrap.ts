/**
 * Bubblewrap: the program sees a file system put together from mounts, in namespaces of its own. It gets
 *
 * - no other process to see, signal or trace, and nothing of its own survives it (`--unshare-pid`, `--die-with-parent`);
 * - the process group and the terminal of whoever starts it, so that Ctrl-C and signals to the group arrive. Therefore no
 *   `--new-session`: its terminal is its own, nobody else reads what it could push into it;
 * - no capability, even when we are root, and none by way of setuid programs.
 *
 * A signal to the group reaches bubblewrap itself, too, which would die of it and take the program along before that
 * could clean up. So bubblewrap is started with those signals ignored, and `env` inside gives them their meaning back. It
 * also turns a program that cannot be started into 127 and 126; bubblewrap alone says 1.
 */
import type { Confinement, Sandbox, TriedSandbox } from "./confinement.ts";
import { buildLayers, findRealPath, type Layer } from "./confinement-layers.ts";
import { mountGitFolder } from "./bubblewrap-git.ts";
import { layLinks } from "./bubblewrap-links.ts";
import { closeProc, SYSTEM_FOLDERS, listSystemSecrets } from "./system-files.ts";
import { findProgram } from "../process/find-program.ts";
import { runProgram } from "../run.ts";

type Programs = { readonly bwrap: string; readonly env: string; readonly nice: string; readonly keepsSignals: boolean };

const TRY_MS = 10_000;
/** Not HUP: whether a program outlives its terminal is for those who start it to say. */
const SIGNALS = "INT,QUIT,TERM";

export async function findBubblewrap(): Promise<TriedSandbox> {
  const bwrap = findProgram("bwrap");
  if (bwrap === null) return { ok: false, why: "bubblewrap is not installed: install the package `bubblewrap`" };
  const [env, nice] = [findProgram("env") ?? "/usr/bin/env", findProgram("nice") ?? "/usr/bin/nice"];
  // Busybox and coreutils before 8.31 cannot set signals: there an interrupt ends the program without a last word.
  const first = await tryBubblewrap({ bwrap, env, nice, keepsSignals: true });
  return first.ok ? first : await tryBubblewrap({ bwrap, env, nice, keepsSignals: false });
}

async function tryBubblewrap(programs: Programs): Promise<TriedSandbox> {
  const sandbox: Sandbox = { name: "bubblewrap", wrap: (request) => buildCommand(programs, request) };
  const [program, ...args] = sandbox.wrap({ argv: ["true"], cwd: "/", writable: [], hidden: [], readOnly: [] });
  const result = await runProgram({ program, args, timeoutMs: TRY_MS });
  if (result.ok && result.code === 0) return { ok: true, sandbox };
  const said = result.stderr.trim().split("\n").at(-1) ?? "";
  const how = said === "" ? (result.ok ? `exit ${result.code}` : result.reason) : said;
  return {
    ok: false,
    why: `bubblewrap is installed but does not work here (${how}); user namespaces may be switched off, as in most containers`,
  };
}

function buildCommand(programs: Programs, request: Confinement): readonly [string, ...string[]] {
  const { bwrap, env, nice, keepsSignals } = programs;
  const whole = addSystemPaths(request);
  const layers = buildLayers(whole, "absent");
  // `env` would take a program with "=" in its name for a variable.
  const inner = request.argv[0].includes("=") ? [nice, "-n", "0", ...request.argv] : request.argv;
  const inside = [env, ...(keepsSignals ? [`--default-signal=${SIGNALS}`] : []), ...inner];
  const outside = [
    bwrap,
    ...NAMESPACES,
    ...(request.network === "own" ? ["--unshare-net"] : []),
    ...DEVICES,
    ...closeProc(),
    ...layers.flatMap((layer) => mount(layer, layers)),
    ...layLinks(whole, layers),
    // The folders that were made on the way to all that; homes and scratch folders are mounts of their own.
    ...["--remount-ro", "/"],
    ...listWorkingDirectory(request),
    "--",
  ];
  return [env, ...(keepsSignals ? [`--ignore-signal=${SIGNALS}`] : []), ...outside, ...inside];
}

function addSystemPaths(request: Confinement): Confinement {
  return {
    ...request,
    hidden: [...listSystemSecrets(), ...request.hidden],
    scratch: [...SCRATCH, ...(request.scratch ?? [])],
    readable: [...SYSTEM_FOLDERS, ...(request.readable ?? [])],
  };
}

const NAMESPACES = ["--unshare-user-try", "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--cap-drop", "ALL"];
const DEVICES = ["--dev", "/dev", "--proc", "/proc", "--setenv", "TMPDIR", "/tmp"];
/** Empty and writable for each program; gone when it ends. */
const SCRATCH = ["/tmp", "/var/tmp"];

function mount(layer: Layer, layers: readonly Layer[]): readonly string[] {
  switch (layer.kind) {
    case "hidden":
      // A hidden file is an empty one: tools that find no settings go on, tools that may not read theirs often give up.
      return layer.isFolder ? ["--tmpfs", layer.path] : ["--dev-bind", "/dev/null", layer.path];
    case "scratch":
      return ["--tmpfs", layer.path];
    case "readable":
    case "read_only":
      return ["--ro-bind", layer.path, layer.path];
    case "writable":
      return ["--bind", layer.path, layer.path];
    case "git_folder":
      return mountGitFolder(layer.path, layers);
  }
}

const listWorkingDirectory = ({ cwd }: Confinement): readonly string[] => ["--chdir", findRealPath(cwd) ?? cwd];
