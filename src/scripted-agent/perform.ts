/** Does one step. Null: the next may follow. A number: the turn ends with this exit code. */
import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { commitAll, mergeIn, runShown, type StepPlace } from "./git.ts";
import { ScriptProblem, type ScriptStep } from "./parse-script.ts";
import { printMuch } from "./print-much.ts";
import { sayText, warn } from "./speech.ts";
import { fillVariables, type ScriptVariables } from "./variables.ts";

export type StepContext = StepPlace & { readonly variables: ScriptVariables };

const ASKS = 10;

export async function performStep(step: ScriptStep, place: StepContext): Promise<number | null> {
  const fill = (text: string): string => fillVariables(text, place.variables);
  switch (step.kind) {
    case "say":
      return returnNullWhenDone(sayText(fill(step.text)));
    case "warn":
      return returnNullWhenDone(warn(fill(step.text)));
    case "write":
    case "append":
      return returnNullWhenDone(putFiles(step, place, fill));
    case "replace":
      return returnNullWhenDone(
        replaceIn({ file: join(place.cwd, fill(step.in)), this: fill(step.this), by: fill(step.by) }),
      );
    case "remove":
      return returnNullWhenDone(removeAll(step.paths.map((path) => join(place.cwd, fill(path)))));
    case "commit":
      return commitAll(fill(step.message), place);
    case "merge":
      return mergeIn(fill(step.what), step.keep, place);
    case "run":
      return runShown(step.argv.map(fill), place);
    case "print":
      return returnNullWhenDone(printMuch(step));
    case "wait":
      return returnNullWhenDone(delay(step.ms));
    case "hang":
      return hang(step.ignores);
    case "ask":
      await sayText(["", fill(step.question), ...step.choices.map((choice) => `- ${fill(choice)}`)].join("\n"));
      return ASKS;
    case "exit":
      return step.code;
    case "crash":
      process.kill(process.pid, "SIGKILL");
      return hang([]);
  }
}

async function returnNullWhenDone(pending: Promise<unknown>): Promise<null> {
  await pending;
  return null;
}

async function putFiles(
  { kind, files }: Extract<ScriptStep, { kind: "write" | "append" }>,
  { cwd }: StepPlace,
  fill: (text: string) => string,
): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(cwd, fill(name));
    await mkdir(dirname(file), { recursive: true });
    await (kind === "write" ? writeFile : appendFile)(file, fill(text));
  }
}

type Replacement = { readonly file: string; readonly this: string; readonly by: string };

async function replaceIn({ file, this: old, by }: Replacement): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!text.includes(old)) throw new ScriptProblem(`${file} does not hold ${JSON.stringify(old)}`);
  await writeFile(
    file,
    text.replace(old, () => by),
  );
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { recursive: true });
}

/** Until somebody ends it. */
function hang(ignored: readonly NodeJS.Signals[]): Promise<never> {
  for (const signal of ignored) process.on(signal, () => undefined);
  return new Promise(() => setInterval(() => undefined, 60_000));
}
