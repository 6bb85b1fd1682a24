/**
 * Which steps this turn takes. A script in the message itself comes first, then the file given as an argument, then the
 * script of the newest earlier message that had one: an answer or a reminder need not repeat it.
 */
import { readFile } from "node:fs/promises";
import type { Earlier } from "./parse-conversation.ts";
import { parseScript, findScript, type Script, type ScriptStep } from "./parse-script.ts";

export type Situation = {
  readonly message: string;
  readonly earlier: readonly Earlier[];
  readonly file: string | null;
  readonly reason: string;
};

export async function findSteps({ message, earlier, file, reason }: Situation): Promise<readonly ScriptStep[]> {
  const script = findScript(message) ?? (await readScript(file)) ?? recallScript(earlier);
  if (script === null) return WITHOUT_A_SCRIPT;
  const nth = earlier.filter((other) => other.reason === reason).length + 1;
  return script[`${reason} ${nth}`] ?? script[reason] ?? script["otherwise"] ?? [reportNothingFor(reason)];
}

const readScript = async (file: string | null): Promise<Script | null> =>
  file === null ? null : parseScript(await readFile(file, "utf8"), file);

const recallScript = (earlier: readonly Earlier[]): Script | null =>
  earlier.reduceRight<Script | null>((found, { message }) => found ?? findScript(message), null);

const reportNothingFor = (reason: string): ScriptStep => ({
  kind: "say",
  text: `My script says nothing about ${reason}.`,
});

/** Without a script it does the least that is still real work: it writes down what it was told, and commits that. */
const WITHOUT_A_SCRIPT: readonly ScriptStep[] = [
  { kind: "append", files: { "notes/{{session}}.md": "{{message}}\n" } },
  { kind: "commit", message: "Note what was asked ({{reason}})" },
  { kind: "say", text: "I wrote down what I was told." },
];
