/** What every lifecycle hook promises. */
import { expect } from "vitest";
import { hookNames, type HookAnswer, type HookCall, type HookPlugin } from "../../src/slots/hook.ts";
import { describeContract, value, type Arranged, type Clause, type MakeSubject } from "./clause.ts";

export type HookSubject = Arranged & {
  readonly plugin: HookPlugin;
  /** From now on the hook vetoes, with this reason. */
  readonly veto: (reason: string) => Promise<void>;
};

export function describeHookContract(name: string, makeSubject: MakeSubject<HookSubject>): void {
  describeContract(`${name} keeps the hook contract`, hookClauses, makeSubject);
}

export const hookClauses: readonly Clause<HookSubject>[] = [
  {
    says: "it can be called at each of the nine moments",
    holds: async (subject) => {
      for (const hook of hookNames) expect(await run(subject, { hook })).toEqual({ kind: "go_on" });
    },
  },
  {
    says: "called twice for one deed it answers the same",
    holds: async (subject) => {
      const first = await run(subject, { hook: "before-landing" });
      expect(await run(subject, { hook: "before-landing" })).toEqual(first);
    },
  },
  {
    says: "a veto comes with its reason",
    holds: async (subject) => {
      await subject.veto("not on Fridays");
      const answer = await run(subject, { hook: "before-landing" });
      expect(answer.kind).toBe("veto");
      if (answer.kind === "veto") expect(answer.reason).toContain("not on Fridays");
    },
  },
];

function run(subject: HookSubject, { hook }: Pick<HookCall, "hook">): Promise<HookAnswer> {
  const call: HookCall = {
    hook,
    key: `${hook}:1`,
    project: "shop",
    session: "shop-fix-login",
    change: null,
    changes: [],
  };
  return value(subject, subject.plugin.run(call));
}
