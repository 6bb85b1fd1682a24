/** What GitLab does of its own accord with a line such as `/approve`, and what is left of the text then. */
import type { Issue, Merge } from "./state.ts";
import type { Call } from "./rest-answer.ts";

type By = Pick<Call, "world" | "user">;

const KNOWN = /^\/(approve|assign|close|label|merge|reopen|submit_review|title|unassign)(?: (.*))?$/i;

export type Executed = { readonly text: string; readonly commands: readonly string[] };

/** Not in code, and not in a quote of several lines. */
export function executed(text: string): Executed {
  const left: string[] = [];
  const commands: string[] = [];
  let inside: string | null = null;
  for (const line of text.replaceAll("\r", "").split("\n")) {
    const fence = /^ {0,3}(`{3,}|~{3,}|>>>$|<!--(?!.*-->))/.exec(line)?.[1];
    const isOver = inside === "<!--" ? line.includes("-->") : inside !== null && line.trim().startsWith(inside);
    const said = inside === null && fence === undefined ? KNOWN.exec(line) : null;
    if (said === null) left.push(line);
    else commands.push([said[1]?.toLowerCase(), said[2]].filter((word) => word !== undefined).join(" "));
    if (inside === null) inside = fence ?? null;
    else if (isOver) inside = null;
  }
  return { text: left.join("\n").trimEnd(), commands };
}

/** Does what the text of a merge request, or of a note on it, says; answers what is left of it. */
export async function obeyOn({ world, user }: By, merge: Merge, said: string): Promise<string> {
  const { text, commands } = executed(said);
  const { iid, source, target } = merge;
  const deeds: Readonly<Record<string, () => unknown>> = {
    approve: () => world.approve(iid, user.username),
    close: () => (merge.state = "closed"),
    merge: () => world.accept(merge, { isSquash: false, squash: "", message: `Merge ${source} into ${target}` }),
    // With it all that its author has kept back is said.
    "submit_review requested_changes": () => {
      for (const { author, note } of merge.drafts.filter((one) => one.author === user))
        world.discuss(merge, world.note(author, note, { isResolvable: true }), false);
      merge.drafts = merge.drafts.filter((one) => one.author !== user);
      world.review(iid, { author: user.username, state: "requested_changes" });
    },
  };
  for (const command of commands) await deeds[command]?.();
  return text;
}

/** The same of an issue. */
export function obeyOnIssue({ world }: By, issue: Issue, said: string): string {
  const { text, commands } = executed(said);
  for (const [verb, ...words] of commands.map((command) => command.split(" "))) {
    const names = words.map((word) => word.replace("@", ""));
    if (verb === "close" || verb === "reopen") issue.state = verb === "close" ? "closed" : "opened";
    if (verb === "assign") issue.assignees = world.users.filter(({ username }) => names.includes(username));
    if (verb === "title") issue.title = words.join(" ");
  }
  return text;
}
