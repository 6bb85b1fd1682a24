/** The demo's own repository: real files, a real history, and tests that fail until somebody does the work. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findOwnProgram } from "../../lib/own-program.ts";
import { runProgram } from "../../lib/run.ts";
import { CliFailure } from "../render/failure.ts";
import type { DemoIssue } from "./backlog.ts";
import { writeTest } from "./functions.ts";

const GIT_MAX_MS = 30_000;

export type Git = (...args: readonly string[]) => Promise<string>;

export function createGit(cwd: string, env: NodeJS.ProcessEnv): Git {
  return async (...args) => {
    const ended = await runProgram({ program: "git", args, cwd, env, timeoutMs: GIT_MAX_MS });
    if (ended.ok && ended.code === 0) return ended.stdout.trim();
    const said = ended.stderr.trim() || (ended.ok ? `exit ${ended.code}` : ended.reason);
    throw new CliFailure({
      code: "demo_failed",
      message: `git ${args[0] ?? ""} did not work: ${said}`,
      try: ["ao doctor"],
    });
  };
}

/** What is run on each tree. One process for all files: the demo is to be watched, not waited for. */
export const listTestCommand = (): readonly string[] => [
  process.execPath,
  "--test",
  "--test-isolation=none",
  "--test-reporter=tap",
  "test/*.test.js",
];

export type RepositoryOptions = {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  readonly issues: readonly DemoIssue[];
  readonly config: object;
};

export async function makeRepository({ path, env, issues, config }: RepositoryOptions): Promise<void> {
  mkdirSync(path, { recursive: true });
  const git = createGit(path, env);
  await git("init", "--quiet");
  await git("symbolic-ref", "HEAD", "refs/heads/main");
  await git("config", "user.name", "you");
  await git("config", "user.email", "you@example.com");
  const files: Readonly<Record<string, string>> = {
    "README.md": "# words-and-numbers\n\nSmall functions.\n\n- sum: Add numbers up\n",
    "package.json": `${JSON.stringify({ name: "words-and-numbers", private: true, type: "module", scripts: { test: "node --test" } }, null, 2)}\n`,
    "src/sum.js": "export const sum = (...numbers) => numbers.reduce((all, one) => all + one, 0);\n",
    "test/sum.test.js": [
      'import { test } from "node:test";',
      'import { equal } from "node:assert/strict";',
      'import { sum } from "../src/sum.js";',
      "",
      'test("sum", () => equal(sum(1, 2, 3), 6));',
      "",
    ].join("\n"),
    "agent-orchestrator.yaml": `${JSON.stringify(config, null, 2)}\n`,
  };
  for (const [name, text] of Object.entries(files)) put(join(path, name), text);
  for (const { of } of issues) put(join(path, "backlog", `${of.name}.test.js`), writeTest(of));
  await git("add", "--all");
  await git("commit", "--quiet", "--message=Begin with a sum and a backlog");
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export type ConfigOptions = { readonly runtime: string; readonly sandbox: string; readonly byHand: boolean };

export const AGENTS = 4;
/** Without a sign for so long, an agent is stuck: short, since nobody watches a demo for ten minutes. */
const STUCK_AFTER = "8s";

export function createConfig({ runtime, sandbox, byHand }: ConfigOptions): object {
  return {
    defaults: { agent: "command", runtime, workspace: "clone", ...(byHand ? { autonomy: "fix" } : {}) },
    projects: {
      demo: {
        sandbox,
        checks: { test: listTestCommand() },
        agentConfig: { command: findOwnProgram("scripted-agent") },
      },
    },
    orchestrator: { max_parallel_agents: AGENTS, auto_assign: true },
    policy: { preset: "balanced" },
    reactions: {
      "agent-stuck": { threshold: STUCK_AFTER, action: "notify" },
      ...(byHand ? {} : { "approved-and-green": { auto: true, action: "merge" } }),
    },
  };
}
