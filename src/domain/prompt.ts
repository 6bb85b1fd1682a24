/** What an agent is told. Templates may name any of the variables; the task is always part of the message. */
import type { ReactionName } from "./rules.ts";

export type Variables = {
  readonly errors?: string;
  readonly failedTests?: string;
  readonly logs?: string;
  readonly logFile?: string;
  readonly comments?: string;
  readonly conflicts?: string;
  readonly task?: string;
  readonly title?: string;
  readonly issue?: string;
  readonly branch?: string;
  readonly change?: string;
  readonly label?: string;
  readonly attempt?: number;
  readonly retries?: number;
};

const defaults: Partial<Record<ReactionName, string>> = {
  "ci-failed":
    "The checks failed on your last commit (attempt {{attempt}} of {{retries}}). Fix the cause and commit.\n\n{{errors}}",
  "changes-requested":
    "A reviewer asked for changes. Make them and commit, or say for each point why not.\n\n{{comments}}",
  "merge-conflicts":
    "Your branch no longer merges into its base. Merge the base into it, keep both intentions, and commit.\n\n{{conflicts}}",
  "label-added": "The label {{label}} was added.",
};

export function compose(reaction: ReactionName, template: string | null, variables: Variables): string {
  return withTask(fill(template ?? defaults[reaction] ?? "", variables), variables.task ?? "");
}

export function withTask(text: string, task: string): string {
  return task === "" || text.includes(task) ? text : `${text}\n\n---\nThe task was:\n${task}`;
}

/** Unknown names stay as they are: a person sees the typing error instead of a hole. */
export function fill(template: string, variables: Variables): string {
  const values = new Map(Object.entries(variables));
  return template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : String(value);
  });
}

export const nudges = {
  no_commit: "Your turn ended without a commit. If the work is done, commit it; if something stops you, say what.",
  dirty: "Your turn ended with uncommitted files. Commit what belongs to the change and remove the rest.",
  stuck: "Are you still at it? Nothing was heard from you for a while. Go on, or say what stops you.",
} as const;

const CUT_OFF = "Your last turn was cut off before it ended. Look at the state of the workspace and go on.";
const ABOUT = "\n\nThe turn was about:\n";

export function restoreText(lastWords: string, cutOff: string): string {
  // A turn that was begun again and cut off again was about the same as the first.
  const first = cutOff.startsWith(CUT_OFF) ? cutOff.slice(cutOff.indexOf(ABOUT) + ABOUT.length) : cutOff;
  const about = first === "" ? "" : `${ABOUT}${first}`;
  return `${CUT_OFF}${about}${quoted(lastWords)}`;
}

export function broughtBackText(lastWords: string): string {
  return `This session was stopped and is brought back now. Look at the state of the workspace and go on.${quoted(lastWords)}`;
}

function quoted(lastWords: string): string {
  return lastWords === "" ? "" : `\n\nYour last words were:\n${lastWords}`;
}
