/** What every forge promises through which people review. */
import { expect } from "vitest";
import { known } from "../../src/domain/model/known.ts";
import type { ChangeSnapshot } from "../../src/domain/change/change.ts";
import type { ChangeId } from "../../src/domain/model/ids.ts";
import type { ChangeAction, ChangeReviewer } from "../../src/slots/change-reviewer.ts";
import type { ScmPlugin } from "../../src/slots/scm.ts";
import { describeContract, refusal, value, type Arranged, type Clause, type MakeSubject } from "./clause.ts";

export type ChangeDeskSubject = Arranged & {
  readonly scm: Pick<ScmPlugin, "read">;
  readonly desk: ChangeReviewer;
  /** An agent has published a change that adds one line to `a.txt`. */
  readonly publish: () => Promise<ChangeSnapshot>;
  /** A person says that it is not to land yet. */
  readonly makeDraft: (change: ChangeId) => Promise<void>;
};

export function describeChangeDeskContract(name: string, makeSubject: MakeSubject<ChangeDeskSubject>): void {
  describeContract(`${name} keeps the contract of the change desk`, changeDeskClauses, makeSubject);
}

export const changeDeskClauses: readonly Clause<ChangeDeskSubject>[] = [
  {
    says: "a change is listed and shown with its heads, and its diff comes file by file",
    holds: async (subject) => {
      const { desk } = subject;
      const { id, head } = await subject.publish();
      expect((await value(subject, desk.list({ all: false }))).map((change) => change.id)).toEqual([id]);
      expect((await value(subject, desk.show(id))).heads).toMatchObject([{ n: 1, commit: head.commit }]);
      const { files, between } = await value(subject, desk.files(id, {}));
      expect(files).toEqual([{ path: "a.txt", added: 1, deleted: 0 }]);
      const patches = await value(subject, desk.patches({ between, files: [{ path: "a.txt" }] }));
      expect(patches).toMatchObject([{ isTooLong: false, text: expect.stringContaining("+") }]);
    },
  },
  {
    says: "a review with line comments opens a thread each, once, and the daemon reads them as a person's words",
    holds: async (subject) => {
      const { id } = await subject.publish();
      const comments = [{ path: "a.txt", line: 1, text: "Why?" }];
      const review = { change: id, verdict: "changes_requested", text: "Not yet.", comments, ...deed("1") } as const;
      await value(subject, subject.desk.review(review));
      await value(subject, subject.desk.review(review));
      const { threads, reviews } = await value(subject, subject.scm.read(id));
      expect(threads.map(({ open, place, author }) => [open, place, author.kind])).toEqual([
        [true, null, "person"],
        [true, "a.txt:1", "person"],
      ]);
      expect(reviews).toMatchObject([{ kind: "changes_requested" }]);
    },
  },
  {
    says: "a thread is answered, settled and opened again",
    holds: async (subject) => {
      const { id } = await subject.publish();
      const comments = [{ path: "a.txt", line: 1, text: "Why?" }];
      await value(subject, subject.desk.review({ change: id, verdict: "commented", comments, ...deed("1") }));
      const [thread] = (await value(subject, subject.desk.show(id))).said.threads;
      if (thread === undefined) throw new Error("there is no thread");
      const isOpen = async () => (await value(subject, subject.scm.read(id))).threads[0]?.open;
      await value(subject, subject.desk.reply({ thread: thread.id, text: "Fine.", resolve: true, ...deed("2") }));
      expect(await isOpen()).toBe(false);
      await value(subject, subject.desk.reply({ thread: thread.id, text: "Or not.", ...deed("3") }));
      expect(await isOpen()).toBe(true);
    },
  },
  {
    says: "an approval is bound to the commit, and an agent's is refused",
    holds: async (subject) => {
      const { id, head } = await subject.publish();
      const approve = { change: id, verdict: "approved" } as const;
      await refusal(subject, subject.desk.review({ ...approve, by: { kind: "self" }, key: "1" }), "refused");
      await value(subject, subject.desk.review({ ...approve, ...deed("2") }));
      expect((await value(subject, subject.scm.read(id))).reviews).toMatchObject([
        { kind: "approved", head: head.commit, by: { kind: "person" } },
      ]);
    },
  },
  {
    says: "a draft is called ready, once and for all; what is closed is not",
    holds: async (subject) => {
      const { id, title: before } = await subject.publish();
      await subject.makeDraft(id);
      expect((await value(subject, subject.scm.read(id))).state.kind).toBe("draft");
      for (const key of ["1", "2"]) await value(subject, subject.desk.ready(id, deed(key)));
      const { title, state } = await value(subject, subject.scm.read(id));
      expect([title, state.kind]).toEqual([before, "open"]);
      await value(subject, subject.desk.close(id, deed("3")));
      await refusal(subject, subject.desk.ready(id, deed("4")), "refused");
    },
  },
  {
    says: "a change is closed and opened again; what has not landed cannot be taken back; what is not there is gone",
    holds: async (subject) => {
      const { id } = await subject.publish();
      await value(subject, subject.desk.close(id, deed("1")));
      expect((await value(subject, subject.scm.read(id))).state.kind).toBe("closed");
      await value(subject, subject.desk.reopen(id, deed("2")));
      expect((await value(subject, subject.scm.read(id))).state.kind).toBe("open");
      await refusal(subject, subject.desk.revert(id, { kind: "self" }), "refused");
      await refusal(subject, subject.desk.show("no-such-change"), "gone");
    },
  },
];

const deed = (key: string): ChangeAction => ({ by: { kind: "person", name: "Ann", canWrite: known(true) }, key });
