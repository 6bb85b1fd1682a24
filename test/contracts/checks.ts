/** What everything that runs checks promises. */
import { expect } from "vitest";
import type { CheckResult } from "../../src/domain/checks/check.ts";
import { changeId, type ChangeId, type ProjectId, type TreeSha } from "../../src/domain/model/ids.ts";
import type { CheckRequest, ChecksPlugin } from "../../src/slots/checks.ts";
import { describeContract, value, type Arranged, type Clause, type MakeSubject } from "./clause.ts";

export type ChecksSubject = Arranged & {
  readonly plugin: ChecksPlugin;
  /** The plugin of the next daemon: it shares what was run with the first, and no memory. */
  readonly afterDaemonDeath: () => Promise<ChecksPlugin>;
  readonly project: ProjectId;
  /** The checks that are configured: all pass on the green tree, at least one fails on the red one. */
  readonly names: readonly [string, ...string[]];
  readonly greenTree: TreeSha;
  readonly redTree: TreeSha;
  /** Whose head has that tree, where checks are known by changes. */
  readonly changeAt?: (tree: TreeSha) => ChangeId;
};

export function describeChecksContract(name: string, makeSubject: MakeSubject<ChecksSubject>): void {
  describeContract(`${name} keeps the checks contract`, checksClauses, makeSubject);
}

export const checksClauses: readonly Clause<ChecksSubject>[] = [
  {
    says: "each named check gets exactly one verdict, about the tree that was asked for",
    holds: async (subject) => {
      const results = await run(subject, subject.greenTree, "run:1");
      expect(results.map((result) => result.name).sort()).toEqual([...subject.names].sort());
      expect(results.every((result) => result.tree === subject.greenTree)).toBe(true);
    },
  },
  {
    says: "a green tree passes",
    holds: async (subject) => {
      const results = await run(subject, subject.greenTree, "run:1");
      expect(results.every((result) => result.verdict === "passed")).toBe(true);
    },
  },
  {
    says: "a red tree fails, with evidence, and with the same fingerprint in every run",
    holds: async (subject) => {
      const first = failedIn(await run(subject, subject.redTree, "run:1"));
      const again = failedIn(await run(subject, subject.redTree, "run:2"));
      expect(first.length).toBeGreaterThan(0);
      for (const result of first) expect([result.fingerprint === "", result.evidence === ""]).toEqual([false, false]);
      expect(again.map((result) => result.fingerprint)).toEqual(first.map((result) => result.fingerprint));
    },
  },
  {
    says: "the same run asked for again gives the same results",
    holds: async (subject) => {
      const first = await run(subject, subject.redTree, "run:1");
      expect(await run(subject, subject.redTree, "run:1")).toEqual(first);
    },
  },
  {
    says: "the next daemon hears of a run what the first would have heard",
    holds: async (subject) => {
      const first = await run(subject, subject.redTree, "run:1");
      const plugin = await subject.afterDaemonDeath();
      expect(await value(subject, plugin.run(requestFor(subject, subject.redTree, "run:1")))).toEqual(first);
    },
  },
  {
    says: "only what is named is run",
    holds: async (subject) => {
      const [name] = subject.names;
      const request = { ...requestFor(subject, subject.greenTree, "run:1"), names: [name] };
      expect((await value(subject, subject.plugin.run(request))).map((result) => result.name)).toEqual([name]);
    },
  },
  {
    says: "a run that was called off answers cancelled, or had already ended",
    holds: async (subject) => {
      const { drive = (pending) => pending } = subject;
      const pending = subject.plugin.run(requestFor(subject, subject.greenTree, "run:1"));
      await value(subject, subject.plugin.cancel("run:1"));
      const answer = await drive(pending);
      if (!answer.ok) expect(answer.error.code).toBe("cancelled");
    },
  },
  {
    says: "calling off a run that is over or was never begun is no error",
    holds: async (subject) => {
      await value(subject, subject.plugin.cancel("no-such-run"));
      const results = await run(subject, subject.greenTree, "run:1");
      await value(subject, subject.plugin.cancel("run:1"));
      expect(await run(subject, subject.greenTree, "run:1")).toEqual(results);
    },
  },
];

function requestFor({ project, names, changeAt }: ChecksSubject, tree: TreeSha, runId: string): CheckRequest {
  const change = changeAt?.(tree) ?? changeId("c1");
  return { runId, project, of: { kind: "change", change, tree }, names };
}

function run(subject: ChecksSubject, tree: TreeSha, runId: string): Promise<readonly CheckResult[]> {
  return value(subject, subject.plugin.run(requestFor(subject, tree, runId)));
}

function failedIn(results: readonly CheckResult[]): readonly CheckResult[] {
  return results.filter((result) => result.verdict === "failed");
}
