/** `ao pause` and `ao resume`: of one session, or of a whole project. */
import type { Command } from "commander";
import type { Client } from "../../protocol/client/create-client.ts";
import type { ProjectView } from "../../protocol/project.ts";
import { connect } from "../daemon/connect.ts";
import type { Io } from "../render/io.ts";
import { createSpan } from "../render/line.ts";
import { performSessionAction, type SessionAction } from "./session-action.ts";
import { showAnswer } from "../show.ts";
import { WrongUse } from "../run/wrong-use.ts";

export type HoldAction = SessionAction & {
  readonly verb: string;
  readonly askProject: (client: Client, id: string) => Promise<ProjectView>;
};

export function defineHold(command: Command, io: Io, deed: HoldAction): void {
  command
    .argument("[session]", "id, name or issue")
    .option("--project <id>", "the whole project")
    .action((session: string | undefined, { project }: { readonly project?: string }) => {
      if (session !== undefined && project === undefined) return performSessionAction(io, session, deed);
      if (session === undefined && project !== undefined) return holdProject(io, project, deed);
      throw new WrongUse(`name either a session or a project; nothing was ${deed.verb}d`, {
        try: [`ao ${deed.verb} --project ${project ?? "my-app"}`],
      });
    });
}

async function holdProject(io: Io, id: string, { done, askProject }: HoldAction): Promise<void> {
  const client = await connect(io);
  const project = await askProject(client, id);
  showAnswer(io, {
    json: () => project,
    records: () => [[project.id, project.paused ? "paused" : "running"]],
    lines: (pen) => [
      [createSpan(pen.mark("done"), "passed"), createSpan(" "), createSpan(project.id, "id"), createSpan(` ${done}`)],
    ],
  });
}
