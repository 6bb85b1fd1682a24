/** One turn: find the script, choose the part for this turn, do its steps in order. The first that ends the turn is the last. */
import { findSteps } from "./find-steps.ts";
import { parseConversation } from "./parse-conversation.ts";
import { ScriptProblem } from "./parse-script.ts";
import { performStep } from "./perform.ts";
import { readAll, warn } from "./speech.ts";
import { collectVariables } from "./variables.ts";
import { readFile } from "node:fs/promises";

export type Invocation = {
  /** The first one, if there is one, names a file with the script. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
};

/** The script could not be read or followed; not one of the codes that mean something. */
const BAD_SCRIPT = 2;

export async function followScript({ args, env, cwd }: Invocation): Promise<number> {
  try {
    const message = await readMessage(env);
    const earlier = await openConversation(env);
    const steps = await findSteps({ message, earlier, file: args[0] ?? null, reason: env["AO_REASON"] ?? "start" });
    const surroundings = { cwd, env, variables: collectVariables(env, message) };
    for (const step of steps) {
      const code = await performStep(step, surroundings);
      if (code !== null) return code;
    }
    return 0;
  } catch (error) {
    if (!(error instanceof ScriptProblem)) throw error;
    await warn(`The script cannot be followed: ${error.message}`);
    return BAD_SCRIPT;
  }
}

/** On a screen stdin is a keyboard, and the message is in the file alone. */
async function readMessage(env: NodeJS.ProcessEnv): Promise<string> {
  const file = env["AO_PROMPT_FILE"];
  if (file !== undefined) return readFile(file, "utf8");
  return process.stdin.isTTY ? "" : readAll(process.stdin);
}

async function openConversation(env: NodeJS.ProcessEnv) {
  const file = env["AO_CONVERSATION_FILE"];
  return file === undefined ? [] : parseConversation(await readFile(file, "utf8"));
}
