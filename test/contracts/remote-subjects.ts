/** A forge elsewhere as the suites of its slots want it. */
import {
  changeId,
  commitSha,
  issueId,
  projectId,
  sessionId,
  threadId,
  treeSha,
  type ChangeId,
} from "../../src/domain/model/ids.ts";
import { value } from "../fakes/git/forge-deeds.ts";
import type { PlainForge, PlainWishes } from "../fakes/git/plain-forge.ts";
import type { ChangeDeskSubject } from "./change-desk.ts";
import type { ChecksSubject } from "./checks.ts";
import type { ScmSubject } from "./scm-subject.ts";
import type { MovesSubject } from "./tracker.ts";

export async function scmSubject({ fake, forge, page, ...made }: PlainForge): Promise<ScmSubject> {
  const { bare } = fake.world;
  return {
    plugin: forge.scm,
    afterDaemonDeath: async () => made.again().scm,
    base: "main",
    baseHead: async () => {
      const tip = await bare.tipOf("main");
      if (tip === null) throw new Error("the base is not there");
      return { commit: commitSha(tip), tree: treeSha(await bare.treeOf(tip)) };
    },
    commit: async ({ path, content, parents }) => commitSha(await made.commit({ [path]: content }, parents)),
    personPushes: made.personPushes,
    openThread: async (change, body) => {
      const number = Number(change.slice(change.indexOf("#") + 1));
      return threadId(`${change}.${page.openThread(number, { author: "ann", path: "a.txt", body })}`);
    },
    dispose: made.dispose,
  };
}

/** Opened by a person: nobody may review what they opened themselves. */
export function changeDeskSubject({ forge, page, ...made }: PlainForge): ChangeDeskSubject {
  const { scm } = forge;
  if (scm.desk === undefined) throw new Error("the forge has no desk");
  const publish = async () => {
    await made.personPushes("agent/a", await made.commit({ "a.txt": "one\n" }));
    const number = await page.openChange({ title: "A", branch: "agent/a", author: "ann" });
    return value(await scm.read(changeId(`shop#${number}`)));
  };
  const makeDraft = async (change: ChangeId) => page.markDraft(Number(change.slice(change.indexOf("#") + 1)));
  return { scm, desk: scm.desk, publish, makeDraft, dispose: made.dispose };
}

export async function checksSubject(make: (wishes: PlainWishes) => Promise<PlainForge>): Promise<ChecksSubject> {
  const { fake, forge, again, commit, dispose } = await make({
    ci: async ({ read }) => {
      const isRed = (await read("state.txt"))?.trim() === "broken";
      const said = "AssertionError: expected the shop to be open";
      return [
        { name: "test", isRed, said },
        { name: "lint", isRed: false },
      ];
    },
  });
  const changes = new Map<string, ChangeId>();
  const treeWith = async (state: string) => {
    const head = commitSha(await commit({ "state.txt": state }));
    const request = { session: sessionId("s1"), branch: `agent/${state}`, base: "main", head, title: state, body: "" };
    const published = value(await forge.scm.publish({ ...request, replaces: { kind: "ancestors" } }));
    if (published.kind !== "published") throw new Error(JSON.stringify(published));
    const tree = treeSha(await fake.world.bare.treeOf(head));
    changes.set(tree, published.change.id);
    return tree;
  };
  return {
    plugin: forge.checks,
    afterDaemonDeath: async () => again().checks,
    project: projectId("shop"),
    names: ["test", "lint"],
    greenTree: await treeWith("fine"),
    redTree: await treeWith("broken"),
    changeAt: (tree) => changes.get(tree) ?? changeId("c1"),
    dispose,
  };
}

export function trackerSubject({ forge, again, page, dispose }: PlainForge): MovesSubject {
  const numberOf = (issue: string): number => Number(issue.slice(issue.indexOf("#") + 1));
  const find = (issue: string) => page.issues().find(({ number }) => number === numberOf(issue));
  const open = ({ title, text }: { title: string; text: string }, author: string) =>
    issueId(`shop#${page.openIssue({ title, body: text, author })}`);
  return {
    plugin: forge.tracker,
    afterDaemonDeath: async () => again().tracker,
    createIssue: async (issue) => open(issue, "ann"),
    createAsStranger: async (issue) => open(issue, "mallory"),
    editAsStranger:
      page.editAsStranger === undefined
        ? { not: "the forge lets nobody else edit an issue than its author and people with write access" }
        : async (issue, { title, text: body }) => page.editAsStranger?.(numberOf(issue), { title, body }),
    editIssue: async (issue, body) => page.editIssue(numberOf(issue), { body }),
    reopenIssue: async (issue) => page.editIssue(numberOf(issue), { isClosed: false }),
    shownFor: async (issue) => (find(issue)?.labels ?? []).join(", "),
    shows: {
      started: "ao: working",
      change_opened: "ao: in review",
      escalated: "ao: needs you",
      stopped: "ao: stopped",
    },
    linksOf: async (issue) =>
      (find(issue)?.words ?? []).flatMap(({ body }) => /\((https:[^)]+)\)/.exec(body)?.[1] ?? []),
    dispose,
  };
}
