import type { Command } from "commander";
import { makesWebhookSecret } from "../../config/plugin-names.ts";
import type { WebhookTestView, WebhookView } from "../../protocol/webhook.ts";
import { defineActions, type Action } from "../actions.ts";
import { AlreadyTold } from "../already-told.ts";
import { connect } from "../connect.ts";
import type { Io } from "../render/io.ts";
import { blank, cell, span, type Line, type Pen } from "../render/line.ts";
import { age } from "../render/quantity.ts";
import { show } from "../show.ts";
import { READ } from "./list.ts";

export const examples = [
  ["ao webhook", "what to enter at GitHub, GitLab, Linear or Jira, and what came from there"],
  ["ao webhook test github", "send this daemon a signed delivery, as GitHub would"],
  ["ao webhook test github --url https://ao.example.test", "the same through a tunnel or proxy"],
] as const;

export function define(command: Command, io: Io): void {
  defineActions(command, io, [testAction(io)], () => list(io));
}

async function list(io: Io): Promise<void> {
  const client = await connect(io);
  const hooks = await client.listWebhooks({}, READ);
  show(io, {
    json: () => hooks,
    records: () =>
      hooks.map(({ project, source, url, secret, taken, replayed, lastAt }) => [
        ...[project, source, url, secret, taken, replayed, lastAt],
      ]),
    lines: (pen) => (hooks.length === 0 ? none(pen) : hooks.flatMap((hook) => hookLines(hook, io.now(), pen))),
  });
}

function none(pen: Pen): readonly Line[] {
  const words = "No project has a tracker or forge that sends deliveries; the local forge needs none.";
  return pen.wrap(words, pen.width).map((line): Line => [span(line)]);
}

const LABEL_WIDTH = 9;

function hookLines(hook: WebhookView, nowMs: number, pen: Pen): readonly Line[] {
  const { project, title, url, events, where, secret, rotating, taken, replayed, lastAt } = hook;
  const came =
    lastAt === null
      ? "nothing since the daemon is up"
      : `${taken} taken, ${replayed} again; the last ${age(nowMs - Date.parse(lastAt))} ago`;
  const rows: readonly (readonly [string, string])[] = [
    ["address", url],
    ["events", events.join(", ")],
    ["secret", secret === "set" ? `set${rotating ? ", and the one before it is accepted" : ""}` : howToSet(hook)],
    ["where", where],
    ["came", came],
  ];
  return [
    [span(pen.words(project), "id"), span("  "), span(pen.words(title))],
    ...rows.flatMap(([name, text]) =>
      pen
        .wrap(text, Math.max(20, pen.width - LABEL_WIDTH - 2))
        .map((line, at): Line => [span("  "), cell(at === 0 ? name : "", LABEL_WIDTH, "hint"), span(line)]),
    ),
    blank,
  ];
}

function howToSet({ source }: WebhookView): string {
  const setting = `{ plugin: ${source}, webhook: { secret: "\${${source.toUpperCase()}_WEBHOOK_SECRET}" } }`;
  const made = makesWebhookSecret(source) ? "" : "; `openssl rand -hex 32` makes one";
  return `missing, so every delivery is refused. In the settings: ${setting}${made}`;
}

type TestOptions = { readonly url?: string; readonly project?: string };

const testAction = (io: Io): Action => ({
  usage: "test SOURCE [--url URL]",
  summary: "send this daemon a signed delivery, as the sender would",
  examples: [
    ["ao webhook test github", "to the daemon itself"],
    ["ao webhook test linear --url https://ao.example.test", "through a tunnel or proxy"],
  ],
  define: (command) =>
    void command
      .argument("<source>", "github, gitlab, linear or jira")
      .option("--url <url>", "another way to here; default: the daemon's own address")
      .option("--project <id>", "whose secret; default: the first that has one")
      .action((source: string, options: TestOptions) => test(io, source, options)),
});

async function test(io: Io, source: string, { url, project }: TestOptions): Promise<void> {
  const client = await connect(io);
  const asked = { ...(url === undefined ? {} : { url }), ...(project === undefined ? {} : { projectId: project }) };
  const view = await client.testWebhook({ source, ...asked });
  show(io, {
    json: () => view,
    records: () => [[view.ok ? "ok" : "failed", view.url, view.status, view.ms, view.sentence]],
    lines: (pen) => testLines(view, pen),
  });
  if (!view.ok) throw new AlreadyTold(view.sentence);
}

function testLines({ ok, url, ms, sentence }: WebhookTestView, pen: Pen): readonly Line[] {
  const mark = ok ? span(pen.mark("done"), "passed") : span(pen.mark("failed"), "failed");
  const [first = "", ...more] = pen.wrap(`${sentence} (${ms} ms)`, Math.max(20, pen.width - 2));
  return [
    [mark, span(" "), span(first)],
    ...more.map((line): Line => [span("  "), span(line)]),
    [span("  "), span(pen.words(url), "hint")],
  ];
}
