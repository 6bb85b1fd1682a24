import type { Command } from "commander";
import type { NewSessionRequest } from "../../../protocol/session/session.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { blank, createSpan } from "../../render/line.ts";
import { runWithProgress } from "../../render/progress.ts";
import { count } from "../../render/quantity.ts";
import { showAnswer } from "../../show.ts";
import { chooseProject } from "../../input/choose-project.ts";

export const examples = [
  ["ao create docs tests api", "three idle sessions, waiting for a prompt"],
  ['ao prompt docs "Write the guide"', "then tell each what to do"],
  ["ao create a b --agent codex", "with another agent than the project's"],
] as const;

type CreateOptions = Pick<NewSessionRequest, "agent" | "runtime" | "workspace" | "base"> & {
  readonly project?: string;
};

export function define(command: Command, io: Io): void {
  command
    .argument("<name...>", "one session each")
    .option("--project <id>", "default: the project in the current directory")
    .option("--agent <name>", "another agent than the project's")
    .option("--runtime <name>", "where the processes live: process, tmux")
    .option("--workspace <name>", "clone or worktree")
    .option("--base <ref>", "a branch, tag or commit to begin at")
    .action((names: readonly string[], options: CreateOptions) => create(io, names, options));
}

async function create(io: Io, names: readonly string[], options: CreateOptions): Promise<void> {
  const client = await connect(io);
  const { agent, runtime, workspace, base } = options;
  const common = {
    ...(agent === undefined ? {} : { agent }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(base === undefined ? {} : { base }),
  };
  const results = await runWithProgress(io, `creating ${count(names.length, "session")}`, async () => {
    const projectId = await chooseProject(io, client, options.project);
    // An empty prompt: nothing is said to the agent yet.
    return Promise.allSettled(
      names.map((name) => client.startSession({ ...common, projectId, name, title: name, prompt: "" })),
    );
  });
  const ids = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.id] : []));
  if (ids.length > 0)
    showAnswer(io, {
      json: () => ids.map((id) => ({ id })),
      records: () => ids.map((id) => [id]),
      lines: (pen) => [
        ...ids.map((id) => [createSpan(pen.mark("waiting_to_start")), createSpan(" "), createSpan(id, "id")]),
        blank,
        [createSpan(`tell one what to do: ao prompt ${ids[0] ?? ""} "Write the guide"`)],
      ],
    });
  // What was created stays; the first that was not decides how this ends.
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
