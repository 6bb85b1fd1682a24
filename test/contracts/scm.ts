/** What every forge promises: about reading and publishing here, about landing in `scm-landing.ts`. */
import { expect } from "vitest";
import { changeId } from "../../src/domain/model/ids.ts";
import { describeContract, refusal, value, type Clause, type MakeSubject } from "./clause.ts";
import { landingClauses } from "./scm-landing.ts";
import { ancestors, publish, tryPublish, type ScmSubject } from "./scm-subject.ts";

export type { ScmSubject } from "./scm-subject.ts";

export function describeScmContract(name: string, makeSubject: MakeSubject<ScmSubject>): void {
  describeContract(`${name} keeps the scm contract`, scmClauses, makeSubject);
}

const publishingClauses: readonly Clause<ScmSubject>[] = [
  {
    says: "publishing a head opens a change with that head on that branch",
    holds: async (subject) => {
      const head = await subject.commit({ path: "a.txt", content: "a" });
      const change = await publish(subject, { branch: "agent/a", head });
      expect(change).toMatchObject({ branch: "agent/a", base: subject.base, state: { kind: "open" } });
      expect(change.head.commit).toBe(head);
      expect((await value(subject, subject.plugin.read(change.id))).head).toEqual(change.head);
    },
  },
  {
    says: "publishing the same head again finds the same change",
    holds: async (subject) => {
      const head = await subject.commit({ path: "a.txt", content: "a" });
      const first = await publish(subject, { branch: "agent/a", head });
      const again = await publish(subject, { branch: "agent/a", head });
      expect([again.id, again.head, again.version]).toEqual([first.id, first.head, first.version]);
      expect((await value(subject, subject.plugin.since(null))).changes).toHaveLength(1);
    },
  },
  {
    says: "a newer head moves the change and its version, and the change stays the same one",
    holds: async (subject) => {
      const first = await subject.commit({ path: "a.txt", content: "a" });
      const opened = await publish(subject, { branch: "agent/a", head: first });
      const second = await subject.commit({ path: "a.txt", content: "b", parents: [first] });
      const moved = await publish(subject, { branch: "agent/a", head: second });
      expect([moved.id, moved.head.commit]).toEqual([opened.id, second]);
      expect(moved.version).toBeGreaterThan(opened.version);
    },
  },
  {
    says: "an exact replacement is refused when somebody else moved the branch, and says to where",
    holds: async (subject) => {
      const { ours, theirs, rewritten, change } = await branchMovedByPerson(subject);
      const answer = await tryPublish(subject, {
        branch: "agent/a",
        head: rewritten,
        replaces: { kind: "exactly", commit: ours },
      });
      expect(answer).toEqual({ kind: "refused", theirs });
      expect((await value(subject, subject.plugin.read(change))).head.commit).toBe(theirs);
    },
  },
  {
    says: "an exact replacement of what stands there goes through, also when the new head does not contain it",
    holds: async (subject) => {
      const { theirs, rewritten, change } = await branchMovedByPerson(subject);
      const answer = await tryPublish(subject, {
        branch: "agent/a",
        head: rewritten,
        replaces: { kind: "exactly", commit: theirs },
      });
      expect(answer.kind).toBe("published");
      expect((await value(subject, subject.plugin.read(change))).head.commit).toBe(rewritten);
    },
  },
  {
    says: "where only ancestors may go, a head that does not contain theirs is refused, one that does goes through",
    holds: async (subject) => {
      const { theirs, rewritten, ours } = await branchMovedByPerson(subject);
      expect(await tryPublish(subject, { branch: "agent/a", head: rewritten, replaces: ancestors })).toEqual({
        kind: "refused",
        theirs,
      });
      const merged = await subject.commit({ path: "c.txt", content: "c", parents: [ours, theirs] });
      expect((await tryPublish(subject, { branch: "agent/a", head: merged, replaces: ancestors })).kind).toBe(
        "published",
      );
    },
  },
];

const readingClauses: readonly Clause<ScmSubject>[] = [
  {
    says: "without a cursor every open change is listed, and where the base is",
    holds: async (subject) => {
      const head = await subject.commit({ path: "a.txt", content: "a" });
      const { id } = await publish(subject, { branch: "agent/a", head });
      const { changes, base } = await value(subject, subject.plugin.since(null));
      expect(changes.map((change) => change.id)).toEqual([id]);
      expect(base).toEqual(await subject.baseHead());
    },
  },
  {
    says: "after a cursor only what changed since is listed",
    holds: async (subject) => {
      const first = await publish(subject, {
        branch: "agent/a",
        head: await subject.commit({ path: "a.txt", content: "a" }),
      });
      const { cursor } = await value(subject, subject.plugin.since(null));
      const second = await publish(subject, {
        branch: "agent/b",
        head: await subject.commit({ path: "b.txt", content: "b" }),
      });
      const ids = (await value(subject, subject.plugin.since(cursor))).changes.map((change) => change.id);
      expect(ids).toContain(second.id);
      expect(ids).not.toContain(first.id);
    },
  },
  {
    says: "a change that is not there is gone",
    holds: (subject) => refusal(subject, subject.plugin.read(changeId("no-such-change")), "gone"),
  },
  {
    says: "an answer to a thread resolves it when asked to, and is given once per key",
    holds: async (subject) => {
      const change = await publish(subject, {
        branch: "agent/a",
        head: await subject.commit({ path: "a.txt", content: "a" }),
      });
      const thread = await subject.openThread(change.id, "Why?");
      const answer = { change: change.id, thread, text: "Because.", resolve: true, key: "answer:1" };
      await value(subject, subject.plugin.answerThread(answer));
      const answered = await value(subject, subject.plugin.read(change.id));
      expect(answered.threads.find((other) => other.id === thread)?.open).toBe(false);
      expect(answered.version).toBeGreaterThan(change.version);
      await value(subject, subject.plugin.answerThread(answer));
      expect((await value(subject, subject.plugin.read(change.id))).version).toBe(answered.version);
    },
  },
];

export const scmClauses: readonly Clause<ScmSubject>[] = [...publishingClauses, ...readingClauses, ...landingClauses];

/** We published `ours`; a person pushed `theirs` on top; `rewritten` of ours contains neither. */
async function branchMovedByPerson(subject: ScmSubject) {
  const ours = await subject.commit({ path: "a.txt", content: "ours" });
  const { id: change } = await publish(subject, { branch: "agent/a", head: ours });
  const theirs = await subject.commit({ path: "b.txt", content: "theirs", parents: [ours] });
  await subject.personPushes("agent/a", theirs);
  const rewritten = await subject.commit({ path: "a.txt", content: "ours, rewritten" });
  return { ours, theirs, rewritten, change };
}
