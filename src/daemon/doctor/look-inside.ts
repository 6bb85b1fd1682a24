/**
 * A look from inside for `ao doctor`: what agents are given to see is decided by rules, and whether their program starts
 * there is known only when it is tried. A known tool is asked for its version in the sandbox of its project; of a command
 * of the person's own, which may do anything when it is run, only the file is looked for.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { createFinding, type Finding } from "../../config/doctor/finding.ts";
import type { HomePaths } from "../../config/home.ts";
import { findProgram, isProgram } from "../../lib/process/find-program.ts";
import { runProgram, type RunResult } from "../../lib/run.ts";
import { findRealPath } from "../../lib/sandbox/confinement-layers.ts";
import { findPlugin } from "../../plugins/find-plugin.ts";
import { confineIn, resolveInHome } from "../../lib/sandbox/rules.ts";
import type { FoundSandbox, Sandbox } from "../../lib/sandbox/sandbox.ts";
import type { RegisteredProject } from "../context.ts";
import { createClosedHome } from "../project-plugins/sandbox/closed-home.ts";
import { pickUsual } from "../project-plugins/sandbox/environment.ts";
import type { ProjectSlots } from "../../slots/slots.ts";
import { findAccess, type AgentAccess } from "../project-plugins/agents/agent-settings.ts";

export type InsideLook = {
  readonly home: HomePaths;
  readonly env: NodeJS.ProcessEnv;
  readonly project: Pick<RegisteredProject, "id" | "path" | "settings">;
  readonly sandbox: Sandbox;
  readonly agent: string;
  /** As the settings name it. */
  readonly program: string;
  readonly access: AgentAccess;
  /** It is the tool itself, which answers `--version` and does nothing else. */
  readonly isKnown: boolean;
};

/** The slowest tool that we know takes seven seconds on a busy machine. */
const ANSWER_WITHIN_MS = 20_000;
const OUTPUT_BYTES_MAX = 64 * 1024;

/** Null: it starts inside; or there is nothing to look at, which is told otherwise. */
export async function lookInside(look: InsideLook): Promise<Finding | null> {
  const env = pickUsual(look.env);
  const file = findProgramFile(look.program, env);
  if (look.sandbox.name === "none" || file === null) return null;
  const cwd = mkdtempSync(join(tmpdir(), "ao-look-"));
  try {
    const [program, ...args] = await confineLook(look, { cwd, file, env });
    const inside = await runProgram({ ...bounds, program, args, cwd, env });
    if (inside.ok && inside.code === 0) return null;
    return isToBlame(inside) || (await startsOutside(look, { cwd, file, env }))
      ? reportNotStarted(look, file, inside)
      : null;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const bounds = { timeoutMs: ANSWER_WITHIN_MS, maxOutputBytes: OUTPUT_BYTES_MAX, input: "" } as const;

type Place = { readonly cwd: string; readonly file: string; readonly env: Readonly<Record<string, string>> };

/** A script of the repository lies in the workspace, which is not there yet. */
function findProgramFile(program: string, { PATH: path = "", HOME: home = homedir() }: Place["env"]): string | null {
  if (!program.includes("/")) return findProgram(program, path);
  const file = resolveInHome(program, home);
  return isAbsolute(file) && isProgram(file) ? file : null;
}

function confineLook(look: InsideLook, { cwd, file, env }: Place) {
  const { home, project, sandbox, access, isKnown } = look;
  const closed = createClosedHome(home, project, "agents");
  const { opened } = closed;
  const read = [...opened.read, ...access.read];
  const write = [...opened.write, ...access.write];
  return confineIn(sandbox, {
    argv: isKnown ? [file, "--version"] : ["/bin/sh", "-c", 'test -x "$1"', "sh", file],
    ...{ cwd, env, home: { ...closed, opened: { read, write } } },
    ...{ writable: [cwd], readable: [], git: null },
    programs: [file, ...access.programs],
  });
}

/** 126 and 127: it could not be started, whatever it would have said. */
const isToBlame = (result: RunResult): boolean => result.ok && (result.code === 126 || result.code === 127);

/** One that fails everywhere has other troubles than the sandbox. */
async function startsOutside({ isKnown }: InsideLook, { cwd, file, env }: Place): Promise<boolean> {
  if (!isKnown) return true;
  const outside = await runProgram({ ...bounds, program: file, args: ["--version"], cwd, env });
  return outside.ok && outside.code === 0;
}

function reportNotStarted({ agent, project, sandbox }: InsideLook, file: string, result: RunResult): Finding {
  const folder = dirname(findRealPath(file) ?? file);
  const open = `open what it needs with \`sandbox: { read: [${folder}] }\` in agent-orchestrator.yaml`;
  const said = result.stderr.trim().split("\n").at(-1)?.trim() ?? "";
  const how = said === "" ? (result.ok ? `exit ${result.code}` : result.reason) : said;
  if (!result.ok && result.reason === "timeout")
    return createFinding(project.id, "unknown", `${agent}: ${file} did not answer in the sandbox (${sandbox.name})`);
  const text = `${agent}: ${file} does not start in the sandbox (${sandbox.name}): ${how}; ${open}`;
  const paths = JSON.stringify([...project.settings.sandbox.read, folder]);
  return createFinding(project.id, "broken", text, `ao config set defaults.sandbox.read '${paths}'`);
}

export type AgentLooks = Omit<InsideLook, "sandbox" | "agent" | "program" | "access" | "isKnown" | "project"> & {
  readonly project: RegisteredProject;
  readonly sandbox: FoundSandbox;
  readonly agentOf: ProjectSlots["agent"];
};

/** Each agent that sessions of the project begin with. */
export async function findInsideFindings({
  project,
  sandbox,
  agentOf,
  home,
  env,
}: AgentLooks): Promise<readonly Finding[]> {
  if (!sandbox.ok) return [];
  const { settings } = project;
  const chosen = [{ id: null, agent: settings.agent }, ...settings.specialists];
  const looks = chosen.flatMap(({ id, agent: { plugin, settings: own } }): InsideLook[] => {
    const program = agentOf({ plugin, specialist: id })?.program;
    if (program?.ok !== true) return [];
    const isKnown = findPlugin("agent", plugin)?.part.runsAnything !== true && own["command"] === undefined;
    const access = findAccess(project, { plugin, specialist: id });
    return [{ home, env, project, sandbox: sandbox.sandbox, agent: plugin, program: program.value, access, isKnown }];
  });
  const each = new Map(looks.map((look) => [JSON.stringify([look.program, look.access]), look]));
  const found = await Promise.all([...each.values()].map(lookInside));
  return found.filter((one) => one !== null);
}
