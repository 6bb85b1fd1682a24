/** What every forge promises about landing: what was tested is what lands, and only if nothing moved. */
import { expect } from "vitest";
import { candidateId, changeId, commitSha } from "../../src/domain/model/ids.ts";
import type { ChangeSnapshot } from "../../src/domain/change/change.ts";
import type { CandidateRequest, LandRequest } from "../../src/slots/scm.ts";
import { refusal, value, type Clause } from "./clause.ts";
import { publish, type ScmSubject } from "./scm-subject.ts";

export const landingClauses: readonly Clause<ScmSubject>[] = [
  {
    says: "a candidate built twice is the same commit, and nothing lands by building it",
    holds: async (subject) => {
      const before = await subject.baseHead();
      const request = await candidateOf(subject, [await changeWith(subject, "a")]);
      const first = await value(subject, subject.plugin.buildCandidate(request));
      expect(first.kind).toBe("built");
      const plugin = await subject.afterDaemonDeath();
      expect(await value(subject, plugin.buildCandidate(request))).toEqual(first);
      expect(await subject.baseHead()).toEqual(before);
    },
  },
  {
    says: "every strategy gives the same files",
    holds: async (subject) => {
      const request = await candidateOf(subject, [await changeWith(subject, "a")]);
      const trees = new Set<string>();
      for (const strategy of ["squash", "merge", "rebase"] as const) {
        const candidate = candidateId(`${request.candidate}-${strategy}`);
        const built = await value(subject, subject.plugin.buildCandidate({ ...request, candidate, strategy }));
        trees.add(built.kind === "built" ? built.made.tree : built.kind);
      }
      expect(trees.size).toBe(1);
    },
  },
  {
    says: "a candidate on a commit that is not there is refused",
    holds: async (subject) => {
      const request = await candidateOf(subject, [await changeWith(subject, "a")]);
      await refusal(
        subject,
        subject.plugin.buildCandidate({ ...request, onto: commitSha("no-such-commit") }),
        "refused",
      );
    },
  },
  {
    says: "a candidate that cannot be merged names the change and the paths that collide",
    holds: async (subject) => {
      const mine = await publish(subject, {
        branch: "agent/a",
        head: await subject.commit({ path: "a.txt", content: "mine" }),
      });
      await subject.personPushes(subject.base, await subject.commit({ path: "a.txt", content: "theirs" }));
      const request = await candidateOf(subject, [mine]);
      const built = await value(subject, subject.plugin.buildCandidate(request));
      expect(built).toMatchObject({ kind: "conflict", change: mine.id, paths: ["a.txt"] });
    },
  },
  {
    says: "landing moves the base to exactly the built tree, and the change has landed",
    holds: async (subject) => {
      const change = await changeWith(subject, "a");
      const request = await landingOf(subject, [change]);
      expect(await value(subject, subject.plugin.land(request))).toMatchObject({ kind: "landed" });
      expect((await subject.baseHead()).tree).toBe(request.made.tree);
      expect((await value(subject, subject.plugin.read(change.id))).state.kind).toBe("landed");
    },
  },
  {
    says: "landing again what has landed answers landed and moves nothing, also when the base has moved on",
    holds: async (subject) => {
      const request = await landingOf(subject, [await changeWith(subject, "a")]);
      await value(subject, subject.plugin.land(request));
      await value(subject, subject.plugin.land(await landingOf(subject, [await changeWith(subject, "b")])));
      const after = await subject.baseHead();
      const plugin = await subject.afterDaemonDeath();
      expect(await value(subject, plugin.land(request))).toMatchObject({ kind: "landed" });
      expect(await subject.baseHead()).toEqual(after);
    },
  },
  {
    says: "a base that moved refuses the landing",
    holds: async (subject) => {
      const request = await landingOf(subject, [await changeWith(subject, "a")]);
      await subject.personPushes(subject.base, await subject.commit({ path: "p.txt", content: "p" }));
      await expectRefused(subject, request, "base_moved");
    },
  },
  {
    says: "a change with a newer head refuses the landing",
    holds: async (subject) => {
      const change = await changeWith(subject, "a");
      const request = await landingOf(subject, [change]);
      const newer = await subject.commit({ path: "a.txt", content: "newer", parents: [change.head.commit] });
      await publish(subject, { branch: change.branch, head: newer });
      await expectRefused(subject, request, "change_moved");
    },
  },
  {
    says: "a change that was talked about since it was judged refuses the landing",
    holds: async (subject) => {
      const change = await changeWith(subject, "a");
      const request = await landingOf(subject, [change]);
      await subject.openThread(change.id, "Wait!");
      await expectRefused(subject, request, "change_moved");
    },
  },
  {
    says: "of several changes all land or none",
    holds: async (subject) => {
      const changes = [await changeWith(subject, "a"), await changeWith(subject, "b")] as const;
      const request = await landingOf(subject, changes);
      await subject.openThread(changes[1].id, "Wait!");
      await expectRefused(subject, request, "change_moved");
      expect((await value(subject, subject.plugin.read(changes[0].id))).state.kind).toBe("open");
    },
  },
  {
    says: "a change that is not there refuses the landing",
    holds: async (subject) => {
      const request = await landingOf(subject, [await changeWith(subject, "a")]);
      const changes = request.changes.map((change) => ({ ...change, id: changeId("no-such-change") }));
      await expectRefused(subject, { ...request, changes }, "change_moved");
    },
  },
];

async function changeWith(subject: ScmSubject, name: string): Promise<ChangeSnapshot> {
  const head = await subject.commit({ path: `${name}.txt`, content: name });
  return publish(subject, { branch: `agent/${name}`, head });
}

async function candidateOf(subject: ScmSubject, changes: readonly ChangeSnapshot[]): Promise<CandidateRequest> {
  const { commit: onto } = await subject.baseHead();
  const heads = changes.map(({ id, head }) => ({ id, head: head.commit }));
  const candidate = candidateId(`candidate-${changes.map(({ id }) => id).join("-")}`);
  return { candidate, base: subject.base, onto, changes: heads, strategy: "squash" };
}

async function landingOf(subject: ScmSubject, changes: readonly ChangeSnapshot[]): Promise<LandRequest> {
  const { candidate, base, onto, ...request } = await candidateOf(subject, changes);
  const built = await value(subject, subject.plugin.buildCandidate({ candidate, base, onto, ...request }));
  if (built.kind !== "built") throw new Error("the candidate could not be built");
  const judged = await Promise.all(changes.map(async ({ id }) => value(subject, subject.plugin.read(id))));
  const expected = judged.map(({ id, head, version }) => ({ id, head: head.commit, version }));
  return { candidate, base, onto, made: built.made, changes: expected };
}

async function expectRefused(
  subject: ScmSubject,
  request: LandRequest,
  why: "base_moved" | "change_moved",
): Promise<void> {
  const before = await subject.baseHead();
  expect(await value(subject, subject.plugin.land(request))).toEqual({ kind: "refused", why });
  expect(await subject.baseHead()).toEqual(before);
}
