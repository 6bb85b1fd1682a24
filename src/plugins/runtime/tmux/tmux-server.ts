/**
 * Our own tmux server: its own socket and settings, so that a person's tmux is never touched. Targets are exact: a plain
 * name would also find any session that begins like it.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../lib/run.ts";
import { formatTmuxSocket } from "../../../lib/process/tmux-socket.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";

export type TmuxServer = {
  /** One or several commands, done by the server in one go; the first that fails ends them. */
  readonly ask: (...commands: readonly TmuxCommand[]) => Promise<SlotResult<string, "no_server">>;
  /** A program that does this when it is run; for others to run. */
  readonly argv: (command: TmuxCommand) => readonly [string, ...string[]];
};

export type TmuxCommand = readonly [string, ...string[]];

const TIMEOUT_MS = 15_000;

export function createTmuxServer(program: string, socket: string): TmuxServer {
  const always = ["-u", "-f", "/dev/null", "-L", socket];
  return {
    ask: async (...commands) => {
      const args = [
        ...always,
        ...commands.flatMap((command, n) => [...(n === 0 ? [] : [";"]), ...command.map(escapeWord)]),
      ];
      const result = await runProgram({ program, args, cwd: "/", env: buildEnvironment(), timeoutMs: TIMEOUT_MS });
      if (result.ok && result.code === 0) return ok(result.stdout);
      const said = result.stderr.trim();
      if (/^(no server running|error connecting|lost server|server exited)/.test(said))
        return failed("no_server", said);
      return failed(
        "unavailable",
        `tmux did not do ${commands[0]?.[0]}: ${said === "" ? explainFailure(result) : said}`,
      );
    },
    argv: (command) => [program, ...always, ...command.map(escapeWord)],
  };
}

/** Ends the server of a home, with all that runs in it; tmux itself would leave its socket behind. */
export async function endServer(program: string, home: string): Promise<void> {
  const socket = formatTmuxSocket(home);
  await createTmuxServer(program, socket).ask(["kill-server"]);
  rmSync(join("/tmp", `tmux-${process.getuid?.() ?? 0}`, socket), { force: true });
}

/** Tmux takes a word that ends in a semicolon for two. */
const escapeWord = (word: string): string => (word.endsWith(";") ? `${word.slice(0, -1)}\\;` : word);

const explainFailure = (result: Awaited<ReturnType<typeof runProgram>>): string =>
  result.ok ? `exit ${result.code}` : result.reason;

/** The server keeps it and hands it to whatever it runs, so there is nothing in it. */
function buildEnvironment(): NodeJS.ProcessEnv {
  const { HOME = "/", PATH = "/usr/bin:/bin" } = process.env;
  return { HOME, PATH, SHELL: "/bin/sh", TERM: "screen-256color", LANG: "C.UTF-8" };
}
