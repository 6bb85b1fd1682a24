/** What every runtime promises. */
import { expect } from "vitest";
import { turnId, type TurnId } from "../../src/domain/model/ids.ts";
import type { ConfinedLaunch, RuntimePlugin } from "../../src/slots/runtime.ts";
import { describeContract, refusal, value, type Arranged, type Clause, type MakeSubject } from "./clause.ts";

export type RuntimeSubject = Arranged & {
  readonly plugin: RuntimePlugin;
  /** The plugin of the next daemon: it shares the machine with the first, and no memory. */
  readonly afterDaemonDeath: () => Promise<RuntimePlugin>;
  /** Takes away what a probe needs (the server, the connection); null where a probe can always tell. */
  readonly blind: (() => Promise<void>) | null;
  /** A launch of this turn: of a program that waits until it is stopped, that ends by itself, or that is not there. */
  readonly launch: (turn: TurnId, program: "waits" | "ends" | "missing") => Promise<ConfinedLaunch>;
  /** Resolves when the turn's process is gone. */
  readonly ended: (turn: TurnId) => Promise<void>;
  /** The frames that reached the waiting program, in order; null where this runtime takes no input. */
  readonly received: ((turn: TurnId) => Promise<readonly string[]>) | null;
};

export function describeRuntimeContract(name: string, makeSubject: MakeSubject<RuntimeSubject>): void {
  describeContract(`${name} keeps the runtime contract`, runtimeClauses, makeSubject);
}

export const turn = turnId("turn-1");

export const runtimeClauses: readonly Clause<RuntimeSubject>[] = [
  {
    says: "a turn that was never started is absent",
    holds: async (subject) => expect(await value(subject, subject.plugin.look(turn))).toEqual({ kind: "absent" }),
  },
  {
    says: "a started turn runs",
    holds: async (subject) => {
      expect(await start(subject, "waits")).toBe("started");
      expect(await value(subject, subject.plugin.look(turn))).toEqual({ kind: "running" });
    },
  },
  {
    says: "a turn that exists is not started again while it runs",
    holds: async (subject) => {
      await start(subject, "waits");
      expect(await start(subject, "waits")).toBe("exists");
    },
  },
  {
    says: "a turn that exists is not started again after it ended",
    holds: async (subject) => {
      await start(subject, "ends");
      await subject.ended(turn);
      expect((await value(subject, subject.plugin.look(turn))).kind).toBe("exited");
      expect(await start(subject, "ends")).toBe("exists");
      expect((await value(subject, subject.plugin.look(turn))).kind).toBe("exited");
    },
  },
  {
    says: "the next daemon sees the same turns, and starts none of them again",
    holds: async (subject) => {
      await start(subject, "waits");
      const plugin = await subject.afterDaemonDeath();
      expect(await value(subject, plugin.look(turn))).toEqual({ kind: "running" });
      expect(await value(subject, plugin.start(await subject.launch(turn, "waits")))).toBe("exists");
      expect(await value(subject, plugin.signal(turn, "kill"))).toBe("signalled");
    },
  },
  {
    says: "a probe that cannot tell is unavailable, never absent",
    holds: async (subject) => {
      await start(subject, "waits");
      if (subject.blind === null) return;
      await subject.blind();
      await refusal(subject, subject.plugin.look(turn), "unavailable");
    },
  },
  {
    says: "a program that is not there is not found, and leaves nothing running",
    holds: async (subject) => {
      await refusal(subject, subject.plugin.start(await subject.launch(turn, "missing")), "not_found");
      expect((await value(subject, subject.plugin.look(turn))).kind).not.toBe("running");
    },
  },
  {
    says: "a kill ends the turn, and a second one finds it gone",
    holds: async (subject) => {
      await start(subject, "waits");
      expect(await value(subject, subject.plugin.signal(turn, "kill"))).toBe("signalled");
      await subject.ended(turn);
      expect((await value(subject, subject.plugin.look(turn))).kind).toBe("exited");
      expect(await value(subject, subject.plugin.signal(turn, "kill"))).toBe("gone");
    },
  },
  {
    says: "an interrupt is not an error, whether the turn runs or never did",
    holds: async (subject) => {
      expect(await value(subject, subject.plugin.signal(turn, "interrupt"))).toBe("gone");
      await start(subject, "waits");
      expect(await value(subject, subject.plugin.signal(turn, "interrupt"))).toBe("signalled");
    },
  },
  {
    says: "a frame is written once, however often it is asked for; or input is unsupported",
    holds: async (subject) => {
      await start(subject, "waits");
      const frame = { turn, frameId: "frame:1", bytes: "hello\n" };
      if (subject.received === null) return refusal(subject, subject.plugin.write(frame), "unsupported");
      expect(await value(subject, subject.plugin.write(frame))).toBe("written");
      expect(await value(subject, subject.plugin.write(frame))).toBe("written");
      expect(await value(subject, subject.plugin.write({ ...frame, frameId: "frame:2", bytes: "again\n" }))).toBe(
        "written",
      );
      expect(await subject.received(turn)).toEqual(["hello\n", "again\n"]);
    },
  },
  {
    says: "a turn that is over takes no frame",
    holds: async (subject) => {
      await start(subject, "ends");
      await subject.ended(turn);
      const { drive = (pending) => pending } = subject;
      const answer = await drive(subject.plugin.write({ turn, frameId: "frame:1", bytes: "hello\n" }));
      expect(answer.ok ? "written" : answer.error.code).toBe(subject.received === null ? "unsupported" : "gone");
    },
  },
];

async function start(subject: RuntimeSubject, program: "waits" | "ends"): Promise<"started" | "exists"> {
  return value(subject, subject.plugin.start(await subject.launch(turn, program)));
}
