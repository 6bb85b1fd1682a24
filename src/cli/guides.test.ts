/** The commands that the README and the guides show exist, with their actions and options. */
import { Command } from "commander";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testIo } from "./testing/test-io.ts";
import { verbs } from "./verbs/index.ts";

const root = join(import.meta.dirname, "../..");
const guides = readdirSync(join(root, "docs/guides")).map((name) => `docs/guides/${name}`);

test.for(["README.md", ...guides])("the commands in %s can be typed", async (page) => {
  const shown = findCommands(readFileSync(join(root, page), "utf8"));
  const problems = await Promise.all(shown.map(findProblem));
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
});

/** Of blocks for a shell, and of code in a line of text. */
function findCommands(page: string): readonly string[] {
  const blocks = [...page.matchAll(/^ *```sh\n([^]*?)^ *```/gm)].flatMap(([, text = ""]) => text.split("\n"));
  const inline = [...page.replaceAll(/^ *```[^]*?^ *```/gm, "").matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
  return [...blocks, ...inline]
    .flatMap((line) => line.replace(/\s#.*/, "").split("&&"))
    .map((line) => line.trim().replace(/^\.\/ao /, "ao "))
    .filter((line) => line.startsWith("ao "));
}

async function findProblem(shown: string): Promise<string | null> {
  const [name = "", ...words] = shown
    .replaceAll(/"[^"]*"/g, "TEXT")
    .split(/\s+/)
    .slice(1);
  if (name.startsWith("-")) return null;
  const verb = verbs.find((one) => one.name === name || one.aliases.includes(name));
  if (verb === undefined) return `${shown}: no command ${name}`;
  const { define } = await verb.load();
  const command = new Command(verb.name);
  define(command, testIo(), verbs);
  const action = command.commands.find((one) => one.name() === words[0] || one.aliases().includes(words[0] ?? ""));
  if (command.commands.length > 0 && action === undefined && /^[a-z]+$/.test(words[0] ?? ""))
    return `${shown}: no action ${words[0]}`;
  const known = [...command.options, ...(action?.options ?? [])].map(({ long }) => long);
  const unknown = words.find((word) => word.startsWith("--") && word !== "--json" && !known.includes(word));
  return unknown === undefined ? null : `${shown}: no option ${unknown}`;
}
