/** Settings as people edit them: each with its meaning and its line, and what a change of them writes. */
import { explainKeys, type KeyHelp } from "../../../config/explain/explain.ts";
import type { ConfigSource } from "../../../config/config.ts";
import { load } from "../../../config/load.ts";
import { findMissingIn } from "../../../config/warnings/missing-programs.ts";
import { findProjectKey } from "../../../config/resolve/project-key.ts";
import { findPlace } from "../../../config/problem.ts";
import { getKey, setKey } from "../../../config/document/set.ts";
import { unsetKey } from "../../../config/document/unset.ts";
import { writeConfig } from "../../../config/document/write-config.ts";
import { diffLines, keepNearChanges } from "../../../lib/text/line-changes.ts";
import type { SettingsView, SettingView, WrittenSettings } from "../../../protocol/daemon/housekeeping.ts";
import type { DaemonContext, RegisteredProject } from "../../context.ts";
import type { Endpoints } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { findStartProject } from "../sessions/start-session.ts";

export function createSettingsEndpoints(context: DaemonContext) {
  return {
    settings: { kind: "read", read: ({ project }) => readSettingsView(context, project) },
    writeSettings: {
      kind: "deed",
      isSecret: false,
      act: async ({ project, edits, isTrial = false }) => {
        const written = applyEdits(openSettings(context, project).source, edits);
        const view = toWrittenView(context, written, !isTrial);
        if (isTrial) return view;
        writeConfig(written.source.file, written.text);
        await context.projects.reload();
        return view;
      },
    },
  } satisfies Partial<Endpoints>;
}

type Opened = { readonly project: RegisteredProject | null; readonly source: ConfigSource };

function openSettings(context: DaemonContext, id: string | undefined): Opened {
  const project = id === undefined ? null : findStartProject(context, id);
  const source = context.configSource(project);
  if (source !== null) return { project, source };
  throw refuse("conflict", `there is no file to write to: ${id ?? "the home"} has no agent-orchestrator.yaml`, {
    try: "ao init",
  });
}

function readSettingsView(context: DaemonContext, id: string | undefined): SettingsView {
  const { project, source } = openSettings(context, id);
  const loaded = load(source);
  const name =
    project === null || !loaded.ok ? (id ?? null) : (findProjectKey(loaded.config, project.path) ?? project.id);
  const { redact } = context;
  const settings = listKeys(name).map((help): SettingView => {
    const place = loaded.ok ? findPlace(loaded.config.places, parsePath(help.key)) : undefined;
    const value = place === undefined ? null : getKey(source, help.key);
    return {
      ...{ key: help.key, group: findGroup(help.key), meaning: help.meaning, type: help.type },
      choices: help.choices === null ? null : [...help.choices],
      byDefault: help.byDefault,
      inherited: place === undefined ? findInherited(source, loaded, help.key, redact) : null,
      value: value === null ? null : redact(value),
      line: place?.line ?? null,
    };
  });
  const problems = loaded.ok ? [] : loaded.problems.map(({ sentence }) => sentence);
  return { file: source.file, settings, problems };
}

/** What is not set for a project alone is what the file says for all of them. */
function findInherited(
  source: ConfigSource,
  loaded: ReturnType<typeof load>,
  key: string,
  redact: (text: string) => string,
): SettingView["inherited"] {
  const [first, , ...rest] = parsePath(key);
  if (!loaded.ok || first !== "projects" || rest.length === 0) return null;
  const from = [DEFAULTS, ...rest].join(".");
  const place = findPlace(loaded.config.places, [DEFAULTS, ...rest]);
  const value = place === undefined ? null : getKey(source, from);
  return place === undefined || value === null ? null : { value: redact(value), from, line: place.line };
}

const PROJECT = "projects.<name>";
const DEFAULTS = "defaults";

/** Single settings: for a project what holds for it alone, then what the whole file says. */
function listKeys(project: string | null): readonly KeyHelp[] {
  const all = explainKeys().filter(({ key, type }) => type !== "block" && key !== "$schema");
  const single = all.filter(({ key }) => !key.includes("<name>") && !key.includes("[]"));
  if (project === null) return single;
  const quoted = project.includes(".") ? `"${project}"` : project;
  const own = all
    .filter(({ key }) => key.startsWith(`${PROJECT}.`) || key.startsWith(`${DEFAULTS}.`))
    .map((help) => ({ ...help, key: help.key.replace(PROJECT, DEFAULTS).replace(DEFAULTS, `projects.${quoted}`) }))
    .filter(({ key }) => !key.includes("<name>") && !key.includes("[]"));
  return [...own, ...single];
}

/** `projects."next.js".agent`, key by key. */
const parsePath = (key: string): readonly string[] =>
  [...key.matchAll(/"([^"]+)"|[^.]+/g)].map(([whole, quoted]) => quoted ?? whole);

const findGroup = (key: string): string => (/^projects\.("[^"]+"|[^.]+)/.exec(key)?.[0] ?? key.split(".")[0]) || key;

type Written = {
  readonly source: ConfigSource;
  readonly text: string;
  readonly warnings: readonly string[];
};

type Edit = { readonly key: string; readonly value: string | null };

/** One after the other, so that each sees the ones before; all of them, or nothing. */
function applyEdits(source: ConfigSource, edits: readonly Edit[]): Written {
  let { text } = source;
  let warnings: readonly string[] = [];
  for (const { key, value } of edits) {
    const now = { ...source, text };
    const result = value === null ? unsetKey(now, key) : setKey(now, key, value);
    if (!result.ok)
      throw refuse("bad_request", `nothing was written: ${result.problems[0]?.sentence ?? key}`, {
        try: `ao config-help ${key.split(".")[0] ?? ""}`,
      });
    text = result.text;
    warnings = result.warnings.map(({ sentence }) => sentence);
  }
  return { source, text, warnings };
}

const LINES_AROUND = 2;

function toWrittenView(
  { redact }: DaemonContext,
  { source, text, warnings }: Written,
  isWritten: boolean,
): WrittenSettings {
  const lines = keepNearChanges(diffLines(source.text, text), LINES_AROUND).map((one) => ({
    ...one,
    text: redact(one.text),
  }));
  const loaded = load({ ...source, text });
  const missing = loaded.ok ? findMissingIn(loaded.config, source.env["PATH"] ?? "") : [];
  return { file: source.file, isWritten, lines, warnings: [...warnings, ...missing] };
}
