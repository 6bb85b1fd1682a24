/** A forge elsewhere in words that fit each of them: for tests that hold for all. */
import type { RemoteGit } from "../../../src/lib/git/remote.ts";
import type { RemoteForge, ForgeOptions } from "../../../src/plugins/remote/forge/forge.ts";
import type { TrackerPlugin } from "../../../src/slots/tracker.ts";
import type { AFake, Ci, Elsewhere, ForgeWishes } from "./elsewhere.ts";
import type { Faults, Fired } from "./faults.ts";
import type { Happening, Webhooks } from "./webhooks.ts";

/** One job; `said`: what it printed where it failed. */
export type PlainJob = { readonly name: string; readonly isRed: boolean; readonly said?: string };

export type PlainWishes = Omit<ForgeWishes<PlainOptions>, "rules"> & {
  readonly ci?: Ci<PlainJob>;
  /** Waits between writes as the real one asks for; else as tests like it. */
  readonly isPaced?: boolean;
  readonly random?: () => number;
  readonly now?: () => number;
};

/** Of the forge's own options those that all of them have. */
type PlainOptions = Pick<ForgeOptions, "clock" | "lookEveryMs" | "noneAfterMs"> & { readonly transport?: RemoteGit };

export type PlainForge = Elsewhere<PlainFake, RemoteForge & { readonly tracker: TrackerPlugin }> & {
  readonly page: ForgePage;
  /** Who sends its webhooks, by the name that the daemon knows; and what they speak of. */
  readonly source: "github" | "gitlab";
  readonly repo: string;
  /** Each form in which its token goes over the wire. */
  readonly secrets: readonly string[];
};

export type PlainFake = AFake & {
  readonly world: AFake["world"] & {
    onHappening: (happening: Happening) => void;
    /** When CI begins after a push or a request to run again. */
    whenCi: (run: () => Promise<void>) => Promise<void>;
  };
  readonly hooks: Webhooks;
  faults: Faults;
  readonly fired: Fired;
  readonly limits: {
    readonly refuseFor: (ms: number) => void;
    readonly counts: { readonly refused: number; readonly duringCoolDown: number; readonly thoughTold: number };
  };
  readonly asked: readonly unknown[];
};

/** What people see of it and do with it. `ann` and `maria` may write, `mallory` may not, `renovate` is a bot. */
export type ForgePage = {
  readonly issues: () => readonly PageIssue[];
  /** Answers its number, as all that opens something. */
  readonly openIssue: (issue: { title: string; body: string; author?: string }) => number;
  readonly editIssue: (number: number, edit: { readonly body: string } | { readonly isClosed: false }) => void;
  /** `mallory` does. Left out: only the author and people with write access can. */
  readonly editAsStranger?: (
    number: number,
    edit: { readonly title: string | undefined; readonly body: string | undefined },
  ) => void;
  readonly changes: () => readonly PageChange[];
  /** Of a branch that is there, or of one of a fork, which is at `forkHead`. */
  readonly openChange: (change: {
    title: string;
    branch: string;
    author: string;
    forkHead?: string;
  }) => Promise<number>;
  readonly markReady: (number: number) => void;
  readonly markDraft: (number: number) => void;
  readonly label: (number: number, labels: readonly string[]) => void;
  readonly review: (number: number, author: string, kind: PageReview["kind"]) => void;
  /** On a line of a file. Answers its name there. */
  readonly openThread: (number: number, thread: { author: string; path: string; body: string }) => string;
  readonly reply: (number: number, thread: string, author: string, body: string) => void;
  readonly resolveThread: (number: number, thread: string) => void;
  readonly editFile: (branch: string, path: string, content: string) => Promise<string>;
  /** Of each job of a commit the newest run. */
  readonly checksOf: (commit: string) => readonly { readonly isGreen: boolean }[];
  /** How often the jobs of a commit ran. */
  readonly attempts: (commit: string) => number;
  /** Somebody may be quicker than a merge. */
  readonly beforeMerge: (deed: () => Promise<unknown>) => void;
  /** The base is about to become this tree. */
  readonly onMerge: (judge: (number: number, tree: string) => Promise<void>) => void;
  /** All that is open has been shown as it is. */
  readonly onOverview: (seen: () => void) => void;
  /** From now on the account of our token is a bot's. */
  readonly becomeBot: () => void;
  /** Of the first request of each kind that writes the answer is lost, though it was done. */
  readonly loseFirstAnswers: () => void;
};

export type PageWord = { readonly author: string; readonly body: string };

export type PageIssue = {
  readonly number: number;
  readonly author: string;
  readonly isClosed: boolean;
  readonly labels: readonly string[];
  readonly words: readonly PageWord[];
};

export type PageReview = {
  readonly author: string;
  readonly kind: "approved" | "changes_requested";
  /** On which commit. */
  readonly head: string;
};

export type PageChange = {
  readonly number: number;
  readonly title: string;
  readonly head: string;
  readonly state: "open" | "closed" | "landed";
  readonly isDraft: boolean;
  readonly labels: readonly string[];
  /** The oldest first; each that was ever given. */
  readonly reviews: readonly PageReview[];
  readonly threads: readonly {
    readonly id: string;
    readonly isSettled: boolean;
    readonly words: readonly PageWord[];
  }[];
  /** What was said beside its threads. */
  readonly words: readonly PageWord[];
};

/** True for the first of each. */
export function firstOfEach(): (method: string, path: string) => boolean {
  const seen = new Set<string>();
  return (method, path) => {
    const key = `${method} ${path}`;
    const isFirst = method !== "GET" && !seen.has(key);
    seen.add(key);
    return isFirst;
  };
}
