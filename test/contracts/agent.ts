/** What every agent plugin promises. */
import { expect } from "vitest";
import { messageId, sessionId, turnId, type TurnId } from "../../src/domain/model/ids.ts";
import type { AgentNews, AgentPlugin, TurnRequest } from "../../src/slots/agent.ts";
import type { TurnLaunch } from "../../src/slots/runtime.ts";
import { turnPathsIn } from "../fixtures/turn-paths.ts";
import { describeContract, value, type Arranged, type Clause, type MakeSubject } from "./clause.ts";

export type AgentSubject = Arranged & {
  readonly plugin: AgentPlugin;
  /** An existing workspace the agent may work in. */
  readonly workspacePath: string;
  /** The home whose folders its turns see. */
  readonly home: string;
  /** Plays the launched turn to its end: the agent reads its message and is done. */
  readonly play: (launch: TurnLaunch) => Promise<void>;
  /** Which conversation of the tool the session is in now; left out where it has none of its own. */
  readonly conversation?: () => string | null;
  /** How large the tool says that its window is, in tokens, where it does. */
  readonly window?: number;
  /** The plugin of the next daemon: it shares what lies outside with the first, and no memory. */
  readonly afterDaemonDeath?: () => Promise<AgentPlugin>;
};

export function describeAgentContract(name: string, makeSubject: MakeSubject<AgentSubject>): void {
  describeContract(`${name} keeps the agent contract`, agentClauses, makeSubject);
}

const turn = turnId("turn-1");
const message = messageId("message-1");
const env = { PATH: process.env["PATH"] ?? "", AO_SESSION: "session-1" };

export const agentClauses: readonly Clause<AgentSubject>[] = [
  {
    says: "a launch is for its turn and session, in its workspace, and holds the message unless it takes frames",
    holds: async (subject) => {
      const launch = await launchOf(subject);
      expect([launch.turn, launch.session, launch.cwd]).toEqual([turn, "session-1", subject.workspacePath]);
      if (launch.takesFrames) return;
      expect([...launch.argv, launch.stdin, ...Object.values(launch.env)].join("\n")).toContain("Please do the work");
    },
  },
  {
    says: "a launch names folders as its program sees them, never as the daemon does",
    holds: async (subject) => {
      const paths = turnPathsIn("/there", { workspace: "/there/workspace" });
      const { cwd, argv, env: given, stdin } = await launchOf(subject, { paths });
      expect(cwd).toBe("/there/workspace");
      expect([...argv, ...Object.values(given), stdin].filter((text) => text.includes(subject.home))).toEqual([]);
    },
  },
  {
    says: "the same request gives the same launch",
    holds: async (subject) => expect(await launchOf(subject)).toEqual(await launchOf(subject)),
  },
  {
    says: "what the program is to find in its environment is there",
    holds: async (subject) => expect((await launchOf(subject)).env).toMatchObject(env),
  },
  {
    says: "a turn that has not begun has no news",
    holds: async (subject) => expect(await newsOf(subject)).toEqual([]),
  },
  {
    says: "a turn is acknowledged with its message, then ended, once each and in this order",
    holds: async (subject) => {
      await subject.play(await launchOf(subject));
      const news = await newsOf(subject);
      const acknowledged = news.filter((entry) => entry.kind === "acknowledged");
      expect(acknowledged.map((entry) => entry.message)).toEqual([message]);
      expect(news.filter((entry) => entry.kind === "ended")).toHaveLength(1);
      expect(news.at(-1)?.kind).toBe("ended");
    },
  },
  {
    says: "what was said has an id of its own that is the same at every reading",
    holds: async (subject) => {
      await subject.play(await launchOf(subject));
      const news = await newsOf(subject);
      expect(new Set(news.map((entry) => entry.id)).size).toBe(news.length);
      expect(await newsOf(subject)).toEqual(news);
    },
  },
  {
    says: "after a cursor only what is new is told",
    holds: async (subject) => {
      await subject.play(await launchOf(subject));
      const { cursor } = await value(subject, subject.plugin.news(turn, null));
      expect((await value(subject, subject.plugin.news(turn, cursor))).entries).toEqual([]);
    },
  },
  {
    says: "the next daemon reads what the first has read",
    holds: async (subject) => {
      await subject.play(await launchOf(subject));
      const news = await newsOf(subject);
      const plugin = (await subject.afterDaemonDeath?.()) ?? subject.plugin;
      expect((await value(subject, plugin.news(turn, null))).entries).toEqual(news);
    },
  },
  {
    says: "a tool that tells of its window tells at the end of a turn how full it is",
    holds: async (subject) => {
      await subject.play(await launchOf(subject));
      const context = (await newsOf(subject)).flatMap((entry) => (entry.kind === "ended" ? [entry.context] : []));
      if (subject.window === undefined) return expect(context).toEqual([undefined]);
      expect(context).toEqual([{ used: expect.any(Number), window: subject.window }]);
      expect(context[0]?.used).toBeGreaterThan(0);
      expect(context[0]?.used).toBeLessThan(subject.window);
    },
  },
  {
    says: "a turn goes on with the conversation of the one before; a fresh one begins its own",
    holds: async (subject) => {
      await subject.play(await launchOf(subject));
      const first = subject.conversation?.() ?? null;
      if (first === null) return;
      await subject.play(await launchOf(subject, { turn: turnId("turn-2"), n: 2 }));
      expect(subject.conversation?.()).toBe(first);
      await subject.play(await launchOf(subject, { turn: turnId("turn-3"), n: 3, isFresh: true }));
      const second = subject.conversation?.();
      expect([null, first]).not.toContain(second);
      await subject.play(await launchOf(subject, { turn: turnId("turn-4"), n: 4 }));
      expect(subject.conversation?.()).toBe(second);
    },
  },
  {
    says: "words steer no terminal",
    holds: async (subject) => {
      await subject.play(await launchOf(subject));
      const words = (await newsOf(subject)).flatMap((entry) => ("words" in entry ? [entry.words] : []));
      expect(words.join("")).not.toMatch(/[^\n\t\P{Cc}]/u);
    },
  },
  {
    says: "what is said into a turn depends on its words alone; null, where there is no way to, every time",
    holds: async (subject) => {
      await value(subject, subject.plugin.launch(requestOf(subject)));
      for (const say of [steer, answer, interrupt]) expect(await say(subject)).toEqual(await say(subject));
      expect((await steer(subject)) ?? "Hurry").toContain("Hurry");
    },
  },
  {
    says: "the conversation of a turn that has not begun is empty",
    holds: async (subject) => expect(await conversationOf(subject)).toEqual([]),
  },
  {
    says: "the conversation begins with what the agent was told, and each event has an id of its own",
    holds: async (subject) => {
      await subject.play(await launchOf(subject));
      const events = await conversationOf(subject);
      expect(events[0]).toMatchObject({ kind: "told", text: expect.stringContaining("Please do the work") });
      expect(events.some(({ kind }) => kind === "message")).toBe(true);
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      expect(await conversationOf(subject)).toEqual(events);
    },
  },
  {
    says: "a conversation is gone on with behind any of its events",
    holds: async (subject) => {
      await subject.play(await launchOf(subject));
      const events = await conversationOf(subject);
      for (const { outBytes } of events) {
        const rest = events.filter((event) => event.outBytes > outBytes);
        expect(await conversationOf(subject, outBytes)).toEqual(rest);
      }
    },
  },
];

const steer = (subject: AgentSubject) => value(subject, subject.plugin.steer(turn, "Hurry"));
const answer = (subject: AgentSubject) => value(subject, subject.plugin.answer(turn, "q1", "Yes"));
const interrupt = (subject: AgentSubject) => value(subject, subject.plugin.interrupt(turn));
const conversationOf = (subject: AgentSubject, outBytes: number | null = null) =>
  value(subject, subject.plugin.conversation(turn, outBytes));

const launchOf = (subject: AgentSubject, special: Partial<TurnRequest> = {}): Promise<TurnLaunch> =>
  value(subject, subject.plugin.launch({ ...requestOf(subject, special.turn), ...special }));

const requestOf = (subject: AgentSubject, of: TurnId = turn): TurnRequest => ({
  session: sessionId("session-1"),
  turn: of,
  n: 1,
  message,
  text: "Please do the work",
  reason: "start",
  paths: turnPathsIn(subject.home, { turn: of, workspace: subject.workspacePath }),
  env,
});

async function newsOf(subject: AgentSubject): Promise<readonly AgentNews[]> {
  return (await value(subject, subject.plugin.news(turn, null))).entries;
}
