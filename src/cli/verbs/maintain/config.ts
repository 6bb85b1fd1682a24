import type { Command } from "commander";
import { load } from "../../../config/load.ts";
import { findMissingIn } from "../../../config/warnings/missing-programs.ts";
import type { ConfigSource } from "../../../config/config.ts";
import { setKey, type SetResult } from "../../../config/document/set.ts";
import { unsetKey } from "../../../config/document/unset.ts";
import { writeConfig } from "../../../config/document/write-config.ts";
import { findNearest } from "../../../lib/text/nearest.ts";
import { toConfigFailure } from "../../config/config-failure.ts";
import { showPrompts } from "../../config/config-prompts.ts";
import { listConfigSources, findConfigSource, type WhichFile } from "../../config/config-source.ts";
import { listBuiltInValues, findValue, listWrittenValues, type ConfigValue } from "../../config/config-values.ts";
import type { Io } from "../../render/io.ts";
import { showAnswer } from "../../show.ts";
import { formatConfig, describeSource } from "../../views/config.ts";
import { createSpan } from "../../render/line.ts";
import { tellWhatIsInForce, tellWhatWaitsIn } from "../../config/value-in-force.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const examples = [
  ["ao config show", "what is set, and in which line of which file"],
  ["ao config show reactions --all", "one block, with what is built in"],
  ["ao config get projects.my-app.autonomy", "one value"],
  ["ao config set projects.my-app.autonomy land", "set it; comments and order stay"],
  ["ao config set policy.requiredChecks '[test, lint]'", "lists and blocks are written as YAML"],
  ["ao config set port 3100 --home", "in the home's own file"],
  ["ao config unset policy.approvals", "take it out; what is built in holds again"],
  ["ao config prompts", "prompts, and when they are sent"],
  ["ao config prompts ci-failed > ci-failed.md", "begin your own text with ours"],
] as const;

type ConfigOptions = WhichFile & { readonly all?: boolean };

export function define(command: Command, io: Io): void {
  command
    .argument("<get|set|unset|show|prompts>", "what to do")
    .argument("[key]", "such as reactions.ci-failed.retries; for prompts: such as ci-failed")
    .argument("[value]", "for set")
    .option("--all", "for show: what is built in, too")
    .option("--home", "the home's own file")
    .option("--file <path>", "another file")
    .action((action: string, key: string | undefined, value: string | undefined, options: ConfigOptions) =>
      runConfig(io, { action, key, value }, options),
    );
}

type Asked = { readonly action: string; readonly key: string | undefined; readonly value: string | undefined };

async function runConfig(io: Io, { action, key, value }: Asked, options: ConfigOptions): Promise<void> {
  if (action === "show" && value === undefined) return showAll(io, key ?? "", options);
  if (action === "prompts" && value === undefined) return showPrompts(io, key);
  if (key === undefined) throw refuseAction(action);
  return runOnKey(io, { action, key, value: value ?? null }, options);
}

type OfKey = { readonly action: string; readonly key: string; readonly value: string | null };

async function runOnKey(io: Io, { action, key, value }: OfKey, options: ConfigOptions): Promise<void> {
  if (action === "get" && value === null) return get(io, key, options);
  if (action === "set" && value !== null) return write(io, key, value, options);
  if (action === "unset" && value === null) return write(io, key, null, options);
  throw refuseAction(action);
}

type Form = { readonly needs: string; readonly try: string };

const forms: ReadonlyMap<string, Form> = new Map([
  ["get", { needs: "takes one key", try: "ao config get port" }],
  ["set", { needs: "needs a key and a value", try: "ao config set port 3100" }],
  ["unset", { needs: "takes one key", try: "ao config unset port" }],
  ["show", { needs: "takes one key or none", try: "ao config show" }],
  ["prompts", { needs: "takes one name or none", try: "ao config prompts ci-failed" }],
]);

function refuseAction(action: string): WrongUse {
  const meant = findNearest(action, [...forms.keys()]) ?? "show";
  const form = forms.get(action);
  const wrong = form === undefined ? `there is no \`config ${action}\`` : `\`config ${action}\` ${form.needs}`;
  return new WrongUse(`${wrong}; nothing was done`, { try: [forms.get(meant)?.try ?? "ao config show"] });
}

async function get(io: Io, key: string, options: ConfigOptions): Promise<void> {
  const layers = listConfigSources(io, options);
  const found = findValue(layers, key);
  showAnswer(io, {
    json: () => toJson(found),
    records: () => [[found.value]],
    lines: (pen) => formatConfig([found], io.cwd, pen),
  });
  await tellWhatIsInForce(io, layers, found);
}

async function showAll(io: Io, prefix: string, options: ConfigOptions): Promise<void> {
  const layers = listConfigSources(io, options);
  const written = listWrittenValues(layers, prefix);
  const all = options.all === true ? [...written, ...listBuiltInValues(prefix, written)] : written;
  showAnswer(io, {
    json: () => all.map(toJson),
    records: () => all.map((one) => [one.key, one.value, describeSource(one, "")]),
    lines: (pen) => formatConfig(all, io.cwd, pen),
  });
  await tellWhatWaitsIn(io, layers);
}

const toJson = (one: ConfigValue) => ({ ...one, from: one.from === "built in" ? null : one.from });

/** What the file names and this machine does not have. */
function listMissing({ env }: Io, { config }: Written): readonly string[] {
  return findMissingIn(config, env["PATH"] ?? "");
}

type Written = Extract<SetResult, { readonly ok: true }>;

/** A typing error in the name of a project makes a block that no project reads. One with a path is meant. */
function listUnknownProjects(source: ConfigSource, { config }: Written): readonly string[] {
  const before = load(source);
  const known = before.ok ? Object.keys(before.config.settings.projects ?? {}) : [];
  if (known.length === 0) return [];
  return Object.entries(config.settings.projects ?? {})
    .filter(([name, { path }]) => !known.includes(name) && path === undefined)
    .map(([name]) => {
      const meant = findNearest(name, known);
      const others = meant === null ? `it has ${known.join(", ")}` : `did you mean ${meant}?`;
      return `project ${name} is new in this file; ${others}`;
    });
}

/** Null: it is taken out. */
function write(io: Io, key: string, value: string | null, options: ConfigOptions): void {
  const source = findConfigSource(io, options);
  const result = value === null ? unsetKey(source, key) : setKey(source, key, value);
  if (!result.ok) throw toConfigFailure(result.problems, source.text, "nothing was set");
  writeConfig(source.file, result.text);
  for (const warning of [
    ...result.warnings.map(({ sentence }) => sentence),
    ...listUnknownProjects(source, result),
    ...listMissing(io, result),
  ])
    io.tell(`warning: ${warning}`);
  const now = findValue([{ ...source, text: result.text }], key);
  showAnswer(io, {
    json: () => toJson(now),
    records: () => [[now.key, now.value, describeSource(now, "")]],
    lines: (pen) => [
      ...formatConfig([now], io.cwd, pen),
      [createSpan("The daemon picks it up without a restart.", "hint")],
    ],
  });
}
