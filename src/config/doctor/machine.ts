/** What any process can see of the machine: programs, memory, disk. */
import { statfsSync } from "node:fs";
import { findCeilings, type FoundCeilings } from "../../lib/ceiling/find-ceilings.ts";
import { findProgram } from "../../lib/process/find-program.ts";
import { readMachineMemory } from "../../lib/machine-memory.ts";
import { runProgram } from "../../lib/run.ts";
import { findSandbox } from "../../lib/sandbox/sandbox.ts";
import { pluginsWith } from "../../plugins/find-plugin.ts";
import { computeCeiling } from "../resolve/agent-ceiling.ts";
import { builtInDiskBytes, builtInProcesses } from "../resolve/built-in.ts";
import { knownAgents } from "../first-run/known-agents.ts";
import { readLogin } from "./agent-login.ts";
import { createFinding, type Finding } from "./finding.ts";
import { sleepFindings } from "./sleep.ts";

export type Examined = {
  /** Where programs are looked for: what agents find is what the daemon's PATH names. */
  readonly path: string;
  /** Variables and home by which agents are logged in. */
  readonly env: NodeJS.ProcessEnv;
  /** On the disk that workspaces grow on. */
  readonly folder: string;
  /** By which means agents are held below their limits; left out: that is tried now. */
  readonly ceilings?: FoundCeilings;
};

export async function examineMachine(examined: Examined): Promise<readonly Finding[]> {
  const groups = await Promise.all([
    examineSystem(examined),
    examineAgents(examined),
    examineRuntimes(examined),
    examineSandbox(),
    examineLimits(examined),
    sleepFindings(examined.path),
  ]);
  return groups.flat();
}

const GB = 1_000_000_000;
/** Below this no session starts. */
const DISK_MIN_BYTES = 0.5 * GB;

async function examineSystem({ path, folder }: Examined): Promise<readonly Finding[]> {
  const git = await examineGit(path);
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const facts = [
    `node ${process.versions.node}`,
    ...(git.version === null ? [] : [`git ${git.version}`]),
    `${formatGigabytes(free)} free`,
    `${formatGigabytes(readMachineMemory().totalBytes)} memory`,
  ];
  return [createFinding("system", "ok", facts.join(", ")), ...git.findings, ...examineDisk(free, folder)];
}

/** Oldest git that has everything ao asks of it. Debian 11 has 2.30, Ubuntu 20.04 has 2.25. */
const GIT_OLDEST = [2, 25] as const;

/** Its version, if it can be used, or else what is wrong with it. */
export async function examineGit(
  path: string,
): Promise<{ readonly version: string | null; readonly findings: readonly Finding[] }> {
  const git = await readVersion("git", path);
  if (git.kind === "found" && !isOlder(git.version, GIT_OLDEST)) return { version: git.version, findings: [] };
  return { version: null, findings: [findGitTrouble(git)] };
}

function findGitTrouble(git: Version): Finding {
  if (git.kind === "silent")
    return createFinding("system", "unknown", "git is installed but does not print its version", "git --version");
  const oldest = GIT_OLDEST.join(".");
  const text =
    git.kind === "missing"
      ? `git is not installed; version ${oldest} or newer is needed`
      : `git ${git.version} is too old; version ${oldest} or newer is needed`;
  return createFinding("system", "broken", text, installCommand("git"));
}

function examineDisk(free: number, folder: string): readonly Finding[] {
  if (free >= DISK_MIN_BYTES) return [];
  const text = `only ${formatGigabytes(free)} are free on the disk of ${folder}; no session starts`;
  return [createFinding("disk", "broken", text, "ao cleanup")];
}

const loginWords = { logged_in: "logged in", not_logged_in: "not logged in", unknown: "login unknown" } as const;

async function examineAgents({ path, env }: Examined): Promise<readonly Finding[]> {
  const found = await Promise.all(
    knownAgents.map(async ({ name, program }) => ({ name, version: await readVersion(program, path) })),
  );
  const ready = found.filter(({ version }) => version.kind === "found");
  const silent = found.filter(({ version }) => version.kind === "silent");
  const said = ready.map(({ name, version }) => {
    const login = loginWords[readLogin(name, env).state];
    return version.kind === "found" ? `${name} ${version.version} (${login})` : name;
  });
  return [
    ...(said.length === 0 ? [] : [createFinding("agents", "ok", `${said.join(" · ")} · command`)]),
    ...silent.map(({ name }) =>
      createFinding("agents", "unknown", `${name} is installed and does not say its version`),
    ),
    ...(said.length + silent.length > 0
      ? []
      : [createFinding("agents", "off", "no coding agent is installed; `agent: command` runs any program")]),
  ];
}

async function examineRuntimes({ path }: Examined): Promise<readonly Finding[]> {
  const looks = await Promise.all(
    pluginsWith("runtime").map(async ({ plugin: { name }, part: { program } }) => ({
      ...{ name, program },
      version: program === undefined ? null : await readVersion(program.name, path, program.versionOption),
    })),
  );
  const [plain, others] = [
    looks.filter(({ version }) => version === null),
    looks.filter((one) => one.version !== null),
  ];
  const usable = [...plain, ...others].flatMap(({ name, version }) => {
    if (version?.kind === "missing") return [];
    return [version?.kind === "found" ? `${name} ${version.version}` : name];
  });
  return [
    createFinding("runtimes", "ok", usable.join(", ")),
    ...others.flatMap(({ name, version, program }) => {
      if (version?.kind !== "missing") return [];
      return [
        createFinding("runtimes", "off", `${name}: not installed (optional)`, installCommand(program?.name ?? name)),
      ];
    }),
  ];
}

async function examineSandbox(): Promise<readonly Finding[]> {
  const found = await findSandbox("auto");
  if (found.ok && found.why === null) return [createFinding("sandbox", "ok", found.sandbox.name)];
  const fix = process.platform === "linux" ? installCommand("bubblewrap") : null;
  return [createFinding("sandbox", "broken", `agents run without a sandbox: ${found.why ?? ""}`, fix)];
}

/** What an agent may take unless the settings say otherwise, and who sees to it. */
async function examineLimits({ path, ceilings }: Examined): Promise<readonly Finding[]> {
  const { means, passedOver } =
    ceilings ?? (await findCeilings({ env: { ...process.env, PATH: path }, mayMove: false }));
  const { memoryBytes, processes } = computeCeiling(
    { memoryBytes: null, processes: builtInProcesses },
    readMachineMemory().totalBytes,
  );
  const most = `${formatGigabytes(memoryBytes)}, ${processes} processes and ${formatGigabytes(builtInDiskBytes)} of disk per agent`;
  if (means.name !== "watched") return [createFinding("limits", "ok", `${most}, by ${means.name}`)];
  const why = passedOver.length === 0 ? "" : ` (${passedOver.join("; ")})`;
  return [createFinding("limits", "off", `${most}, looked at every two seconds${why}`)];
}

export type Version =
  { readonly kind: "found"; readonly version: string } | { readonly kind: "silent" } | { readonly kind: "missing" };

const ANSWER_WITHIN_MS = 5_000;

export async function readVersion(name: string, path: string, option = "--version"): Promise<Version> {
  const program = findProgram(name, path);
  if (program === null) return { kind: "missing" };
  const ended = await runProgram({ program, args: [option], timeoutMs: ANSWER_WITHIN_MS });
  const version = /\d+\.\d+(\.\d+)?[a-z]?/.exec(ended.stdout + ended.stderr)?.[0];
  return version === undefined ? { kind: "silent" } : { kind: "found", version };
}

function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}

function installCommand(name: string): string {
  if (process.platform === "darwin") return `brew install ${name}`;
  const managers = [
    ["apt-get", `sudo apt-get install ${name}`],
    ["dnf", `sudo dnf install ${name}`],
    ["pacman", `sudo pacman -S ${name}`],
    ["apk", `sudo apk add ${name}`],
    ["zypper", `sudo zypper install ${name}`],
  ] as const;
  return managers.find(([program]) => findProgram(program) !== null)?.[1] ?? `sudo apt-get install ${name}`;
}

/** Small amounts in megabytes, so that they are not nothing. */
export const formatGigabytes = (bytes: number): string =>
  bytes < 0.1 * GB ? `${Math.ceil(bytes / 1_000_000)} MB` : `${(bytes / GB).toFixed(bytes < 10 * GB ? 1 : 0)} GB`;
