import { Argument, Option } from "commander";
import { expect, test } from "vitest";
import { findPage } from "../dashboard-pages.ts";
import { formatHelp } from "./help.ts";
import { runVerb } from "./run-verb.ts";
import { testIo } from "../testing/test-io.ts";
import type { CliVerb, VerbModule } from "./verb.ts";
import { verbs as shipped } from "../verbs/index.ts";
import { WrongUse } from "./wrong-use.ts";

const greeted: string[] = [];
const greet: VerbModule = {
  examples: [["ao greet ada --loud", "greet Ada, loudly"]],
  define: (command, io) =>
    command
      .argument("<name>", "whom")
      .addArgument(new Argument("[where]", "at which door").choices(["front", "back"]))
      .option("--loud", "so that everybody hears")
      .option("--lang <code>", "in another language")
      .addOption(new Option("--tone <how>", "how it sounds").choices(["warm", "dry", "sung"]))
      .action((name: string) => {
        if (name === "nobody") throw new WrongUse("nobody was greeted: name somebody", { try: ["ao greet ada"] });
        if (name === "bob") throw new Error("bob is not in");
        greeted.push(name);
        io.print(`hello ${name}`);
      }),
};
const verbs: readonly CliVerb[] = [
  {
    name: "greet",
    aliases: ["hail"],
    group: "talk",
    usage: "greet NAME",
    summary: "say hello",
    load: () => Promise.resolve(greet),
  },
];

async function ao(...args: readonly string[]) {
  const io = testIo({ args });
  const [name = "", ...rest] = args;
  const code = await runVerb(verbs, name, rest, io);
  return { code, stdout: io.stdout(), stderr: io.stderr() };
}

test.each(["greet", "hail"])("%s runs the verb", async (name) => {
  expect(await ao(name, "ada", "--loud")).toEqual({ code: 0, stdout: "hello ada\n", stderr: "" });
});

test.each([
  [
    "an argument is missing",
    ["greet"],
    2,
    "error: missing required argument `name`; nothing was done\n\ntry: ao greet --help",
  ],
  [
    "an option is unknown",
    ["greet", "Ada L", "--lod"],
    2,
    'error: unknown option --lod; nothing was done\n\ntry: ao greet "Ada L" --loud',
  ],
  ["its value is kept", ["greet", "ada", "--lnag=fr"], 2, "try: ao greet ada --lang=fr"],
  ["a text begins like an option", ["greet", "- a -"], 2, 'try: ao greet -- "- a -"'],
  [
    "there is an argument too many",
    ["greet", "ada", "front", "bob"],
    2,
    "error: unexpected argument `bob`; nothing was done\n\ntry: ao greet --help",
  ],
  [
    "there are several too many",
    ["greet", "ada", "front", "bob c", "d"],
    2,
    "error: unexpected arguments `bob c`, `d`; nothing was done",
  ],
  [
    "a value is none of those that an option has",
    ["greet", "ada", "--tone", "dry-ish"],
    2,
    "error: invalid value `dry-ish` for `--tone`; use warm, dry or sung; nothing was done\n\ntry: ao greet --help",
  ],
  [
    "an argument is none of its choices",
    ["greet", "ada", "roof"],
    2,
    "error: invalid value `roof` for `where`; use front or back; nothing was done\n\ntry: ao greet --help",
  ],
  ["the verb finds it wrong", ["greet", "nobody"], 2, "error: nobody was greeted: name somebody\n\ntry: ao greet ada"],
  ["the verb fails", ["greet", "bob"], 1, "error: bob is not in"],
  ["the verb is unknown", ["great"], 2, "error: there is no command `great`; nothing was done\n\ntry: ao greet --help"],
  ["nothing is near", ["quux"], 2, "try: ao --help"],
  ["only a command that changes something is a little like it", ["groat"], 2, "try: ao --help"],
])("39: when %s, the exit code and a sentence say so", async (_, args, code, sentence) => {
  const result = await ao(...args);
  expect(result).toMatchObject({ code, stdout: "" });
  expect(result.stderr).toContain(sentence);
  expect(result.stderr).not.toContain("    at ");
});

test("39: with --json an error is JSON, with --debug it shows its stack", async () => {
  const json = await ao("greet", "nobody", "--json");
  expect(JSON.parse(json.stderr)).toEqual({
    error: { code: "wrong_use", message: "nobody was greeted: name somebody", try: "ao greet ada" },
  });
  expect((await ao("greet", "bob", "--debug")).stderr).toContain("    at ");
});

test("a page of help says what it does first, and shows examples before options", async () => {
  const { code, stdout, stderr } = await ao("greet", "--help");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /^Say hello\.\n\nUsage: ao greet NAME {3}\(also: ao hail\)\n\nExamples:\n {2}ao greet ada --loud/,
  );
  expect(stdout.indexOf("Examples:")).toBeLessThan(stdout.indexOf("Options:"));
  expect(stdout).toMatch(/\nAll commands: ao --help\n+$/);
});

test("a page of help ends with where the dashboard shows the same", () => {
  expect(findPage("list")).toBe("In the dashboard: Board. Open it: ao dashboard");
});

test("the front page says in its group what each verb does, in a line of 80 columns", () => {
  expect(formatHelp(verbs)).toMatch(/\nTalk:\n {2}greet +say hello\n/);
  const rows = formatHelp(shipped).split("\n");
  expect(rows.filter((row) => row.length > 80)).toEqual([]);
  for (const { name, group, summary } of shipped)
    if (group !== "hidden") expect(rows.find((row) => row.startsWith(`  ${name} `))).toContain(`  ${summary}`);
    else expect(formatHelp(shipped)).not.toContain(summary);
});

test.each([
  ["report", "ao --help"],
  ["statsu", "ao status"],
  ["lits", "ao list"],
  ["revrt", "ao revert --help"],
])("ao %s: nothing that changes something is proposed to be typed (try: %s)", async (name, line) => {
  const io = testIo({ args: [name] });
  expect(await runVerb(shipped, name, [], io)).toBe(2);
  expect(io.stderr()).toContain(`try: ${line}\n`);
});
