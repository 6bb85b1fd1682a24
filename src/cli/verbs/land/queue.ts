import type { Command } from "commander";
import type { QueueEntryView, QueueView } from "../../../protocol/change/queue.ts";
import { defineActions, type VerbAction } from "../../run/actions.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import type { Field } from "../../render/records.ts";
import { showAnswer } from "../../show.ts";
import { formatQueues } from "../../views/change/queue.ts";
import { warnOfUnread } from "../../warn-of-unread.ts";
import { findProjectHere } from "../../input/choose-project.ts";
import { WrongUse } from "../../run/wrong-use.ts";
import { READ } from "../look/list.ts";

export const examples = [
  ["ao queue", "what is tested, what comes next, what is ready, what is not ready to land"],
  ["ao queue move 20 1", "the next that is taken up"],
  ["ao queue remove 20", "to queue it again: ao merge 20"],
] as const;

export function define(command: Command, io: Io): void {
  defineActions(command, io, [moveAction(io), removeAction(io)], () => list(io));
}

async function list(io: Io): Promise<void> {
  const client = await connect(io);
  await warnOfUnread(io, client, { of: "changes", project: undefined });
  showQueues(io, await client.queue({}, READ));
}

function showQueues(io: Io, queues: readonly QueueView[]): void {
  showAnswer(io, {
    json: () => queues,
    records: () => queues.flatMap(toRecords),
    lines: (pen) => formatQueues(queues, io.now(), pen),
  });
}

/** project, part of the queue, position, id, session, title, sentence. */
function toRecords({ project, testing, next, ready, cannotEnter }: QueueView): readonly (readonly Field[])[] {
  const row = (part: string, { position, id, session, title, why }: QueueEntryView): readonly Field[] => [
    ...[project, part, position, id, session, title, why],
  ];
  return [
    ...testing.flatMap(({ state, changes }) => changes.map((entry) => row(state, entry))),
    ...next.map((entry) => row("next", entry)),
    ...ready.map((entry) => row("ready", entry)),
    ...cannotEnter.map((entry) => row("cannot_enter", entry)),
  ];
}

type InProject = { readonly project?: string };

const moveAction = (io: Io): VerbAction => ({
  usage: "move CHANGE POSITION",
  summary: "give a waiting change another place; 1 is the first of those that wait",
  examples: [["ao queue move 20 1", "the next that is taken up"]],
  define: (command) =>
    void command
      .argument("<change>", "20, #20, an id, or a session")
      .argument("<position>", "1 is the first of those that wait")
      .option("--project <id>", "default: the project in the current directory")
      .action(async (reference: string, position: string, { project }: InProject) => {
        if (!/^[1-9]\d{0,4}$/.test(position))
          throw new WrongUse(`a position is 1, 2, …, not ${position}; nothing was moved`, {
            try: [`ao queue move ${reference} 1`],
          });
        const client = await connect(io);
        const here = await findProjectHere(io, client, { named: project, reference });
        showQueues(io, await client.moveInQueue({ id: reference, position: Number(position), ...here }));
      }),
});

const removeAction = (io: Io): VerbAction => ({
  usage: "remove CHANGE",
  summary: "remove a change from the queue",
  examples: [["ao queue remove 20", "ask again with: ao merge 20"]],
  define: (command) =>
    void command
      .argument("<change>", "20, #20, an id, or a session")
      .option("--project <id>", "default: the project in the current directory")
      .action(async (reference: string, { project }: InProject) => {
        const client = await connect(io);
        const here = await findProjectHere(io, client, { named: project, reference });
        showQueues(io, await client.removeFromQueue({ id: reference, ...here }));
      }),
});
