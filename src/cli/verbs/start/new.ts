import type { Command } from "commander";
import type { NewSessionRequest } from "../../../protocol/session/session.ts";
import type { StatusView } from "../../../protocol/session/status.ts";
import { connect } from "../../daemon/connect.ts";
import { driveOption } from "../../input/drive-option.ts";
import { readGivenText } from "../../input/given-text.ts";
import { handOverEnvironment } from "../../daemon/hand-over-environment.ts";
import type { Io } from "../../render/io.ts";
import { blank, indentLine, createSpan, type Line, type Pen } from "../../render/line.ts";
import { runWithProgress } from "../../render/progress.ts";
import { showAnswer } from "../../show.ts";
import { drawSessionMark } from "../../views/session/session-mark.ts";
import { tellOfWaiting } from "../../config/waiting-settings.ts";
import { chooseProject } from "../../input/choose-project.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const examples = [
  ['ao new "Fix the login test"', "start a session with this as its task"],
  ["ao new 41", "at issue 41: its title and text are the task"],
  [
    'ao new "Tidy up" --prompt "Remove dead code in src" --name tidy',
    "from a title; task and name are derived from it",
  ],
  ['ao new "Try codex" --agent codex --attach', "with another agent, and watch it"],
  ['ao new "Fix the layout" --drive terminal --attach', "on the agent's own screen, to watch and type"],
  ['ao new "Use the new parser" --after parser', "begin when the session `parser` has landed"],
  ['ID=$(ao new "Fix it")', "in a script: only the id is printed"],
] as const;

type NewOptions = Omit<NewSessionRequest, "projectId" | "title" | "prompt"> & {
  readonly project?: string;
  readonly prompt?: string;
  readonly attach?: boolean;
};

export function define(command: Command, io: Io): void {
  command
    .argument("[title...]", "what it is about; an issue's number or address is --issue")
    .option("--issue <id>", "take title and text from an issue: 41, #41, ENG-12, a URL")
    .option("--prompt <text>", "tell the agent this instead; - is stdin")
    .option("--name <name>", "its name, and its branch's")
    .option("--project <id>", "default: the project in the current directory")
    .option("--agent <name>", "another agent than the project's, or a specialist of `agents`")
    .addOption(driveOption())
    .option("--runtime <name>", "where its process lives: process, tmux")
    .option("--workspace <name>", "clone or worktree")
    .option("--branch <name>", "the branch to work on")
    .option("--base <ref>", "a branch, tag or commit to begin at")
    .option("--after <session>", "begin when that session has landed")
    .option("--force", "also when the issue is closed, or a live session works on it")
    .option("--attach", "then show its terminal")
    .action((words: readonly string[], options: NewOptions) => start(io, words.join(" "), options));
}

async function start(io: Io, title: string, { project, attach, prompt, ...more }: NewOptions): Promise<void> {
  const isIssue = more.issue === undefined && isReference(title);
  const wanted = { ...more, ...(isIssue ? { issue: title } : title === "" ? {} : { title }) };
  if (title === "" && wanted.issue === undefined && prompt === undefined)
    throw new WrongUse("missing title, issue or prompt; no session was started", { try: [examples[0][0]] });
  const text = prompt === "-" ? await readGivenText(io, { words: [], file: "-", example: examples[0][0] }) : prompt;
  const client = await connect(io);
  await handOverEnvironment(io, client);
  const status = await runWithProgress(io, "starting a session", async () => {
    const projectId = await chooseProject(io, client, project);
    const { id, stopped } = await client.startSession({
      ...toRequest(wanted),
      projectId,
      ...(text === undefined ? {} : { prompt: text }),
    });
    return { projectId, stopped, ...(io.answer.isTerminal && !io.json ? await client.status({ id }) : { id }) };
  });
  showAnswer(io, {
    json: () => ({ id: status.id }),
    records: () => [[status.id]],
    lines: (pen) => ("title" in status ? formatStarted(status, status.stopped, pen) : []),
  });
  await tellOfWaiting(io, client, ({ id }) => id === status.projectId);
  if (attach === true) {
    const { attachTo } = await import("../../attach/attach.ts");
    await attachTo(io, client, status.id);
  }
}

/** Only the fields of a request: the parser also hands over the flags of every verb. */
function toRequest({
  title,
  issue,
  name,
  branch,
  agent,
  drive,
  runtime,
  workspace,
  base,
  after,
  force,
}: NewSessionRequest): NewSessionRequest {
  return {
    ...(title === undefined ? {} : { title }),
    ...(issue === undefined ? {} : { issue }),
    ...(name === undefined ? {} : { name }),
    ...(branch === undefined ? {} : { branch }),
    ...(agent === undefined ? {} : { agent }),
    ...(drive === undefined ? {} : { drive }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(base === undefined ? {} : { base }),
    ...(after === undefined ? {} : { after }),
    ...(force === undefined ? {} : { force }),
  };
}

/** `123`, `#123`, `GH-123`, `ENG-12` or a URL. */
const isReference = (text: string): boolean =>
  /^(#?\d+|[A-Za-z][A-Za-z0-9]*-\d+|[\w.-]+#\d+|https?:\/\/\S+)$/.test(text);

/** `stopped`: sessions that worked on the same issue before. */
function formatStarted(status: StatusView, stopped: readonly string[], pen: Pen): readonly Line[] {
  return [
    [
      drawSessionMark(status, pen),
      createSpan(" "),
      createSpan(status.id, "id"),
      createSpan(`  ${pen.cut(status.title, Math.max(8, pen.width - status.id.length - 4))}`),
    ],
    ...pen.wrap(status.attention.why, Math.min(76, pen.width - 2)).map((line) => indentLine([createSpan(line)], 2)),
    indentLine([createSpan(pen.words(`branch ${status.branch}`), "hint")], 2),
    blank,
    [createSpan(`watch: ao attach ${status.id}`)],
    ...stopped.map((id): Line => [createSpan(`an earlier one can be brought back: ao restore ${id}`, "hint")]),
  ];
}
