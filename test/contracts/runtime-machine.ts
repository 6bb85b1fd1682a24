/** What every runtime promises that runs real programs: the rest of the contract, which no scripted world can keep. */
import { expect } from "vitest";
import { turnId, type TurnId } from "../../src/domain/model/ids.ts";
import type { ConfinedLaunch } from "../../src/slots/runtime.ts";
import { describeContract, value, type Clause, type MakeSubject } from "./clause.ts";
import { describeRuntimeContract, turn, type RuntimeSubject } from "./runtime.ts";

export type MachineSubject = RuntimeSubject & {
  /** A launch of a POSIX shell that runs these lines. */
  readonly script: (turn: TurnId, lines: string, more?: Partial<ConfinedLaunch>) => ConfinedLaunch;
  /** All that it has said, with plain line ends. */
  readonly said: (turn: TurnId) => string;
  /** Resolves when it has said this; fails when it never does. */
  readonly says: (turn: TurnId, text: string) => Promise<void>;
  /** Starts them from another process, which is killed at once when the last one is started. */
  readonly startAndDie: (launches: readonly ConfinedLaunch[]) => Promise<void>;
  /** Whether a process lives. */
  readonly lives: (pid: number) => boolean;
  /** Variables that the shell and the runtime add to the environment. */
  readonly added: readonly string[];
  /** A folder with an awkward name. */
  readonly folder: string;
};

export function describeMachineContract(name: string, makeSubject: MakeSubject<MachineSubject>): void {
  describeRuntimeContract(name, makeSubject);
  describeContract(`${name} runs real programs`, machineClauses, makeSubject);
}

const exits: readonly Clause<MachineSubject>[] = [
  { says: "an exit code is told as it was", lines: "exit 7", code: 7 },
  { says: "a program that a signal ended has 128 and its number", lines: "kill -9 $$", code: 137 },
  { says: "a program that ends well has zero", lines: "echo done", code: 0 },
  { says: "a program in a program that is not there never started", lines: "exec ./nowhere", code: 127 },
].map(({ says, lines, code }) => ({
  says,
  holds: async (subject) => {
    await begin(subject, lines);
    await subject.ended(turn);
    expect(await value(subject, subject.plugin.look(turn))).toEqual({ kind: "exited", code });
  },
}));

export const machineClauses: readonly Clause<MachineSubject>[] = [
  ...exits,
  {
    says: "words, folder and environment arrive as they were given, and nothing else does",
    holds: async (subject) => {
      const odd = {
        ODD: `a 'b' "c" $HOME \`id\` \\ é 😁 !`,
        LINES_IN_IT: "one\ntwo\n",
        EMPTY: "",
        PATH: "/usr/bin:/bin",
      };
      const words = ["--flag", "it's", "$(id)", "new\nline", "", "*", "😁", "\\"];
      const lines = `printf '<%s>' "$@"; echo; printf '<%s>' "$ODD" "$LINES_IN_IT"; echo; pwd; env | cut -d= -f1 | sort -u | tr '\\n' ' '`;
      const launch = subject.script(turn, lines, { env: odd, cwd: subject.folder });
      await value(subject, subject.plugin.start({ ...launch, argv: [...launch.argv, ...words] }));
      await subject.ended(turn);
      const said = subject.said(turn);
      expect(said).toContain(words.map((word) => `<${word}>`).join(""));
      expect(said).toContain(`<${odd.ODD}><${odd.LINES_IN_IT}>`);
      expect(said).toContain(subject.folder);
      const names = (said.split(subject.folder)[1] ?? "").split(/\s+/).filter((name) => /^[A-Z_]+$/.test(name));
      const expected = [...Object.keys(odd), "two"].filter((name) => name !== "two");
      expect(names.filter((name) => !subject.added.includes(name)).toSorted()).toEqual(expected.toSorted());
    },
  },
  {
    says: "an interrupt reaches the program and its children, and the program may end in its own way",
    holds: async (subject) => {
      await begin(subject, `sleep 300 & child=$!; trap 'kill -0 $child || echo both; exit 3' INT; echo ready; wait`);
      await subject.says(turn, "ready");
      expect(await value(subject, subject.plugin.signal(turn, "interrupt"))).toBe("signalled");
      await subject.ended(turn);
      expect(await value(subject, subject.plugin.look(turn))).toEqual({ kind: "exited", code: 3 });
    },
  },
  {
    says: "a kill ends children, those in the background and those in sessions of their own",
    holds: async (subject) => {
      await begin(
        subject,
        `sleep 300 & echo pid $!; setsid sleep 300 & echo pid $!; trap '' TERM; echo ready; wait; wait; sleep 300`,
      );
      await subject.says(turn, "ready");
      const children = [...subject.said(turn).matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
      expect(children.map(subject.lives)).toEqual([true, true]);
      expect(await value(subject, subject.plugin.signal(turn, "kill"))).toBe("signalled");
      expect(children.map(subject.lives)).toEqual([false, false]);
      expect(await value(subject, subject.plugin.look(turn))).toEqual({ kind: "exited", code: 137 });
    },
  },
  {
    says: "what a turn left running after its end is found by a kill",
    holds: async (subject) => {
      await begin(subject, `setsid sleep 300 > /dev/null 2>&1 < /dev/null & echo pid $!`);
      await subject.ended(turn);
      const child = Number(/pid (\d+)/.exec(subject.said(turn))?.[1]);
      expect(subject.lives(child)).toBe(true);
      expect(await value(subject, subject.plugin.signal(turn, "kill"))).toBe("signalled");
      expect(subject.lives(child)).toBe(false);
      expect(await value(subject, subject.plugin.signal(turn, "kill"))).toBe("gone");
    },
  },
  {
    says: "two starts at once start one program",
    holds: async (subject) => {
      const launch = subject.script(turn, "echo ran");
      const answers = await Promise.all([1, 2, 3].map(() => value(subject, subject.plugin.start(launch))));
      expect(answers.toSorted()).toEqual(["exists", "exists", "started"]);
      await subject.ended(turn);
      expect(subject.said(turn).match(/ran/g)).toHaveLength(1);
    },
  },
  {
    says: "what eight programs say is whole when the process that started them is killed, and so are their exit codes",
    holds: async (subject) => {
      const turns = Array.from({ length: 8 }, (_, n) => turnId(`turn-${n}`));
      const count = `n=0; while [ $n -lt 2000 ]; do n=$((n + 1)); echo line $n; done; exit 5`;
      await subject.startAndDie(turns.map((each) => subject.script(each, count)));
      const next = await subject.afterDaemonDeath();
      for (const each of turns) {
        await subject.ended(each);
        expect(await value(subject, next.look(each))).toEqual({ kind: "exited", code: 5 });
        const lines = subject.said(each).match(/line \d+/g);
        expect(lines).toEqual(Array.from({ length: 2000 }, (_, n) => `line ${n + 1}`));
        expect(await value(subject, next.start(subject.script(each, count)))).toBe("exists");
      }
    },
  },
  {
    says: "bytes of any kind are kept as they are",
    holds: async (subject) => {
      await begin(
        subject,
        `head -c 100000 /dev/urandom | base64 > sample; cat sample; printf '\\033]52;c;aGk=\\007\\033[2J\\377\\376\\000'; echo end`,
        { cwd: subject.folder },
      );
      await subject.ended(turn);
      const said = subject.said(turn);
      expect(said).toContain("\u001b]52;c;aGk=\u0007\u001b[2J");
      expect(said.match(/^[A-Za-z0-9+/=]{70,76}$/gm)?.length).toBeGreaterThan(1700);
    },
  },
];

function begin(
  subject: MachineSubject,
  lines: string,
  more: Partial<ConfinedLaunch> = {},
): Promise<"started" | "exists"> {
  return value(subject, subject.plugin.start(subject.script(turn, lines, more)));
}
