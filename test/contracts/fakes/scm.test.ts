import { expect, test } from "vitest";
import { brokenClauses } from "../clause.ts";
import { describeScmContract, scmClauses, type ScmSubject } from "../scm.ts";
import { aForge } from "./subjects.ts";

describeScmContract("the world's forge", aForge);

test("a forge that lands without comparing breaks the contract", async () => {
  const careless = (): ScmSubject => {
    const subject = aForge();
    const land: ScmSubject["plugin"]["land"] = async (request) => {
      const base = await subject.baseHead();
      const read = await Promise.all(request.changes.map(({ id }) => subject.plugin.read(id)));
      const changes = read.flatMap((answer) =>
        answer.ok ? [{ id: answer.value.id, head: answer.value.head.commit, version: answer.value.version }] : [],
      );
      return subject.plugin.land({ ...request, onto: base.commit, changes });
    };
    return { ...subject, plugin: { ...subject.plugin, land } };
  };
  const broken = await brokenClauses(scmClauses, careless);
  expect(broken.has("a base that moved refuses the landing")).toBe(true);
  expect(broken.has("a change that was talked about since it was judged refuses the landing")).toBe(true);
  expect(broken.has("landing moves the base to exactly the built tree, and the change has landed")).toBe(false);
});

test("a forge that pushes by force breaks the contract", async () => {
  const forceful = (): ScmSubject => {
    const subject = aForge();
    const publish: ScmSubject["plugin"]["publish"] = async (request) => {
      const answer = await subject.plugin.publish(request);
      if (!answer.ok || answer.value.kind === "published") return answer;
      return subject.plugin.publish({ ...request, replaces: { kind: "exactly", commit: answer.value.theirs } });
    };
    return { ...subject, plugin: { ...subject.plugin, publish } };
  };
  const broken = await brokenClauses(scmClauses, forceful);
  expect([...broken.keys()]).toEqual([
    "an exact replacement is refused when somebody else moved the branch, and says to where",
    "where only ancestors may go, a head that does not contain theirs is refused, one that does goes through",
  ]);
});
