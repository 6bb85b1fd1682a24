/** Another process of ours that runs a few lines, with this folder's modules at hand. */
import { onTestFinished } from "vitest";
import { runProgram, type RunResult } from "../../lib/run.ts";

export type Child = {
  readonly pid: () => number;
  /** Resolves once the child has written the word. */
  readonly says: (word: string) => Promise<void>;
  readonly ended: Promise<RunResult>;
  readonly output: () => string;
};

export function aChild(code: string): Child {
  let output = "";
  const listeners = new Set<() => void>();
  const stop = new AbortController();
  const ended = runProgram({
    program: process.execPath,
    args: ["--input-type=module", "-e", `console.log("pid", process.pid);\n${code}`],
    timeoutMs: 50_000,
    signal: stop.signal,
    onOutput: ({ bytes }) => {
      output += Buffer.from(bytes).toString("utf8");
      for (const listener of listeners) listener();
    },
  });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  const says = (word: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => void (output.includes(word) && resolve());
      listeners.add(look);
      look();
      ended.then(() => reject(new Error(`the child ended without saying ${word}: ${output}`)), reject);
    });
  return { pid: () => Number(/pid (\d+)/.exec(output)?.[1]), says, ended, output: () => output };
}

export function findModule(name: string): string {
  return JSON.stringify(new URL(`../${name}`, import.meta.url).href);
}
