/** What we tell people to type can be typed: every example, and every command in an error or a hint. */
import { Command, Option } from "commander";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resolveCommand } from "../run/actions.ts";
import { testIo } from "../testing/test-io.ts";
import { verbs } from "./index.ts";

const folder = join(import.meta.dirname, "..");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("testing"))
  .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
const named = (name: string) => verbs.find((verb) => verb.name === name || verb.aliases.includes(name));

test("every command that our words name exists", () => {
  const unknown = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:["'`(]|: |&& )ao ([a-z][a-z-]*)\b/g)]
      .map(([, verb = ""]) => verb)
      .filter((verb) => named(verb) === undefined && !["daemon", "host", "scripted-agent"].includes(verb))
      .map((verb) => `${file}: ao ${verb}`),
  );
  expect(unknown).toEqual([]);
});

describe.each(verbs.map((verb) => [verb.name, verb] as const))("ao %s", (_, verb) => {
  test("has examples whose commands and options exist", async () => {
    const { examples } = await verb.load();
    expect(examples.length).toBeGreaterThan(0);
    for (const [line] of examples)
      for (const [, name = "", rest = ""] of line.matchAll(/\bao (__\w+|[a-z][a-z-]*)([^|&]*)/g)) {
        const command = await commandNamed(name);
        const flags = [...rest.replaceAll(/"[^"]*"|'[^']*'/g, "").matchAll(/(?<=\s)(--?[a-z][a-z-]*)/g)].map(
          ([flag]) => flag,
        );
        const known = resolveCommand(command, rest.trim().split(/\s+/)).options.flatMap(({ long, short }) => [
          long,
          short,
        ]);
        expect(
          flags.filter((flag) => !known.includes(flag)),
          line,
        ).toEqual([]);
      }
  });

  test("says what it does in one line that fits its page", () => {
    expect(verb.summary).toMatch(/^[a-z].*[^.]$/);
    expect(verb.summary.length).toBeLessThanOrEqual(66);
    expect(verb.usage.startsWith(verb.name)).toBe(true);
  });
});

async function commandNamed(name: string): Promise<Command> {
  const verb = named(name);
  if (verb === undefined) throw new Error(`there is no ao ${name}`);
  const command = new Command(name)
    .addOption(new Option("--json").helpGroup("everywhere"))
    .option("--no-color")
    .option("--debug");
  (await verb.load()).define(command, testIo(), verbs);
  return command;
}
