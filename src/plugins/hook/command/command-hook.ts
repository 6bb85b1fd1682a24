/**
 * A program of the person's that runs at one moment, in their checkout: what it is about comes as JSON on stdin and in the
 * environment. Before a deed it is waited for, and another exit code than 0 stops the deed with its last line as reason.
 * After a deed it runs beside everything else: a deployment does not hold up the next landing.
 */
import type { HookAnswer, HookCall, HookName, HookPlugin } from "../../../slots/hook.ts";
import { runProgram, type RunResult } from "../../../lib/run.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";

export type CommandHookOptions = {
  readonly moment: HookName;
  readonly command: readonly [string, ...string[]];
  readonly timeoutMs: number;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Told how a program that nobody waits for has ended. */
  readonly ended: (call: HookCall, how: string | null) => void;
};

const OUTPUT_BYTES_MAX = 4 * 1024 * 1024;

export function createCommandHook(options: CommandHookOptions): HookPlugin {
  const { moment, command } = options;
  return {
    name: command.join(" "),
    run: async (call) => {
      if (call.hook !== moment) return goOn;
      if (isBefore(moment)) return toHookAnswer(await perform(options, call));
      perform(options, call).then(
        (result) => options.ended(call, findTrouble(result)),
        (error: unknown) => options.ended(call, String(error)),
      );
      return goOn;
    },
  };
}

const goOn: SlotResult<HookAnswer> = ok({ kind: "go_on" });
const isBefore = (moment: HookName): boolean => moment.startsWith("before-");

function perform({ command: [program, ...args], cwd, env, timeoutMs }: CommandHookOptions, call: HookCall) {
  return runProgram({
    ...{ program, args, cwd, timeoutMs, env: { ...env, ...describeCall(call) } },
    input: `${JSON.stringify(call)}\n`,
    maxOutputBytes: OUTPUT_BYTES_MAX,
  });
}

function describeCall({ hook, key, project, session, change, changes }: HookCall): Readonly<Record<string, string>> {
  return {
    ...{ AO_HOOK: hook, AO_HOOK_KEY: key, AO_PROJECT: project },
    ...{ AO_SESSION: session ?? "", AO_CHANGE: change ?? "", AO_CHANGES: changes.join(" ") },
  };
}

function toHookAnswer(result: RunResult): SlotResult<HookAnswer> {
  if (result.ok) return result.code === 0 ? goOn : ok({ kind: "veto", reason: findLastWords(result) });
  if (result.reason === "not_found" || result.reason === "no_such_folder" || result.reason === "not_startable")
    return failed("refused", `the hook could not be started: ${result.error.message}`);
  return ok({ kind: "veto", reason: `the hook did not answer (${result.reason})` });
}

/** Null: it did well. */
function findTrouble(result: RunResult): string | null {
  if (result.ok) return result.code === 0 ? null : `exit code ${result.code}: ${findLastWords(result)}`;
  return "error" in result ? result.error.message : result.reason;
}

function findLastWords({ stdout, stderr }: RunResult): string {
  const lines = `${stdout}\n${stderr}`.split("\n").map((line) => line.trim());
  return lines.findLast((line) => line !== "") ?? "it gave no reason";
}
