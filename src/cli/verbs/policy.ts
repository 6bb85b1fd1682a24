import type { Command } from "commander";
import { defineActions, type Action } from "../actions.ts";
import { connect } from "../connect.ts";
import type { Io } from "../render/io.ts";
import { blank, cell, span, type Line, type Pen } from "../render/line.ts";
import type { PolicyTestView } from "../../protocol/policy.ts";
import { count } from "../render/quantity.ts";
import { show } from "../show.ts";
import { factBlock } from "../views/why.ts";
import { issueWord } from "../views/session-mark.ts";
import { projectHere, whichProject } from "../which-project.ts";
import { WrongUse } from "../wrong-use.ts";
import { READ } from "./list.ts";

export const examples = [
  ["ao policy", "what the presets ask for"],
  ["ao policy explain 18", "every condition of landing, and whether it is fulfilled"],
  ["ao policy explain app-7 --json", "the same as data"],
  ["ao policy test --preset cautious", "which past changes that preset would have kept from landing"],
] as const;

export function define(command: Command, io: Io): void {
  defineActions(command, io, [explainAction(io), testAction(io)], async () => presets(io));
}

const explainAction = (io: Io): Action => ({
  usage: "explain SESSION|CHANGE",
  summary: "show every condition of landing, and whether it is fulfilled",
  examples: [["ao policy explain 18", "also by its session"]],
  define: (command) =>
    void command
      .argument("<change>", "18, #18, an id, or a session")
      .option("--project <id>", "default: the project in the current directory")
      .action((reference: string, { project }: { readonly project?: string }) => explain(io, reference, project)),
});

export async function explain(io: Io, reference: string, project: string | undefined): Promise<void> {
  const client = await connect(io);
  const here = await projectHere(io, client, { named: project, reference });
  const change = await client.change({ id: reference, ...here }, READ);
  const { id, state, head, reasons, why, name } = change;
  show(io, {
    json: () => ({ id, state, head, reasons }),
    records: () => reasons.map((fact) => [fact.name, fact.ok === null ? "neither" : String(fact.ok), fact.text]),
    lines: (pen) => [
      ...pen.wrap(`${issueWord(name)} at ${head.slice(0, 7)}: ${why}`, pen.width).map((line): Line => [span(line)]),
      ...factBlock("What policy asks", reasons, pen),
      blank,
      [span("ao config show policy prints the settings, ao policy the presets", "hint")],
    ],
  });
}

type TestOptions = { readonly preset?: string; readonly project?: string };

const testAction = (io: Io): Action => ({
  usage: "test [--preset NAME]",
  summary: "run the policy over past changes",
  examples: [
    ["ao policy test", "by the project's own rules"],
    ["ao policy test --preset fast", "by those of a preset"],
  ],
  define: (command) =>
    void command
      .option("--preset <name>", "cautious, balanced, fast or hands-off; default: the project's own rules")
      .option("--project <id>", "default: the project in the current directory")
      .action((options: TestOptions) => test(io, options)),
});

async function test(io: Io, { preset, project }: TestOptions): Promise<void> {
  const known = presetOf(preset);
  const client = await connect(io);
  const id = await whichProject(io, client, project, { undone: "nothing was tested", verb: "policy test" });
  const view = await client.policyTest({ project: id, ...(known === undefined ? {} : { preset: known }) }, READ);
  show(io, {
    json: () => view,
    records: () => view.changes.map((one) => [one.id, one.state, one.title, one.reasons.join("; ")]),
    lines: (pen) => testLines(view, pen),
  });
}

function presetOf(name: string | undefined) {
  if (name === undefined) return undefined;
  const found = all.find(([preset]) => preset === name)?.[0];
  if (found !== undefined) return found;
  throw new WrongUse(`there is no preset ${name}; nothing was tested`, {
    try: all.map(([preset]) => `ao policy test --preset ${preset}`),
  });
}

function testLines({ changes, preset, project }: PolicyTestView, pen: Pen): readonly Line[] {
  const kept = changes.filter(({ reasons }) => reasons.length > 0);
  const by = preset === null ? `the rules of ${project}` : `the preset ${preset}`;
  if (changes.length === 0) return [[span("No change has landed or was closed yet; there is nothing to test on.")]];
  const head = `By ${by}, ${changes.length - kept.length} of ${count(changes.length, "past change")} would land.`;
  return [
    ...pen.wrap(head, pen.width).map((line): Line => [span(line)]),
    ...kept.flatMap(({ name, title, state, reasons }): readonly Line[] => [
      blank,
      [cell(issueWord(name), 6, "id"), span(pen.cut(title, Math.max(12, pen.width - 16))), span(`  ${state}`, "hint")],
      ...reasons.flatMap((reason) =>
        pen.wrap(reason, Math.max(16, pen.width - 8)).map((line): Line => [span(" ".repeat(6)), span(line)]),
      ),
    ]),
  ];
}

/** As `policy.preset` sets them; what stands beside it in the file goes before. */
const all = [
  ["cautious", "2 approvals, owners of the paths, protected paths; nothing lands by itself"],
  ["balanced", "1 approval, protected paths; the default"],
  ["fast", "no approval: checks, and a person for protected paths"],
  ["hands-off", "no approval: checks only"],
] as const;

function presets(io: Io): void {
  show(io, {
    json: () => all.map(([name, asks]) => ({ name, asks })),
    records: () => all.map((row) => [...row]),
    lines: (pen) => [
      ...all.flatMap(([name, asks]) => presetLines(name, asks, pen)),
      blank,
      [span("set one: ", "hint"), span("ao config set policy.preset fast")],
    ],
  });
}

function presetLines(name: string, asks: string, pen: Pen): readonly Line[] {
  return pen
    .wrap(asks, Math.max(16, pen.width - 12))
    .map((line, index): Line => [cell(index === 0 ? name : "", 12, "id"), span(line)]);
}
