import type { Command } from "commander";
import { defineActions, type VerbAction } from "../../run/actions.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { blank, createCell, createSpan, type Line, type Pen } from "../../render/line.ts";
import type { PolicyTestView } from "../../../protocol/change/policy.ts";
import { count } from "../../render/quantity.ts";
import { showAnswer } from "../../show.ts";
import { formatFactBlock } from "../../views/session/why.ts";
import { nameIssue } from "../../views/session/session-mark.ts";
import { findProjectHere, chooseProject } from "../../input/choose-project.ts";
import { WrongUse } from "../../run/wrong-use.ts";
import { READ } from "../look/list.ts";

export const examples = [
  ["ao policy", "what the presets ask for"],
  ["ao policy explain 18", "every condition of landing, and whether it is fulfilled"],
  ["ao policy explain app-7 --json", "the same as data"],
  ["ao policy test --preset cautious", "which past changes that preset would have kept from landing"],
] as const;

export function define(command: Command, io: Io): void {
  defineActions(command, io, [explainAction(io), createTestAction(io)], async () => showPresets(io));
}

const explainAction = (io: Io): VerbAction => ({
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
  const here = await findProjectHere(io, client, { named: project, reference });
  const change = await client.change({ id: reference, ...here }, READ);
  const { id, state, head, reasons, why, name } = change;
  showAnswer(io, {
    json: () => ({ id, state, head, reasons }),
    records: () => reasons.map((fact) => [fact.name, fact.ok === null ? "neither" : String(fact.ok), fact.text]),
    lines: (pen) => [
      ...pen
        .wrap(`${nameIssue(name)} at ${head.slice(0, 7)}: ${why}`, pen.width)
        .map((line): Line => [createSpan(line)]),
      ...formatFactBlock("What policy asks", reasons, pen),
      blank,
      [createSpan("ao config show policy prints the settings, ao policy the presets", "hint")],
    ],
  });
}

type TestOptions = { readonly preset?: string; readonly project?: string };

const createTestAction = (io: Io): VerbAction => ({
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
      .action((options: TestOptions) => testPolicy(io, options)),
});

async function testPolicy(io: Io, { preset, project }: TestOptions): Promise<void> {
  const known = parsePreset(preset);
  const client = await connect(io);
  const id = await chooseProject(io, client, project, { undone: "nothing was tested", verb: "policy test" });
  const view = await client.policyTest({ project: id, ...(known === undefined ? {} : { preset: known }) }, READ);
  showAnswer(io, {
    json: () => view,
    records: () => view.changes.map((one) => [one.id, one.state, one.title, one.reasons.join("; ")]),
    lines: (pen) => formatTest(view, pen),
  });
}

function parsePreset(name: string | undefined) {
  if (name === undefined) return undefined;
  const found = all.find(([preset]) => preset === name)?.[0];
  if (found !== undefined) return found;
  throw new WrongUse(`there is no preset ${name}; nothing was tested`, {
    try: all.map(([preset]) => `ao policy test --preset ${preset}`),
  });
}

function formatTest({ changes, preset, project }: PolicyTestView, pen: Pen): readonly Line[] {
  const kept = changes.filter(({ reasons }) => reasons.length > 0);
  const by = preset === null ? `the rules of ${project}` : `the preset ${preset}`;
  if (changes.length === 0)
    return [[createSpan("No change has landed or was closed yet; there is nothing to test on.")]];
  const head = `By ${by}, ${changes.length - kept.length} of ${count(changes.length, "past change")} would land.`;
  return [
    ...pen.wrap(head, pen.width).map((line): Line => [createSpan(line)]),
    ...kept.flatMap(({ name, title, state, reasons }): readonly Line[] => [
      blank,
      [
        createCell(nameIssue(name), 6, "id"),
        createSpan(pen.cut(title, Math.max(12, pen.width - 16))),
        createSpan(`  ${state}`, "hint"),
      ],
      ...reasons.flatMap((reason) =>
        pen
          .wrap(reason, Math.max(16, pen.width - 8))
          .map((line): Line => [createSpan(" ".repeat(6)), createSpan(line)]),
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

function showPresets(io: Io): void {
  showAnswer(io, {
    json: () => all.map(([name, asks]) => ({ name, asks })),
    records: () => all.map((row) => [...row]),
    lines: (pen) => [
      ...all.flatMap(([name, asks]) => formatPreset(name, asks, pen)),
      blank,
      [createSpan("set one: ", "hint"), createSpan("ao config set policy.preset fast")],
    ],
  });
}

function formatPreset(name: string, asks: string, pen: Pen): readonly Line[] {
  return pen
    .wrap(asks, Math.max(16, pen.width - 12))
    .map((line, index): Line => [createCell(index === 0 ? name : "", 12, "id"), createSpan(line)]);
}
