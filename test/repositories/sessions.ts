/**
 * Three sessions, one after the other, so that each time is that of an idle daemon: one adds a function with its test, one
 * does what conflicts with it and rebases when it is told, and one breaks a test and fixes it when it is told.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { SessionView } from "../../src/protocol/session/session.ts";
import type { RepositoryKind } from "./kind.ts";
import type { Person } from "./person.ts";

export type SessionName = "edit" | "conflict" | "fix";
export type SessionEnd = {
  readonly name: SessionName;
  readonly id: string;
  readonly isLanded: boolean;
  /** What the product said of it last. */
  readonly words: string;
  /** For what the agent was told something. */
  readonly told: readonly string[];
};

const POLL_MS = 200;

export type Story = {
  readonly person: Person;
  readonly kind: RepositoryKind;
  readonly withinMs: number;
  /** The workspace of a session is ready, and its agent at work. */
  readonly onWorkspace: (path: string) => Promise<void>;
};

export async function runSessions(story: Story): Promise<readonly SessionEnd[]> {
  const conflict = await start(story, "conflict");
  const begun = await waitFor(story, conflict, ({ turns, workspacePath }) => turns > 0 && workspacePath !== null);
  if (begun.workspacePath === null || begun.turns === 0) return [await end(story, "conflict", conflict)];
  await story.onWorkspace(begun.workspacePath);
  const edit = await end(story, "edit", await start(story, "edit"));
  // Only now its turn ends, on what `main` was before.
  writeFileSync(join(begun.workspacePath, GO_ON), "");
  return [edit, await end(story, "conflict", conflict), await end(story, "fix", await start(story, "fix"))];
}

/** One session that cannot land, until the product has said what `isTold` looks for. */
export async function runUntilTold(story: Story, isTold: (words: string) => boolean): Promise<readonly SessionEnd[]> {
  const id = await start(story, "edit");
  const hasEnded = (now: SessionView): boolean => now.phase === "ended" || isTold(wordsAbout(now));
  return [describeEnd("edit", await waitFor(story, id, hasEnded))];
}

async function start({ person, kind }: Story, name: SessionName): Promise<string> {
  const prompt = `${name}\n\n\`\`\`script\n${JSON.stringify(scripts[name](kind))}\n\`\`\`\n`;
  const { id } = await person.client.startSession({ projectId: kind.id, name, title: name, prompt });
  return id;
}

/** Made by us when the agent shall go on. */
const GO_ON = ".go-on";
const WAIT = `while [ ! -e ${GO_ON} ]; do sleep 0.1; done; rm ${GO_ON}`;
const REBASE = `git rebase "$AO_BASE_SHA" || {
  sed -i -e '/^<<<<<<< /d' -e '/^=======$/d' -e '/^>>>>>>> /d' CHANGES.md
  git add CHANGES.md && GIT_EDITOR=true git rebase --continue
}`;

const note = (what: string) => ({ in: "CHANGES.md", this: "# Changes\n", by: `# Changes\n- ${what}\n` });

const scripts: Readonly<Record<SessionName, (kind: RepositoryKind) => unknown>> = {
  edit: ({ numbers, added = {} }) => ({
    start: [
      { write: { ...numbers({ name: "two", is: 2, returns: 2 }), ...added } },
      { replace: note("two") },
      { commit: "Add two" },
    ],
  }),
  conflict: ({ numbers }) => ({
    start: [
      { write: numbers({ name: "three", is: 3, returns: 3 }) },
      { replace: note("three") },
      { commit: "Add three" },
      { run: ["sh", "-c", WAIT] },
    ],
    "merge-conflicts": [{ run: ["sh", "-c", REBASE] }],
  }),
  fix: ({ numbers }) => ({
    start: [{ write: numbers({ name: "four", is: 4, returns: 5 }) }, { commit: "Add four" }],
    "ci-failed": [{ write: numbers({ name: "four", is: 4, returns: 4 }) }, { commit: "Fix four" }],
  }),
};

async function end(story: Story, name: SessionName, id: string): Promise<SessionEnd> {
  return describeEnd(name, await waitFor(story, id, (now) => now.phase === "ended"));
}

function describeEnd(name: SessionName, session: SessionView): SessionEnd {
  return {
    ...{ name, id: session.id, isLanded: session.ended?.because === "landed" },
    words: wordsAbout(session),
    told: session.messages.map(({ reason }) => reason).filter((reason) => reason !== "start"),
  };
}

/** Why it stands where it stands, and what is open: as `ao list` and `ao status` say it. */
function wordsAbout({ attention, incidents }: SessionView): string {
  const open = incidents.filter(({ closedAs }) => closedAs === null).map(({ summary }) => summary);
  return [...new Set([attention.why, ...open])].join(" ");
}

/** As it is then, or when it needs a person, or when the time is over. */
async function waitFor({ person, withinMs }: Story, id: string, holds: (now: SessionView) => boolean) {
  const deadlineMs = Date.now() + withinMs;
  for (;;) {
    const now = await person.client.session({ id });
    if (holds(now) || now.attention.column === "needs_you" || Date.now() > deadlineMs) return now;
    await delay(POLL_MS);
  }
}
