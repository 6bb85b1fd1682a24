import type { Command } from "commander";
import { makesWebhookSecret } from "../../../config/warnings/plugin-names.ts";
import type { WebhookTestView, WebhookView } from "../../../protocol/daemon/webhook.ts";
import { defineActions, type VerbAction } from "../../run/actions.ts";
import { AlreadyReported } from "../../run/already-reported.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { blank, createCell, createSpan, type Line, type Pen } from "../../render/line.ts";
import { formatAge } from "../../render/quantity.ts";
import { showAnswer } from "../../show.ts";
import { READ } from "../look/list.ts";

export const examples = [
  ["ao webhook", "what to enter at GitHub, GitLab, Linear or Jira, and what came from there"],
  ["ao webhook test github", "send this daemon a signed delivery, as GitHub would"],
  ["ao webhook test github --url https://ao.example.test", "the same through a tunnel or proxy"],
] as const;

export function define(command: Command, io: Io): void {
  defineActions(command, io, [createTestAction(io)], () => list(io));
}

async function list(io: Io): Promise<void> {
  const client = await connect(io);
  const hooks = await client.listWebhooks({}, READ);
  showAnswer(io, {
    json: () => hooks,
    records: () =>
      hooks.map(({ project, source, url, secret, taken, replayed, lastAt }) => [
        ...[project, source, url, secret, taken, replayed, lastAt],
      ]),
    lines: (pen) => (hooks.length === 0 ? formatNone(pen) : hooks.flatMap((hook) => formatHook(hook, io.now(), pen))),
  });
}

function formatNone(pen: Pen): readonly Line[] {
  const words = "No project has a tracker or forge that sends deliveries; the local forge needs none.";
  return pen.wrap(words, pen.width).map((line): Line => [createSpan(line)]);
}

const LABEL_WIDTH = 9;

function formatHook(hook: WebhookView, nowMs: number, pen: Pen): readonly Line[] {
  const { project, title, url, events, where, secret, rotating, taken, replayed, lastAt } = hook;
  const came =
    lastAt === null
      ? "nothing since the daemon is up"
      : `${taken} taken, ${replayed} again; the last ${formatAge(nowMs - Date.parse(lastAt))} ago`;
  const rows: readonly (readonly [string, string])[] = [
    ["address", url],
    ["events", events.join(", ")],
    ["secret", secret === "set" ? `set${rotating ? ", and the one before it is accepted" : ""}` : describeSetup(hook)],
    ["where", where],
    ["came", came],
  ];
  return [
    [createSpan(pen.words(project), "id"), createSpan("  "), createSpan(pen.words(title))],
    ...rows.flatMap(([name, text]) =>
      pen
        .wrap(text, Math.max(20, pen.width - LABEL_WIDTH - 2))
        .map((line, at): Line => [
          createSpan("  "),
          createCell(at === 0 ? name : "", LABEL_WIDTH, "hint"),
          createSpan(line),
        ]),
    ),
    blank,
  ];
}

function describeSetup({ source }: WebhookView): string {
  const setting = `{ plugin: ${source}, webhook: { secret: "\${${source.toUpperCase()}_WEBHOOK_SECRET}" } }`;
  const made = makesWebhookSecret(source) ? "" : "; `openssl rand -hex 32` makes one";
  return `missing, so every delivery is refused. In the settings: ${setting}${made}`;
}

type TestOptions = { readonly url?: string; readonly project?: string };

const createTestAction = (io: Io): VerbAction => ({
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
      .action((source: string, options: TestOptions) => testWebhook(io, source, options)),
});

async function testWebhook(io: Io, source: string, { url, project }: TestOptions): Promise<void> {
  const client = await connect(io);
  const asked = { ...(url === undefined ? {} : { url }), ...(project === undefined ? {} : { projectId: project }) };
  const view = await client.testWebhook({ source, ...asked });
  showAnswer(io, {
    json: () => view,
    records: () => [[view.ok ? "ok" : "failed", view.url, view.status, view.ms, view.sentence]],
    lines: (pen) => formatTest(view, pen),
  });
  if (!view.ok) throw new AlreadyReported(view.sentence);
}

function formatTest({ ok, url, ms, sentence }: WebhookTestView, pen: Pen): readonly Line[] {
  const mark = ok ? createSpan(pen.mark("done"), "passed") : createSpan(pen.mark("failed"), "failed");
  const [first = "", ...more] = pen.wrap(`${sentence} (${ms} ms)`, Math.max(20, pen.width - 2));
  return [
    [mark, createSpan(" "), createSpan(first)],
    ...more.map((line): Line => [createSpan("  "), createSpan(line)]),
    [createSpan("  "), createSpan(pen.words(url), "hint")],
  ];
}
