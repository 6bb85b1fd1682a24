/**
 * Loaded into every daemon, supervisor, host, proxy and `ao` that a test starts: looks at each program before it starts.
 * Nothing may be run from a path that an agent can write, and no git with a configuration from there. What is found
 * becomes a file in the canary's folder, and fails the test that is running.
 */
import childProcess from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isForSession, isGit, judgeStart, type Start } from "./judge-start.ts";

const { AO_CANARY: folder = "", NODE_OPTIONS } = process.env;
const spawnUnwatched = childProcess.spawn;

let count = 0;

function report(text: string): void {
  // The test that would read it may be over.
  if (!existsSync(folder)) return;
  count += 1;
  writeFileSync(join(folder, `violation-${process.pid}-${count}`), text);
}

function watch(...given: readonly unknown[]): unknown {
  const [program, args, options] = given;
  const start = parseStart(program, args, options);
  const broken = judge(start);
  if (broken !== null) report(`${broken}\n${JSON.stringify([start.program, ...start.args])} in ${start.cwd}`);
  const env = { ...start.env, ...addedVariables(start) };
  return Reflect.apply(spawnUnwatched, childProcess, [program, args, { ...(options ?? {}), env }]);
}

/** A disk that fails, which some tests bring about, fails the canary's own looks too. */
function judge(start: Start): string | null {
  // `ao demo` has a home of its own, and names it to what it starts.
  const homes = [process.env["AO_HOME"] ?? join(homedir(), ".agent-orchestrator"), start.env["AO_HOME"]];
  try {
    return homes.map((home) => (home === undefined ? null : judgeStart(start, home))).find(isText) ?? null;
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

const isText = (value: string | null): value is string => value !== null;

/** Git says what it starts itself; programs of ours that are given a short environment are watched as well. */
function addedVariables(start: Start): NodeJS.ProcessEnv {
  const { program, args } = start;
  if (isForSession(start)) return {};
  if (isGit(program)) return { GIT_TRACE2_EVENT: join(folder, "git") };
  const ours = dirname(process.argv[1] ?? "");
  const isOurs = program === process.execPath && args.some((word) => dirname(word) === ours);
  return isOurs ? { AO_CANARY: folder, NODE_OPTIONS } : {};
}

function parseStart(program: unknown, args: unknown, options: unknown): Start {
  const { cwd, env } = (options ?? {}) as { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv };
  return {
    program: String(program),
    args: Array.isArray(args) ? args.map(String) : [],
    cwd: cwd ?? process.cwd(),
    env: env ?? process.env,
  };
}

// Whoever started us may have removed it, the test being over.
if (folder !== "" && existsSync(folder)) {
  mkdirSync(join(folder, "git"), { recursive: true });
  childProcess.spawn = watch as typeof childProcess.spawn;
  syncBuiltinESMExports();
}
