/** One `ao` command line in this process, against the daemon of a test. */
import { runVerb } from "../run/run-verb.ts";
import { verbs } from "../verbs/index.ts";
import { testIo, type IoSetting } from "./test-io.ts";
import { NOW } from "./views.ts";

export type AoResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** `at` is a home, and whatever else stands around the command; `width` makes it a terminal. */
export async function ao(at: IoSetting, ...args: readonly string[]): Promise<AoResult> {
  const io = testIo({ now: () => NOW, ...at, args });
  const [name = "", ...rest] = args;
  const code = await runVerb(verbs, name, rest, io);
  return { code, stdout: io.stdout(), stderr: io.stderr() };
}
