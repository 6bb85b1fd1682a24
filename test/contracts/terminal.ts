/** What every terminal promises. */
import { expect } from "vitest";
import { sessionId } from "../../src/domain/model/ids.ts";
import type { TerminalPlugin, TerminalView } from "../../src/slots/terminal.ts";
import { describeContract, refusal, value, type Arranged, type Clause, type MakeSubject } from "./clause.ts";

export type TerminalSubject = Arranged & {
  readonly plugin: TerminalPlugin;
  /** How many views were opened so far. */
  readonly opened: () => Promise<number>;
  /** Takes away what it needs to open anything. */
  readonly takeAway: () => Promise<void>;
};

export function describeTerminalContract(name: string, makeSubject: MakeSubject<TerminalSubject>): void {
  describeContract(`${name} keeps the terminal contract`, terminalClauses, makeSubject);
}

const view: TerminalView = {
  session: sessionId("shop-fix-login"),
  title: "Fix the login",
  attach: ["ao", "attach", "shop-fix-login"],
  url: "http://127.0.0.1:4711/sessions/shop-fix-login",
};

export const terminalClauses: readonly Clause<TerminalSubject>[] = [
  {
    says: "where it is available it opens a view",
    holds: async (subject) => {
      await value(subject, subject.plugin.available());
      await value(subject, subject.plugin.open(view));
      expect(await subject.opened()).toBe(1);
    },
  },
  {
    says: "opened twice it shows a second view",
    holds: async (subject) => {
      await value(subject, subject.plugin.open(view));
      await value(subject, subject.plugin.open(view));
      expect(await subject.opened()).toBe(2);
    },
  },
  {
    says: "where it is not available it says why, and opens nothing",
    holds: async (subject) => {
      await subject.takeAway();
      await refusal(subject, subject.plugin.available(), "not_here");
      await refusal(subject, subject.plugin.open(view), "not_here");
      expect(await subject.opened()).toBe(0);
    },
  },
];
