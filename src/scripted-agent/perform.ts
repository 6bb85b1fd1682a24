/** Does one step. Null: the next may follow. A number: the turn ends with this exit code. */
import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { commitAll, mergeIn, runShown, type Place } from "./git.ts";
import { ScriptProblem, type Step } from "./parse-script.ts";
import { printMuch } from "./print-much.ts";
import { say, warn } from "./speech.ts";
import { filled, type Variables } from "./variables.ts";

export type Surroundings = Place & { readonly variables: Variables };

const ASKS = 10;

export async function perform(step: Step, place: Surroundings): Promise<number | null> {
  const fill = (text: string): string => filled(text, place.variables);
  switch (step.kind) {
    case "say":
      return done(say(fill(step.text)));
    case "warn":
      return done(warn(fill(step.text)));
    case "write":
    case "append":
      return done(putFiles(step, place, fill));
    case "replace":
      return done(replaceIn({ file: join(place.cwd, fill(step.in)), this: fill(step.this), by: fill(step.by) }));
    case "remove":
      return done(removeAll(step.paths.map((path) => join(place.cwd, fill(path)))));
    case "commit":
      return commitAll(fill(step.message), place);
    case "merge":
      return mergeIn(fill(step.what), step.keep, place);
    case "run":
      return runShown(step.argv.map(fill), place);
    case "print":
      return done(printMuch(step));
    case "wait":
      return done(delay(step.ms));
    case "hang":
      return hang(step.ignores);
    case "ask":
      await say(["", fill(step.question), ...step.choices.map((choice) => `- ${fill(choice)}`)].join("\n"));
      return ASKS;
    case "exit":
      return step.code;
    case "crash":
      process.kill(process.pid, "SIGKILL");
      return hang([]);
  }
}

async function done(pending: Promise<unknown>): Promise<null> {
  await pending;
  return null;
}

async function putFiles(
  { kind, files }: Extract<Step, { kind: "write" | "append" }>,
  { cwd }: Place,
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
