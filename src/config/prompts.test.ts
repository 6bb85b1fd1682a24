import { expect, test } from "vitest";
import { listConsequences } from "./explain/consequences.ts";
import { writePromptsPage } from "./explain/explain-prompts.ts";
import type { ConfigLayers } from "./layers.ts";
import { load } from "./load.ts";
import { readPrompts } from "./explain/read-prompts.ts";
import { listPromptFiles } from "./resolve/resolve-prompts.ts";
import { resolveRules } from "./rules.ts";

function layersOf(text: string, home: string | null = null): ConfigLayers {
  const config = (file: string, written: string) => {
    const loaded = load({ file, text: written, env: {} });
    if (!loaded.ok) throw new Error(loaded.problems.map(({ sentence }) => sentence).join("\n"));
    return loaded.config;
  };
  return {
    config: config("/app/file.yaml", text),
    home: home === null ? null : config("/home/config.yaml", home),
    project: "app",
  };
}

/** `vitest run src/config -u` writes it anew. */
test("docs/reference/prompts.md is what is shipped", async () => {
  await expect(writePromptsPage()).toMatchFileSnapshot("../../docs/reference/prompts.md");
});

test.each<[string, string, string | null, readonly string[]]>([
  ["beside the file", "projects: { app: { prompts: { start: p/start.md } } }", null, ["start /app/p/start.md"]],
  ["in another spelling", "projects: { app: { prompts: { ci_failed: ci.md } } }", null, ["ci-failed /app/ci.md"]],
  ["of the home", "port: 1", "defaults: { prompts: { restore: r.md } }", ["restore /home/r.md"]],
  [
    "each by itself",
    "defaults: { prompts: { start: a.md, restore: b.md } }\nprojects: { app: { prompts: { start: c.md } } }",
    "defaults: { prompts: { restore: d.md } }",
    ["start /app/c.md", "restore /app/b.md"],
  ],
  [
    "not where a stronger block has a message",
    "defaults: { prompts: { ci-failed: a.md } }\nprojects: { app: { reactions: { ci-failed: { message: Red } } } }",
    null,
    [],
  ],
])("files are found: %s", (_, text, home, expected) => {
  expect(listPromptFiles(layersOf(text, home)).map(({ name, file }) => `${name} ${file}`)).toEqual(expected);
});

test("a file goes before a message of a weaker block and before what is built in", () => {
  const text = "reactions: { ci-failed: { message: Red } }\nprojects: { app: { prompts: { ci-failed: a.md } } }";
  const { reactions } = resolveRules(layersOf(text)).rules;
  expect([reactions["ci-failed"].message, reactions["changes-requested"].message]).toEqual([
    null,
    "Reviewer requested: {{comments}}",
  ]);
});

test.each([
  ["reactions: { ci-failed: { message: Red } }\ndefaults: { prompts: { ci-failed: a.md } }", "(lines 1 and 2)"],
  ["projects:\n  app:\n    prompts: { ci-failed: a }\n    reactions: { ci_failed: { message: b } }", "(lines 3 and 4)"],
  ["defaults: { prompts: { cifailed: a.md } }", "did you mean `ci-failed`?"],
])("%j is refused", (text, expected) => {
  const loaded = load({ file: "f.yaml", text, env: {} });
  expect(loaded.ok ? "" : loaded.problems.map(({ sentence }) => sentence).join("\n")).toContain(expected);
});

test("which files are told is for a person to accept", () => {
  const { lines } = listConsequences(layersOf("projects: { app: { prompts: { start: p/start.md } } }"));
  expect(lines).toContain("prompts.start: p/start.md");
});

const files = listPromptFiles(layersOf("projects:\n  app:\n    prompts:\n      ci-failed: ci.md\n"));

test("a file is told without the blank lines around it", () => {
  expect(readPrompts(files, () => "Broken:\r\n\r\n{{errors}}\r\n")).toEqual({
    prompts: { "ci-failed": "Broken:\n\n{{errors}}" },
    problems: [],
  });
});

test.each([
  ["Red\n\n  {{erors}}", "/app/ci.md", 3, "unknown variable `{{erors}}`; did you mean `{{errors}}`?"],
  ["{{comments}}", "/app/ci.md", 1, "nothing is known there for `{{comments}}`; there are task, title"],
  [" \n", "/app/file.yaml", 4, "ci.md is empty"],
  ["x".repeat(16_001), "/app/file.yaml", 4, "longer than 16000 letters"],
  [null, "/app/file.yaml", 4, "there is no file ci.md that could be read"],
])("%.20j is told to a person and not to an agent", (text, file, line, sentence) => {
  const { prompts, problems } = readPrompts(files, () => text);
  expect(prompts).toEqual({});
  expect(problems).toMatchObject([{ file, line, sentence: expect.stringContaining(sentence) }]);
  expect(problems[0]?.sentence).toContain("the built-in text is used instead");
});
