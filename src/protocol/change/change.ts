/** Changes of a project's forge, what was said about them, and what stands between them and the default branch. */
import * as z from "zod";
import { attentionView } from "../session/attention.ts";
import { fact } from "../daemon/error.ts";
import { messageState } from "../session/message.ts";
import { moment } from "../moment.ts";
import { checkView } from "../session/session.ts";

const verdict = z.enum(["approved", "changes_requested", "commented"]);

export const newReview = z.strictObject({
  projectId: z.string().optional(),
  verdict,
  /** The commit that was looked at; left out: the newest. An approval counts on no other. */
  head: z.string().optional(),
  text: z.string().max(65_536).optional(),
  comments: z
    .array(
      z.strictObject({ path: z.string().min(1), line: z.number().int().min(1).nullable(), text: z.string().min(1) }),
    )
    .max(500)
    .optional(),
});
export type NewReviewRequest = z.infer<typeof newReview>;

export const threadReply = z.strictObject({
  projectId: z.string().optional(),
  text: z.string().max(65_536).optional(),
  /** True: settled. False: open again. Left out: a word opens it again. */
  resolve: z.boolean().optional(),
});

export const changeSummary = z
  .object({
    id: z.string(),
    /** As people write it: `18`. */
    name: z.string(),
    project: z.string(),
    title: z.string(),
    branch: z.string(),
    base: z.string(),
    state: z.enum(["draft", "open", "landed", "closed"]),
    head: z.string(),
    /** The commit on the base that holds it; null: it has not landed. */
    landedAs: z.string().nullable(),
    author: z.string(),
    session: z.string().nullable(),
    createdAt: moment,
    changedAt: moment,
    checks: z.object({ passed: z.number(), failed: z.number(), running: z.number(), of: z.number() }),
    approvals: z.array(z.string()),
    approvalsNeeded: z.number().int(),
    threadsOpen: z.number().int(),
    /** Null: not known now. */
    mergeable: z.boolean().nullable(),
    conflicts: z.array(z.string()),
    files: z.number().int(),
    diffLines: z.number().int(),
    /** 1 lands next; null: it has not asked to. */
    position: z.number().int().nullable(),
    /** One sentence: what it waits for, and whose turn it is; `code` names the state. */
    why: z.string(),
    code: z.string(),
    /** The same with its column and what to do about it; null: it was not looked at yet. */
    attention: attentionView.nullable(),
    /** A live session works on it. */
    hasLiveSession: z.boolean(),
  })
  .meta({ id: "ChangeSummary" });
export type ChangeSummaryView = z.infer<typeof changeSummary>;

export const checkDetail = checkView
  .extend({
    /** Null while it runs, or where nobody measured. */
    seconds: z.number().nullable(),
    tests: z.object({ passed: z.number(), failed: z.number() }).nullable(),
    hasLog: z.boolean(),
  })
  .meta({ id: "CheckDetail" });
export type CheckDetailView = z.infer<typeof checkDetail>;

export const threadView = z
  .object({
    id: z.string(),
    /** 1, 2, … within its change. */
    name: z.string(),
    open: z.boolean(),
    path: z.string().nullable(),
    line: z.number().int().nullable(),
    head: z.string(),
    /** The message that told the agent of it; null: none has. */
    told: z.object({ message: z.string(), state: messageState, acknowledgedAt: moment.nullable() }).nullable(),
    /** The commit in which its lines changed; null: they are as they were. */
    answeredIn: z.string().nullable(),
    /** `ours`: written by the agent. */
    remarks: z.array(z.object({ by: z.string(), ours: z.boolean(), at: moment, text: z.string() })),
  })
  .meta({ id: "Thread" });
export type ThreadView = z.infer<typeof threadView>;

export const changeDetail = changeSummary
  .extend({
    body: z.string(),
    labels: z.array(z.string()),
    paths: z.array(z.string()),
    /** Every head that was published, the oldest first. */
    heads: z.array(z.object({ n: z.number().int(), commit: z.string(), at: moment })),
    /** At the current head; what failed comes first. */
    checkResults: z.array(checkDetail),
    reviews: z.array(
      z.object({
        by: z.string(),
        kind: z.enum(["approved", "changes_requested", "commented", "dismissed"]),
        head: z.string(),
        /** It was about the head of now. */
        current: z.boolean(),
        at: moment,
        text: z.string(),
      }),
    ),
    threads: z.array(threadView),
    /** What policy says, what fails first. Empty once it has landed or was closed. */
    reasons: z.array(fact),
  })
  .meta({ id: "ChangeDetail" });
export type ChangeDetailView = z.infer<typeof changeDetail>;

/** One line of the diff as a stream: first which files there are, then each file's patch. */
export const diffRecord = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("files"),
    change: z.string(),
    title: z.string(),
    head: z.string(),
    files: z.array(
      z.object({
        path: z.string(),
        /** Its name before; left out: it was not renamed. */
        from: z.string().optional(),
        added: z.number().nullable(),
        deleted: z.number().nullable(),
      }),
    ),
  }),
  /** `isTooLong`: then there is no text. */
  z.object({ kind: z.literal("patch"), path: z.string(), text: z.string(), isTooLong: z.boolean() }),
]);
export type DiffRecord = z.infer<typeof diffRecord>;
