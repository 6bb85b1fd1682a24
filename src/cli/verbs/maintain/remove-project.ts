import type { Command } from "commander";
import type { StatusView } from "../../../protocol/session/status.ts";
import { askYesNo } from "../../input/ask.ts";
import { connect } from "../../daemon/connect.ts";
import { endLines, refuseUnended, waitUntilEnded } from "../../daemon/end-sessions.ts";
import { CliFailure } from "../../render/failure.ts";
import type { Io } from "../../render/io.ts";
import { createSpan, type Line, type Pen } from "../../render/line.ts";
import { runWithProgress } from "../../render/progress.ts";
import { count } from "../../render/quantity.ts";
import { showAnswer } from "../../show.ts";

export const examples = [
  ["ao remove-project app", "stop its sessions and forget it; repository, branches and issues stay"],
  ["ao remove-project app --yes", "without asking about live sessions"],
  ["ao add-project ~/code/app", "it comes back under its old name"],
] as const;

type RemoveOptions = { readonly yes?: boolean };

export function define(command: Command, io: Io): void {
  command
    .argument("<project>", "its id")
    .option("--yes", "stop live sessions without asking")
    .action((id: string, options: RemoveOptions) => removeProject(io, id, options));
}

async function removeProject(io: Io, id: string, { yes = false }: RemoveOptions): Promise<void> {
  const client = await connect(io);
  const isKnown = (await client.listProjects({})).some((project) => project.id === id);
  const live = isKnown ? await client.listSessions({ project: id }) : [];
  if (live.length > 0 && !yes) await confirm(io, id, live);
  const wish = { id, stopSessions: yes || live.length > 0 };
  const { ending } = await runWithProgress(io, `removing ${id}`, () =>
    client.removeProject(wish, { retryForMs: REMOVE_FOR_MS }),
  );
  const sessions = await runWithProgress(io, `stopping ${count(ending.length, "session")} of ${id}`, () =>
    Promise.all(ending.map((session) => waitUntilEnded(client, session))),
  );
  showAnswer(io, {
    json: () => ({ removed: id, sessions }),
    records: () => [
      ...sessions.map((session) => [session.id, session.phase, session.ended?.rescueRef ?? null]),
      ["removed", id],
    ],
    lines: (pen) => [
      ...sessions.flatMap((session) => endLines(session, pen)),
      [createSpan(`Removed project ${pen.words(id)}. Its repository, branches and issues stay.`)],
    ],
  });
  refuseUnended(sessions);
}

async function confirm(io: Io, id: string, live: readonly StatusView[]): Promise<void> {
  const many = count(live.length, "live session");
  const named = live.slice(0, NAMED_MAX);
  const about = (pen: Pen): readonly Line[] => [
    [createSpan(`${id} has ${many}; unfinished work is saved first:`)],
    ...named.map((session) => [createSpan(`  ${session.id}  ${pen.words(session.attention.why)}`)]),
    ...(live.length > NAMED_MAX ? [[createSpan(`  and ${live.length - NAMED_MAX} more`)]] : []),
  ];
  if (await askYesNo(io, `Stop ${live.length === 1 ? "it" : "them"} and remove ${id}?`, about)) return;
  throw new CliFailure({
    code: "not_confirmed",
    message: `project ${id} has ${many}; nothing was stopped or removed`,
    try: [`ao remove-project ${id} --yes`],
  });
}

const NAMED_MAX = 5;

/** Its checks are ended first, and removals wait for each other. Asking again joins the removal that is under way. */
const REMOVE_FOR_MS = 10 * 60_000;
