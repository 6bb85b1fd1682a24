/** The canary's side of a test: what the programs under test are given, and what was found when a test is over. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, onTestFinished } from "vitest";
import * as z from "zod";

export type Canary = {
  /** For the environment of everything of ours that a test starts. Agents do not get it: theirs is made anew. */
  readonly env: Readonly<Record<string, string>>;
  /** What was found since it was last asked. */
  readonly takeFindings: () => readonly string[];
  readonly close: () => void;
};

export function openCanary(): Canary {
  const folder = mkdtempSync(join(tmpdir(), "ao-canary-"));
  // The programs under test may run as another user.
  chmodSync(folder, 0o777);
  return {
    env: { AO_CANARY: folder, NODE_OPTIONS: `--require=${buildProgram(folder)}` },
    takeFindings: () => [...takeViolations(folder), ...takeProgramsOfGit(folder)],
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

let opened: Canary | null = null;

/** Call it in a test, before what ends the programs is registered: the test fails if the canary found something. */
export function canaryEnvironment(): Canary["env"] {
  const canary = opened ?? openForFile();
  onTestFinished(() => {
    const found = canary.takeFindings();
    if (found.length > 0) throw new Error(`The canary found something:\n${found.join("\n\n")}`);
  });
  return canary.env;
}

function openForFile(): Canary {
  opened = openCanary();
  return opened;
}

afterAll(() => {
  opened?.close();
  opened = null;
});

/** One plain file: to load TypeScript would cost each program that is started some 100 milliseconds. */
function buildProgram(folder: string): string {
  const outfile = join(folder, "watch-programs.cjs");
  const entry = join(import.meta.dirname, "watch-programs.ts");
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "cjs", logLevel: "error" });
  return outfile;
}

function takeViolations(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith("violation-"))
    .map((name) => takeText(join(folder, name)));
}

const childStart = z.object({ event: z.literal("child_start"), child_class: z.string(), argv: z.array(z.string()) });

/** Every git of ours has its hooks off, and runs no program that lies in a workspace. */
function takeProgramsOfGit(folder: string): readonly string[] {
  const traces = readdirSync(folder).includes("git") ? readdirSync(join(folder, "git")) : [];
  return traces
    .flatMap((name) => takeText(join(folder, "git", name)).split("\n"))
    .filter((line) => line.includes('"child_start"'))
    .flatMap((line) => {
      const parsed = childStart.safeParse(parseLine(line));
      if (!parsed.success) return [];
      const { child_class, argv } = parsed.data;
      const isPlanted =
        child_class === "hook" || argv.some((word) => word.includes("/workspaces/") && !word.startsWith("-"));
      return isPlanted ? [`git of ours started a program (${child_class}): ${argv.join(" ")}`] : [];
    });
}

/** The last line of a git that was killed may be half a line. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function takeText(file: string): string {
  const text = readFileSync(file, "utf8");
  rmSync(file);
  return text;
}
