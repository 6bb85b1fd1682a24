/**
 * Every text that a session is told by us, as it is shipped, and what it may name. A project may put a file of its own in
 * the place of each (`prompts` in its configuration), so nothing is ever decided by the words of a text.
 */
export const promptNames = [
  "start",
  "ci-failed",
  "changes-requested",
  "merge-conflicts",
  "label-added",
  "issue-edited",
  "nudge-no-commit",
  "nudge-uncommitted",
  "nudge-not-taken",
  "nudge-silent",
  "restore",
  "restore-stopped",
  "handover",
] as const;
export type PromptName = (typeof promptNames)[number];

/** The closed set of what a text may name as `{{name}}`, and what stands there then. */
export const variables = {
  task: "the task, as the session was given it",
  title: "the title of the session or its change",
  issue: "the id of the issue; empty without one",
  branch: "the branch of the session",
  change: "the id of the change",
  errors: "what failed, check by check: failing tests with their messages, else the end of the log",
  logs: "the same as `errors`",
  failedTests: "the names of the failing tests, else of the failing checks",
  logFile: "where the whole logs lie",
  comments: "the open remarks of the reviewers that were not told before, with their places",
  conflicts: "the paths that collide, and what the base changed there",
  label: "the label that was added",
  attempt: "which message about this trouble it is: 1, 2, …",
  retries: "how many there are at most",
  why: "why the turn was cut off, as far as that is known",
  about: "what the turn that was cut off had been told",
  lastWords: "what the agent said last",
  plan: "the agent's own plan, one step a line, what is done marked",
  diff: "what the branch has changed so far: paths and lines",
  failures: "failing checks, open remarks and conflicts that the message itself is not about",
  message: "what the turn is begun for",
} as const satisfies Readonly<Record<string, string>>;
export type VariableName = keyof typeof variables;
export type PromptVariables = { readonly [Name in VariableName]?: string | number };

export type ShippedPrompt = {
  readonly when: string;
  readonly variables: readonly VariableName[];
  readonly text: string;
};

const ofSession = ["task", "title", "issue", "branch"] as const;
const ofTrouble = [...ofSession, "change", "attempt", "retries"] as const;

export const shippedPrompts: Readonly<Record<PromptName, ShippedPrompt>> = {
  start: {
    when: "A session begins.",
    variables: ofSession,
    text: "{{task}}",
  },
  "ci-failed": {
    when: "A required check failed on the current head.",
    variables: [...ofTrouble, "errors", "logs", "failedTests", "logFile"],
    text: "CI failed: {{errors}}",
  },
  "changes-requested": {
    when: "A reviewer left open remarks.",
    variables: [...ofTrouble, "comments"],
    text: "Reviewer requested: {{comments}}",
  },
  "merge-conflicts": {
    when: "The change no longer merges.",
    variables: [...ofTrouble, "conflicts"],
    text: "Your branch no longer merges into its base. Merge the base into it, keep both intentions, and commit.\n\n{{conflicts}}",
  },
  "label-added": {
    when: "A label was added that meets the condition of the reaction.",
    variables: [...ofSession, "change", "label"],
    text: "Please add tests",
  },
  "issue-edited": {
    when: "Somebody with access edited the issue; `task` is what it says now.",
    variables: ofSession,
    text: "The issue was edited. It now says:\n\n{{task}}",
  },
  "nudge-no-commit": {
    when: "A turn ended without a commit.",
    variables: ofSession,
    text: "Your turn ended without a commit. If the work is done, commit it; if something stops you, say what.",
  },
  "nudge-uncommitted": {
    when: "A turn ended and left uncommitted files.",
    variables: ofSession,
    text: "Your turn ended with uncommitted files. Commit what belongs to the change and remove the rest.",
  },
  "nudge-not-taken": {
    when: "A turn ended, and what it committed could not be taken over; `errors` says why.",
    variables: [...ofSession, "errors"],
    text: "Your commits were not taken over: {{errors}}\n\nNobody else has them. Change them so that they can be taken over (git reset --soft, then commit again), or say what stops you.",
  },
  "nudge-silent": {
    when: "An open turn has shown no sign of life for a while. Said into the turn, without the task.",
    variables: ofSession,
    text: "Are you still working? There has been no output for a while. Continue, or say what blocks you.",
  },
  restore: {
    when: "The turn before died or was cut off after its message was read.",
    variables: [...ofSession, "why", "about", "lastWords"],
    text: "Your last turn was cut off before it ended. Look at the state of the workspace and go on.\n\nWhat happened:\n{{why}}\n\nThe turn was about:\n{{about}}\n\nYour last words were:\n{{lastWords}}",
  },
  "restore-stopped": {
    when: "A session that was stopped in the middle of its work was brought back by `ao restore`.",
    variables: [...ofSession, "lastWords"],
    text: "This session was stopped and is brought back now. Look at the state of the workspace and go on.\n\nYour last words were:\n{{lastWords}}",
  },
  handover: {
    when: "A conversation's context is nearly full, and it continues in a fresh one.",
    variables: [...ofSession, "plan", "diff", "failures", "lastWords", "message"],
    text: "The previous conversation nearly filled its context, so it continues in this new one. The branch and the workspace are as you left them: look at them first.\n\nThe task:\n{{task}}\n\nThe plan, as far as it has come:\n{{plan}}\n\nWhat the branch has changed so far:\n{{diff}}\n\nStill open:\n{{failures}}\n\nYour last words were:\n{{lastWords}}\n\nWhat is to be done now:\n{{message}}",
  },
};

/** A name in braces. */
export const findNames = (text: string): readonly { readonly name: string; readonly at: number }[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(({ 1: name = "", index }) => ({ name, at: index }));
