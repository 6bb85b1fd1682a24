import type { Command } from "commander";
import { followScript } from "../../../scripted-agent/follow-script.ts";

export const hasJson = false;

export const examples = [
  ["agentConfig: { command: [ao, scripted-agent] }", "an agent that follows the script in its task"],
  ["agentConfig: { command: [ao, scripted-agent, demo.yaml] }", "one that follows a script in a file"],
] as const;

/** How a turn ends is said by its exit code, which means more than done, failed or wrong use. */
export function define(command: Command): void {
  command.argument("[file]", "a script; without it, the one in the task").action(async (file: string | undefined) => {
    const args = file === undefined ? [] : [file];
    process.exit(await followScript({ args, env: process.env, cwd: process.cwd() }));
  });
}
