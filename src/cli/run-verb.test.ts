import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { help } from "./help.ts";
import { runVerb } from "./run-verb.ts";
import type { Verb, VerbModule } from "./verbs/index.ts";
import { WrongUse } from "./wrong-use.ts";

const greet: VerbModule = {
  examples: [["ao greet ada --loud", "greet Ada, loudly"]],
  define: (command) =>
    command
      .argument("<name>")
      .option("--loud")
      .action((name: string) => {
        if (name === "nobody") throw new WrongUse("name somebody");
        if (name === "bob") throw new Error("bob is not in");
        greeted.push(name);
      }),
};
const verbs: readonly Verb[] = [
  { name: "greet", aliases: ["hail"], usage: "greet NAME", summary: "say hello", load: () => Promise.resolve(greet) },
];

let greeted: string[] = [];
let written = "";
beforeEach(() => {
  greeted = [];
  written = "";
  const keep = (text: unknown): boolean => {
    written += String(text);
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(keep);
  vi.spyOn(process.stderr, "write").mockImplementation(keep);
  vi.spyOn(console, "error").mockImplementation(keep);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each(["greet", "hail"])("%s runs the verb", async (name) => {
  expect(await runVerb(verbs, name, ["ada", "--loud"])).toBe(0);
  expect(greeted).toEqual(["ada"]);
});

test.each([
  ["an argument is missing", ["greet"], 2, "missing required argument 'name'"],
  ["an option is unknown", ["greet", "ada", "--lod"], 2, "`ao greet --help` shows what it takes."],
  ["there are too many arguments", ["greet", "ada", "bob"], 2, "too many arguments"],
  ["the verb finds it wrong", ["greet", "nobody"], 2, "ao: name somebody"],
  ["the verb fails", ["greet", "bob"], 1, "ao: bob is not in"],
  ["the verb is unknown", ["great"], 2, "ao: there is no command `great`. Did you mean `ao greet`?"],
  ["nothing is near", ["quux"], 2, "`ao --help` lists the commands."],
  ["help is asked for", ["greet", "--help"], 0, "ao greet ada --loud  greet Ada, loudly"],
])("when %s, the exit code and a sentence say so", async (_, [name = "", ...args], code, sentence) => {
  expect(await runVerb(verbs, name, args)).toBe(code);
  expect(written).toContain(sentence);
});

test("the front page shows every verb and an example", () => {
  expect(help(verbs)).toContain("  greet NAME  say hello");
  expect(help([])).toContain("ao --version");
});
