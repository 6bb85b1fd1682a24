import type { Command } from "commander";
import { readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import type { IssueDetailView, IssueEditRequest, IssueView } from "../../../protocol/issue/issue.ts";
import type { Client } from "../../../protocol/client/create-client.ts";
import { defineActions, collectValues, type VerbAction } from "../../run/actions.ts";
import { connect } from "../../daemon/connect.ts";
import { readGivenText } from "../../input/given-text.ts";
import { approveAction } from "../../issues/issue-approve.ts";
import { moveAction } from "../../issues/issue-move.ts";
import type { Io } from "../../render/io.ts";
import { runWithProgress } from "../../render/progress.ts";
import type { Field } from "../../render/records.ts";
import { showAnswer } from "../../show.ts";
import { formatImported, formatIssue, formatIssues, formatWritten } from "../../views/issue.ts";
import { warnOfUnread } from "../../warn-of-unread.ts";
import { findProjectHere, chooseProject } from "../../input/choose-project.ts";
import { WrongUse } from "../../run/wrong-use.ts";
import { READ } from "../look/list.ts";

export const examples = [
  ['ao issue new "Sort the list" --label ui --priority 2', "write one; an agent begins when there is room"],
  ['ao issue new "Search" --blocked-by 12 --body -', "its text from stdin; not before 12 is done"],
  ["ao issue", "the open ones, most urgent first"],
  ["ao issue show 12", "one, with all that was said"],
  ["ao issue edit 12 --priority 1 --add-label bug", "what is not named stays"],
  ["ao issue close 12 --not-planned", "no agent will work on it"],
  ["ao issue import backlog.md", "a checklist, headings or a CSV table; all of it or nothing"],
  ["ao issue approve 12", "let through what somebody without write access wrote"],
  ["ao issue move --from local", "the project lives on GitHub now: its open issues go there"],
] as const;

export function define(command: Command, io: Io): void {
  const actions = [
    createNewAction,
    listAction,
    showAction,
    editAction,
    ...stateActions,
    importAction,
    approveAction,
    moveAction,
  ];
  defineActions(
    command,
    io,
    actions.map((action) => action(io)),
    () => list(io, {}),
  );
}

type OfIo = (io: Io) => VerbAction;
type InProject = { readonly project?: string };

const PROJECT = ["--project <id>", "default: the project in the current directory"] as const;

const NOT_WRITTEN = { undone: "no issue was written", verb: "issue new" };
const NOT_IMPORTED = { undone: "nothing was imported", verb: "issue import" };

type Written = InProject & {
  readonly title?: string;
  readonly body?: string;
  readonly label?: readonly string[];
  readonly priority?: string;
  readonly blockedBy?: readonly string[];
  readonly assignee?: string;
};

/** What an issue is made of, for `new` and `edit`. */
const addFieldOptions = (command: Command): Command =>
  command
    .option("--body <text>", "its text; - is stdin")
    .option("--label <label>", "a label; may be repeated", collectValues)
    .option("--priority <n>", "1 is most urgent, 3 the default, 5 the least")
    .option("--blocked-by <issue>", "done first; may be repeated", collectValues)
    .option("--assignee <name>", "who has it");

async function readFields(io: Io, { body, label, priority, blockedBy, assignee }: Written): Promise<IssueEditRequest> {
  const text = body === "-" ? await readGivenText(io, { words: [], file: "-", example: examples[1][0] }) : body;
  return {
    ...(text === undefined ? {} : { body: text }),
    ...(label === undefined ? {} : { labels: [...label] }),
    ...(priority === undefined ? {} : { priority: parsePriority(priority) }),
    ...(blockedBy === undefined ? {} : { blockedBy: [...blockedBy] }),
    ...(assignee === undefined ? {} : { assignee: assignee === "" ? null : assignee }),
  };
}

function parsePriority(text: string): number {
  if (/^[1-5]$/.test(text)) return Number(text);
  throw new WrongUse(`a priority is 1 (most urgent) to 5, not ${text}; nothing was written`, {
    try: ["ao issue edit 12 --priority 1"],
  });
}

const createNewAction: OfIo = (io) => ({
  usage: 'new "title" [options]',
  summary: "write an issue",
  examples: [
    ['ao issue new "Sort the list" --body "By name." --label ui', "title, text and a label"],
    ['ao issue new "Search" --blocked-by 12', "begins when 12 is done"],
    ['ao issue new "Log in" --body - < login.md', "its text from stdin"],
  ],
  define: (command) =>
    void addFieldOptions(command.argument("<title...>", "what is to be done"))
      .option(...PROJECT)
      .action(async (words: readonly string[], options: Written) => {
        const fields = await readFields(io, options);
        const client = await connect(io);
        const projectId = await chooseProject(io, client, options.project, NOT_WRITTEN);
        showWritten(io, "created", await client.createIssue({ ...fields, title: words.join(" "), projectId }));
      }),
});

type ListOptions = InProject & { readonly all?: boolean; readonly label?: string };

const listAction: OfIo = (io) => ({
  usage: "list [--all] [--label L]",
  summary: "show the open issues, most urgent first",
  examples: [
    ["ao issue list", "of every project"],
    ["ao issue list --all --label ui", "closed ones too, with this label"],
  ],
  define: (command) =>
    void command
      .option("-a, --all", "closed ones too")
      .option("--label <label>", "only those with this label")
      .option("--project <id>", "only this project's")
      .action((options: ListOptions) => list(io, options)),
});

async function list(io: Io, { all = false, label, project }: ListOptions): Promise<void> {
  const client = await connect(io);
  const isUnread = await warnOfUnread(io, client, { of: "issues", project });
  const asked = { ...(all ? { all } : {}), ...(label === undefined ? {} : { label }) };
  const issues = await runWithProgress(io, "asking the tracker", () =>
    client.listIssues({ ...asked, ...(project === undefined ? {} : { project }) }, READ),
  );
  showAnswer(io, {
    json: () => issues,
    records: () => issues.map(toRecord),
    lines: (pen) => formatIssues(issues, { isAll: all, isUnread }, pen),
  });
}

/** id, state, priority, title, labels, blockers not done, session, sentence. */
function toRecord(issue: IssueView): readonly Field[] {
  const { id, state, priority, title, labels, waitsFor, session, notStarted } = issue;
  const note = session?.why ?? notStarted;
  return [id, state, priority, title, labels.join(","), waitsFor.join(","), session?.id ?? null, note];
}

const showAction: OfIo = (io) => ({
  usage: "show ISSUE",
  summary: "show one issue, with all that was said",
  examples: [["ao issue show 12", "its text, comments, and who works on it"]],
  define: (command) =>
    void command
      .argument("<issue>", "12, #12 or an id")
      .option(...PROJECT)
      .action(async (reference: string, { project }: InProject) => {
        const client = await connect(io);
        const here = await findProjectHere(io, client, { named: project, reference });
        const issue = await client.issue({ id: reference, ...here }, READ);
        showAnswer(io, {
          json: () => issue,
          records: () => [
            toRecord(issue),
            ["text", issue.text],
            ...issue.comments.map(({ by, at, text }) => ["comment", by, at, text]),
          ],
          lines: (pen) => formatIssue(issue, io.now(), pen),
        });
      }),
});

type EditOptions = Written & {
  readonly addLabel?: readonly string[];
  readonly removeLabel?: readonly string[];
  readonly unblock?: boolean;
};

const editAction: OfIo = (io) => ({
  usage: "edit ISSUE [options]",
  summary: "change an issue; what is not named stays",
  examples: [
    ["ao issue edit 12 --priority 1", "more urgent"],
    ["ao issue edit 12 --add-label bug --remove-label idea", "other labels"],
    ["ao issue edit 12 --unblock", "waits for nothing any more"],
  ],
  define: (command) =>
    void addFieldOptions(command.argument("<issue>", "12, #12 or an id").option("--title <text>", "another title"))
      .option("--add-label <label>", "one more; may be repeated", collectValues)
      .option("--remove-label <label>", "one less; may be repeated", collectValues)
      .option("--unblock", "waits for no other issue")
      .option(...PROJECT)
      .action((reference: string, options: EditOptions) => edit(io, reference, options)),
});

async function edit(io: Io, reference: string, options: EditOptions): Promise<void> {
  const { title, addLabel, removeLabel, unblock = false, project } = options;
  const fields: IssueEditRequest = {
    ...(await readFields(io, options)),
    ...(title === undefined ? {} : { title }),
    ...(addLabel === undefined ? {} : { addLabels: [...addLabel] }),
    ...(removeLabel === undefined ? {} : { removeLabels: [...removeLabel] }),
    ...(unblock ? { blockedBy: [] } : {}),
  };
  if (Object.keys(fields).length === 0)
    throw new WrongUse("nothing to change was named; the issue is as it was", { try: ["ao issue edit --help"] });
  const client = await connect(io);
  const here = await findProjectHere(io, client, { named: project, reference });
  showWritten(io, "changed", await client.editIssue({ id: reference, ...fields, ...here }));
}

type Said = InProject & { readonly file?: string; readonly message?: string; readonly notPlanned?: boolean };
type Target = { readonly id: string; readonly projectId?: string };

const stateActions: readonly OfIo[] = [
  (io) => ({
    usage: 'comment ISSUE "text"',
    summary: "say something about an issue",
    examples: [['ao issue comment 12 "By date, too"', "also from stdin, or with -f FILE"]],
    define: (command) =>
      void command
        .argument("<issue>", "12, #12 or an id")
        .argument("[text...]", "what to say")
        .option("-f, --file <path>", "take the text from a file; - is stdin")
        .option(...PROJECT)
        .action(async (reference: string, words: readonly string[], options: Said) => {
          const text = await readGivenText(io, { words, file: options.file, example: 'ao issue comment 12 "Why?"' });
          await write(io, { reference, done: "has your comment" }, options, (client, target) =>
            client.commentIssue({ ...target, text }),
          );
        }),
  }),
  (io) => ({
    usage: "close ISSUE [--not-planned] [-m TEXT]",
    summary: "close an issue as done, or as not planned",
    examples: [
      ["ao issue close 12", "done; what waits for it may begin"],
      ['ao issue close 12 --not-planned -m "A duplicate"', "nobody will do it"],
    ],
    define: (command) =>
      void command
        .argument("<issue>", "12, #12 or an id")
        .option("--not-planned", "it will not be done")
        .option("-m, --message <text>", "why")
        .option(...PROJECT)
        .action((reference: string, options: Said) => {
          const as = options.notPlanned === true ? "not_planned" : "done";
          const done = as === "done" ? "closed as done" : "closed as not planned";
          return write(io, { reference, done }, options, (client, target) =>
            client.closeIssue({ ...target, as, ...pickMessage(options) }),
          );
        }),
  }),
  (io) => ({
    usage: "reopen ISSUE [-m TEXT]",
    summary: "open a closed issue again",
    examples: [["ao issue reopen 12", "no agent starts on it by itself if a session had it"]],
    define: (command) =>
      void command
        .argument("<issue>", "12, #12 or an id")
        .option("-m, --message <text>", "why")
        .option(...PROJECT)
        .action((reference: string, options: Said) =>
          write(io, { reference, done: "open again" }, options, (client, target) =>
            client.reopenIssue({ ...target, ...pickMessage(options) }),
          ),
        ),
  }),
];

const pickMessage = ({ message }: Said): { readonly text?: string } => (message === undefined ? {} : { text: message });

async function write(
  io: Io,
  { reference, done }: { readonly reference: string; readonly done: string },
  { project }: InProject,
  ask: (client: Client, target: Target) => Promise<IssueDetailView>,
): Promise<void> {
  const client = await connect(io);
  const here = await findProjectHere(io, client, { named: project, reference });
  showWritten(io, done, await ask(client, { id: reference, ...here }));
}

function showWritten(io: Io, done: string, issue: IssueDetailView): void {
  showAnswer(io, {
    json: () => issue,
    records: () => [[issue.id]],
    lines: (pen) => formatWritten(done, issue, pen),
  });
}

const importAction: OfIo = (io) => ({
  usage: "import FILE",
  summary: "write an issue for each one of a Markdown or CSV file",
  examples: [
    ["ao issue import backlog.md", "a checklist, or a heading an issue"],
    ["ao issue import issues.csv", "the first row names the columns; title is needed"],
    ["ao issue import - --format csv < list", "from stdin"],
  ],
  define: (command) =>
    void command
      .argument("<file>", "ends in .md or .csv; - is stdin")
      .option("--format <name>", "markdown or csv, whatever the name ends in")
      .option(...PROJECT)
      .action((file: string, options: InProject & { readonly format?: string }) => importFile(io, file, options)),
});

async function importFile(
  io: Io,
  file: string,
  { project, format }: InProject & { readonly format?: string },
): Promise<void> {
  const kind = chooseFormat(file, format);
  const text = file === "-" ? await readGivenText(io, { words: [], file, example: examples[6][0] }) : read(io, file);
  const client = await connect(io);
  const projectId = await chooseProject(io, client, project, NOT_IMPORTED);
  const imported = await client.importIssues({ projectId, format: kind, text });
  showAnswer(io, {
    json: () => imported,
    records: () => imported.issues.map(toRecord),
    lines: (pen) => formatImported(imported, pen),
  });
  if (!io.answer.isTerminal && !io.json)
    for (const { line, text: words, why } of imported.passedOver) io.tell(`line ${line} ${why}: ${words}`);
}

function chooseFormat(file: string, named: string | undefined): "markdown" | "csv" {
  const ending = named ?? extname(file).slice(1).toLowerCase();
  if (["markdown", "md"].includes(ending)) return "markdown";
  if (["csv", "tsv"].includes(ending)) return "csv";
  throw new WrongUse(`it is not clear what ${file} is; nothing was imported`, {
    try: [`ao issue import ${file} --format markdown`],
  });
}

function read(io: Io, file: string): string {
  try {
    return readFileSync(resolve(io.cwd, file), "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WrongUse(`${file} could not be read: ${why}; nothing was imported`, { cause: error });
  }
}
