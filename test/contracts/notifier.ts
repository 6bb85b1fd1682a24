/** What every notifier promises. */
import { expect } from "vitest";
import type { Notice, NotifierPlugin } from "../../src/slots/notifier.ts";
import { describeContract, value, type Arranged, type Clause, type MakeSubject } from "./clause.ts";

export type NotifierSubject = Arranged & {
  readonly plugin: NotifierPlugin;
  /** The plugin of the next daemon, which is the one that will ask. */
  readonly afterDaemonDeath: () => Promise<NotifierPlugin>;
  /** What arrived at the other end, in order, as one text each. */
  readonly arrived: () => Promise<readonly string[]>;
};

export function describeNotifierContract(name: string, makeSubject: MakeSubject<NotifierSubject>): void {
  describeContract(`${name} keeps the notifier contract`, notifierClauses, makeSubject);
}

const notice: Notice = {
  key: "notify:1",
  title: "ci · shop-12",
  message: "The checks failed three times",
  level: "urgent",
  sessionId: "shop-fix-login",
  url: null,
};

export const notifierClauses: readonly Clause<NotifierSubject>[] = [
  {
    says: "a notice arrives once, with its title and its message",
    holds: async (subject) => {
      await value(subject, subject.plugin.notify(notice));
      const arrived = await subject.arrived();
      expect(arrived).toHaveLength(1);
      expect(arrived[0]).toContain(notice.title);
      expect(arrived[0]).toContain(notice.message);
    },
  },
  {
    says: "what was not sent is never called sent",
    holds: async (subject) => {
      const sent = await value(subject, subject.plugin.wasSent(notice.key));
      if (sent.known) expect(sent.value).toBe(false);
    },
  },
  {
    says: "what was sent is never called unsent; a channel that cannot tell says so, and why",
    holds: async (subject) => {
      await value(subject, subject.plugin.notify(notice));
      const plugin = await subject.afterDaemonDeath();
      const sent = await value(subject, plugin.wasSent(notice.key));
      if (sent.known) expect(sent.value).toBe(true);
      else expect(sent.why).not.toBe("");
    },
  },
  {
    says: "one notice says nothing about another",
    holds: async (subject) => {
      await value(subject, subject.plugin.notify(notice));
      const sent = await value(subject, subject.plugin.wasSent("notify:2"));
      if (sent.known) expect(sent.value).toBe(false);
    },
  },
  {
    says: "a long notice with strange characters arrives too",
    holds: async (subject) => {
      const message = `${"All work and no play. ".repeat(40)}日本 🚀 <b>&amp; "quoted" \`code\``;
      await value(subject, subject.plugin.notify({ ...notice, message }));
      expect(await subject.arrived()).toHaveLength(1);
    },
  },
  {
    says: "what is over is marked where it stands, by the next daemon too, and twice does no harm; or the channel cannot",
    holds: async (subject) => {
      const ref = await value(subject, subject.plugin.notify(notice));
      const { settle } = await subject.afterDaemonDeath();
      if (settle === undefined) return;
      for (const _ of [1, 2]) await value(subject, settle({ notice, ref }));
      const [told, ...over] = await subject.arrived();
      expect(over).toHaveLength(2);
      for (const text of over) {
        expect(text).toContain(notice.title);
        expect(text).toContain("over");
      }
      expect(told).not.toContain("over ·");
    },
  },
];
