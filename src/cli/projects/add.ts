/** Adds projects. What a repository that we cloned ourselves would let happen is shown first, and asked. */
import type { Client } from "../../protocol/client/create-client.ts";
import type { AddedProjectView } from "../../protocol/project.ts";
import { askYesNo } from "../input/ask.ts";
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { quoteShellWord } from "../render/shell-words.ts";
import { toVisibleLine } from "../render/visible.ts";
import type { StartTarget } from "./targets.ts";

export async function addProjects(
  io: Io,
  client: Client,
  { targets, yes }: { readonly targets: readonly StartTarget[]; readonly yes: boolean },
): Promise<readonly AddedProjectView[]> {
  const added: AddedProjectView[] = [];
  for (const target of targets) added.push(await add(io, client, { target, yes }));
  return added;
}

type Wish = { readonly target: StartTarget; readonly yes: boolean };

async function add(io: Io, client: Client, { target, yes }: Wish): Promise<AddedProjectView> {
  const { path, isCloned, configFile } = target;
  const request = { path, ...(configFile === null ? {} : { configFile }) };
  const first = await client.addProject({ ...request, accept: !isCloned || yes });
  if (first.waiting === null) return first;
  await ask(io, path, first.waiting.lines);
  const second = await client.addProject({ ...request, accept: true });
  // What is accepted was shown with the question.
  return { ...second, isNew: first.isNew, wrote: first.wrote, accepted: [] };
}

async function ask(io: Io, path: string, lines: readonly string[]): Promise<void> {
  io.tell(`The settings of ${path} would let this happen:`);
  for (const line of lines) io.tell(`  ${toVisibleLine(line)}`);
  if (await askYesNo(io, "Accept them?")) return;
  throw new CliFailure({
    code: "not_accepted",
    message: `the settings of ${path} were not accepted; no agent starts there`,
    try: [`ao start ${quoteShellWord(path)} --yes`],
  });
}
