/** What an agent makes of the text it was given: it does its task, mends what is named, hears a reviewer, merges the base. */
import type { CommitSha, SessionId } from "../../src/domain/model/ids.ts";
import type { NewTestCommit } from "../../src/plugins/local/testing/a-repository.ts";
import { tokensIn } from "../world/tokens.ts";

export type Directory = {
  readonly session: SessionId;
  readonly base: CommitSha;
  head: CommitSha;
  /** It breaks something with its first commit, and mends it at the first or at the second telling. */
  readonly breaks: boolean;
  mends: number;
  readonly sharesFile: boolean;
  asksFirst: boolean;
  lines: readonly string[];
  /** What it wrote into the file that everybody writes into. */
  shared: string | null;
};

/** Null: there is nothing to do. */
export function work(directory: Directory, text: string, base: CommitSha): NewTestCommit | null {
  const before = [...directory.lines];
  const isFirst = before.length === 0;
  const merges = text.includes("no longer merges into its base");
  if (isFirst) begin(directory);
  mend(directory, text);
  for (const word of tokensIn(text, "say")) directory.lines = [...directory.lines, `heard ${word.replace("say", "")}`];
  if (!merges && directory.lines.join() === before.join()) return null;
  if (merges) directory.lines = [...directory.lines, `merged ${base}`];
  const shared = directory.shared === null || !(isFirst || merges) ? {} : { "shared.txt": `${directory.shared}\n` };
  const files = { [`${directory.session}.txt`]: `${directory.lines.join("\n")}\n`, ...shared };
  return { files, parents: merges ? [directory.head, base] : [directory.head] };
}

function begin(directory: Directory): void {
  const { session } = directory;
  directory.lines = [`feature of ${session}`, ...(directory.breaks ? [`broken(${session})`] : [])];
  if (directory.sharesFile) directory.shared = `line of ${session}`;
}

function mend(directory: Directory, text: string): void {
  const named = tokensIn(text, "broken");
  if (!directory.lines.some((line) => named.includes(line))) return;
  directory.mends -= 1;
  directory.lines =
    directory.mends > 0
      ? [...directory.lines, `tried ${directory.lines.length}`]
      : directory.lines.filter((line) => !named.includes(line));
}
