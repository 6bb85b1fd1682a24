/** `ao issue move`: the open issues of a project go where its settings say, or back into the local forge. */
import { ownForge } from "../../config/own-forge.ts";
import type { MovedIssuesView } from "../../protocol/issue/issue.ts";
import type { VerbAction } from "../run/actions.ts";
import { connect } from "../daemon/connect.ts";
import { refuseAgents } from "../run/not-by-agents.ts";
import type { Io } from "../render/io.ts";
import { blank, createSpan, type Line, type Pen } from "../render/line.ts";
import { count } from "../render/quantity.ts";
import { showAnswer } from "../show.ts";
import { chooseProject } from "../input/choose-project.ts";
import { WrongUse } from "../run/wrong-use.ts";

type Options = { readonly from?: string; readonly to?: string; readonly project?: string };

const NOT_MOVED = { undone: "nothing was moved", verb: "issue move" };

export const moveAction = (io: Io): VerbAction => ({
  usage: "move --from local | --to local",
  summary: "recreate a project's issues where it has moved, with links both ways",
  examples: [
    ["ao issue move --from local", "the settings name GitHub now: its open issues go there"],
    ["ao issue move --to local", "before the settings leave GitHub: they come back"],
  ],
  define: (command) =>
    void command
      .option("--from <place>", "local: out of the local forge, to where the settings say that issues live")
      .option("--to <place>", "local: from there into the local forge")
      .option("--project <id>", "default: the project in the current directory")
      .action((options: Options) => move(io, options)),
});

async function move(io: Io, { from, to, project }: Options): Promise<void> {
  refuseAgents(io, NOT_MOVED.undone);
  const isClear = (from === ownForge) !== (to === ownForge) && (from ?? to) === ownForge;
  if (!isClear)
    throw new WrongUse("say --from local or --to local; nothing was moved", { try: ["ao issue move --from local"] });
  const client = await connect(io);
  const projectId = await chooseProject(io, client, project, NOT_MOVED);
  const answer = await client.moveIssues({ projectId, direction: from === ownForge ? "from_local" : "to_local" });
  showAnswer(io, {
    json: () => answer,
    records: () => answer.moved.map(({ from: was, to: is, title }) => [was, is, title]),
    lines: (pen) => formatMoved(answer, pen),
  });
  if (!io.answer.isTerminal && !io.json) for (const { id, why } of answer.left) io.tell(`${id} stays: ${why}`);
}

function formatMoved({ moved, left }: MovedIssuesView, pen: Pen): readonly Line[] {
  const said = moved.length === 0 ? "No issue was moved" : `${count(moved.length, "issue")} moved`;
  const mark = moved.length === 0 ? "skipped" : "done";
  return [
    [createSpan(pen.mark(mark), moved.length === 0 ? "plain" : "passed"), createSpan(` ${said}`)],
    ...moved.map(({ from, to, title }): Line => [
      createSpan(`  ${from} is now `),
      createSpan(to, "id"),
      createSpan(`  ${pen.cut(title, Math.max(8, pen.width - from.length - to.length - 12))}`, "hint"),
    ]),
    ...(left.length === 0 ? [] : [blank, [createSpan(`${count(left.length, "issue")} left`)]]),
    ...left.map(({ id, why }): Line => [createSpan(`  ${id}: `), createSpan(why, "hint")]),
  ];
}
