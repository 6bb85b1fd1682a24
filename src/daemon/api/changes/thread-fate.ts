/** What became of a comment: whether the agent was told of it, and the commit that changed the lines it is about. */
import { commitSha } from "../../../domain/model/ids.ts";
import type { Message } from "../../../domain/turn/message.ts";
import { listChangedLines } from "../../../lib/text/patch-lines.ts";
import type { ChangeDetail, ThreadRecord } from "../../../slots/change-reviewer.ts";
import type { DaemonContext } from "../../context.ts";
import type { FoundChange } from "./find-change.ts";

export type ThreadProgress = {
  /** The newest message that told the agent of it; null: none did. */
  readonly told: Message | null;
  /** Null: its lines are as they were. */
  readonly answeredIn: string | null;
};

/** A review of more is told whole; of the oldest messages nobody asks. */
const MESSAGES_LOOKED_AT = 200;

export async function readThreadFates(
  { store }: DaemonContext,
  { change, desk: reviewer }: Pick<FoundChange, "change" | "desk">,
): Promise<ReadonlyMap<string, ThreadProgress>> {
  const session = store.changes.get(change.id)?.session ?? change.session;
  const told = session === null ? [] : reviewMessages(store.messages.ofSession(session, MESSAGES_LOOKED_AT));
  const touched = createTouchedLines(reviewer);
  const fates = change.said.threads.map(async (thread): Promise<readonly [string, ThreadProgress]> => {
    const message = told.find(({ threads }) => threads.includes(thread.id))?.message ?? null;
    return [thread.id, { told: message, answeredIn: await findAnswer(change, thread, touched) }];
  });
  return new Map(await Promise.all(fates));
}

type ReviewMessage = { readonly message: Message; readonly threads: readonly string[] };

/** A message about a review names its threads: `thread#words`, one after the other. */
function reviewMessages(messages: readonly Message[]): readonly ReviewMessage[] {
  return messages.flatMap((message) => {
    const { cause } = message;
    if (cause.kind !== "incident" || cause.trouble !== "review") return [];
    const threads = cause.fingerprint.split("|").map((words) => words.slice(0, words.lastIndexOf("#")));
    return [{ message, threads }];
  });
}

type Touched = (from: string, to: string, path: string) => Promise<readonly number[]>;

/** The first head after the one it was said of in which its line, or what stands beside it, is another. */
async function findAnswer({ heads }: ChangeDetail, thread: ThreadRecord, touched: Touched): Promise<string | null> {
  const { head, path, lineAtHead: line = thread.line } = thread;
  const seen = heads.findIndex(({ commit }) => commit === head);
  if (path === null || line === null || seen < 0) return null;
  for (const { commit } of heads.slice(seen + 1)) if ((await touched(head, commit, path)).includes(line)) return commit;
  return null;
}

/** Each pair of heads and each file is compared once. */
function createTouchedLines(reviewer: FoundChange["desk"]): Touched {
  const known = new Map<string, Promise<readonly number[]>>();
  const compare = async (from: string, to: string, path: string): Promise<readonly number[]> => {
    const patches = await reviewer.patches({
      between: { from: commitSha(from), to: commitSha(to) },
      files: [{ path }],
    });
    return patches.ok ? listChangedLines(patches.value[0]?.text ?? "") : [];
  };
  return (from, to, path) => {
    const key = `${from} ${to} ${path}`;
    const found = known.get(key) ?? compare(from, to, path);
    known.set(key, found);
    return found;
  };
}
