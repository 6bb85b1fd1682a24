/** The reference of every key, for `ao config-help` and docs/reference/configuration.md: generated from the shape, so it cannot go stale. */
import { buildCanonicalJsonSchema, type Schema } from "../shape/json-schema.ts";

export type KeyHelp = {
  /** `<name>` stands for any name, `[]` for each entry of a list. */
  readonly key: string;
  readonly type: string;
  /** All that may be written; null: more than a handful. */
  readonly choices: readonly string[] | null;
  readonly byDefault: string | null;
  readonly meaning: string;
};

/** Every key. A block that was described before is not described again. */
export function explainKeys(): readonly KeyHelp[] {
  const all = listInnerKeys(buildCanonicalJsonSchema(), "", new Map());
  const names = new Set(all.map(({ key }) => key));
  // Projects repeat the defaults; saying it once is enough.
  return all.filter(({ key }) => !key.startsWith(PROJECT) || !names.has(key.replace(PROJECT, "defaults")));
}

const PROJECT = "projects.<name>";

/** The text of `ao config-help [PREFIX]`. */
export function writeConfigHelp(prefix = ""): string {
  const all = explainKeys();
  const project = prefix.replace(/^projects\.[^.]+/, PROJECT);
  const prefixes = [prefix, project, project.replace(PROJECT, "defaults"), `defaults.${prefix}`];
  const found = prefixes.map((one) => all.filter(({ key }) => isUnder(key, one))).find((keys) => keys.length > 0);
  if (found === undefined) return `There is no key ${prefix}. \`ao config-help\` lists all of them.\n`;
  return found.map((help) => `${formatTitle(help)}\n    ${help.meaning}\n`).join("\n");
}

const isUnder = (key: string, prefix: string): boolean =>
  prefix === "" || key === prefix || key.startsWith(`${prefix}.`) || key.startsWith(`${prefix}[`);

function formatTitle({ key, type, byDefault }: KeyHelp): string {
  return byDefault === null ? `${key}  ${type}` : `${key}  ${type}, default ${byDefault}`;
}

/** docs/reference/configuration.md. `example` is a whole file that shows every block. */
export function writeConfigPage(example: string): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
  const code = (text: string): string => `\`${text.replaceAll("|", "\\|")}\``;
  const rows = explainKeys().map(
    ({ key, type, byDefault, meaning }) =>
      `| ${code(key)} | ${cell(type)} | ${byDefault === null ? "–" : code(byDefault)} | ${cell(meaning)} |`,
  );
  return [
    INTRODUCTION,
    "## Example",
    `\`\`\`yaml\n${example.trim()}\n\`\`\``,
    "## Every key",
    ["| key | type | default | meaning |", "| --- | --- | --- | --- |", ...rows].join("\n"),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

type Seen = Map<string, string>;

function describe(schema: Schema, key: string, seen: Seen): readonly KeyHelp[] {
  const inside = listInnerKeys(schema, key, seen);
  const same = findSameKey(schema, key, seen);
  const meaning = `${schema.description ?? ""}${same === null ? "" : ` Its keys: see \`${same}\`.`}`.trim();
  const byDefault = schema.default === undefined ? null : JSON.stringify(schema.default);
  return [{ key, type: describeType(schema), choices: listChoices(schema), byDefault, meaning }, ...inside];
}

/** The keys inside a block, in whichever of its forms it is a block. */
function listInnerKeys(schema: Schema, key: string, seen: Seen): readonly KeyHelp[] {
  const { properties, additionalProperties, items } = schema;
  if (findSameKey(schema, key, seen) !== null || isPluginBlock(schema)) return [];
  if (properties !== undefined) seen.set(JSON.stringify(properties), key);
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, own]) =>
      typeof own === "object" ? describe(own, key === "" ? name : `${key}.${name}`, seen) : [],
    ),
    ...(typeof additionalProperties === "object" ? listInnerKeys(additionalProperties, `${key}.<name>`, seen) : []),
    ...(typeof items === "object" && !Array.isArray(items) ? listInnerKeys(items, `${key}[]`, seen) : []),
    ...(schema.anyOf ?? []).flatMap((option) => (typeof option === "object" ? listInnerKeys(option, key, seen) : [])),
  ];
}

/** `plugin` and what the plugin itself takes: the type says so already. */
const isPluginBlock = ({ properties }: Schema): boolean => Object.keys(properties ?? {}).join() === "plugin";

function findSameKey({ properties }: Schema, key: string, seen: Seen): string | null {
  if (properties === undefined || Object.keys(properties).length < 2) return null;
  const first = seen.get(JSON.stringify(properties));
  return first === undefined || first === key ? null : first;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["integer", "whole number"],
  ["boolean", "true or false"],
  ["null", "null"],
]);

function describeType(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map(String).join(" | ");
  const options = (schema.anyOf ?? [])
    .filter((option) => typeof option === "object")
    .filter((option) => !isNumberAsText(option));
  if (options.some(isPluginBlock)) return "plugin";
  if (options.length > 0) return [...new Set(options.map(describeType))].join(" or ");
  return describeKind(schema);
}

function listChoices({ enum: names, type }: Schema): readonly string[] | null {
  if (type === "boolean") return ["true", "false"];
  return names === undefined ? null : names.map(String);
}

function describeKind({ type, items, pattern, ...schema }: Schema): string {
  if (type === "array") return describeList(items);
  if (type === "object") return isNamed(schema) ? "block of names" : "block";
  if (type === "string" && pattern?.includes("ms|s|m|h|d") === true) return "duration";
  const name = String(type ?? "anything");
  return WORDS.get(name) ?? name;
}

function describeList(items: Schema["items"]): string {
  const inner = typeof items === "object" && !Array.isArray(items) ? describeType(items) : "values";
  return inner.includes(" or ") ? `list of (${inner})` : `list of ${inner}`;
}

const isNumberAsText = ({ type, pattern }: Schema): boolean =>
  type === "string" && pattern?.includes("_") === true && pattern.includes("{");

const isNamed = ({ properties, additionalProperties }: Schema): boolean =>
  properties === undefined && typeof additionalProperties === "object";

const INTRODUCTION = `# Configuration

This page is generated from \`src/config/shape/shape.ts\`. \`ao config-help\` prints the same reference.

\`agent-orchestrator.yaml\` lies in the project or any folder above it; \`AO_CONFIG\` names another place. One file may
name several projects by their \`path\`: \`ao start\` beside it adds them all and writes nothing into them. Every key is
optional. \`schema/config.schema.json\` tells editors what may be written.

## How the file is read

- **Two spellings.** Keys are read in \`camelCase\` and \`snake_case\`; the names of reactions and hooks also in
  \`kebab-case\`. The same setting in two forms is an error that names both lines.
- **Plugins.** A plugin is named by text (\`tracker: github\`) or as a block with its settings
  (\`tracker: { plugin: linear, teamId: ENG }\`).
- **Variables.** \`\${NAME}\` becomes the value of an environment variable; one that is not set is an error. \`$\${\` stands for
  \`\${\`.
- **Durations** are written \`90s\`, \`30m\`, \`1h30m\`, \`2d\`. **Large numbers** may be grouped: \`2_000_000\`.
- **Conditions** compare labels: \`label == 'x'\`, \`label != 'x'\`, \`labels has 'x'\`, joined by \`and\`, \`or\`, \`not\` and
  parentheses (or \`&&\`, \`||\`, \`!\`).
- **Mistakes.** An unknown key is refused with the nearest right name. A changed file is obeyed once it is whole and
  valid; until then the last good one stays, and \`ao list\`, \`ao new\`, \`ao why\`, \`ao start\` and \`ao doctor\` say so.

## Whose settings hold

- **What you write in your checkout holds at once**, and so does what you commit there with \`git commit\`.
- **What git brings waits until you accept it**: a landing, a pull, a merge, a rebase, a cherry-pick, a reset, a switch of
  branches, or a text that stands on another branch. That is said by \`ao list\`, \`ao new\`, \`ao why\` and \`ao start\`; \`ao
  doctor\` shows what is different, and \`ao start PATH\` accepts it and says what it accepted.
- A later edit of yours accepts only what you wrote, not what came with git before. Comments, and keys that let nothing new
  happen, never wait.
- Git's log of your checkout (\`git reflog\`) tells the two apart. Where there is none (\`core.logAllRefUpdates=false\`,
  \`reftable\`), a commit waits as well; so does an edit where the attributes \`ident\` or \`working-tree-encoding\` let git
  write another text than was committed.

## Which value wins

Weakest first: built in, the home's file, the top of the project's file, \`reaction_handlers\`, \`reactions\`,
\`projects.<name>.reactions\`. Each key is decided by itself. A policy that names a preset starts from it; its own keys and
all stronger ones override.

\`autonomy\` is a ceiling. Unset it is \`fix\`, and \`approved-and-green: { auto: true, action: merge }\` raises it to \`land\` for
its project. Set lower, nothing lands by itself and \`ao doctor\` says so. \`autonomy: land\` implies that reaction. The
preset \`cautious\` never lands by itself.`;
