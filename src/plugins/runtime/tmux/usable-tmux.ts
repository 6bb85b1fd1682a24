import { findProgram } from "../../../lib/process/find-program.ts";
import { runProgram } from "../../../lib/run.ts";

/** `why` is a sentence for people who expected one. */
export type UsableTmux =
  | { readonly ok: true; readonly program: string; readonly version: string }
  | { readonly ok: false; readonly why: string };

/** Panes have options of their own since then. */
const OLDEST = [3, 0] as const;

export async function findUsableTmux(path?: string): Promise<UsableTmux> {
  const program = findProgram("tmux", path);
  if (program === null) return { ok: false, why: "tmux is not installed" };
  const result = await runProgram({ program, args: ["-V"], timeoutMs: 5_000 });
  const version = /^tmux (?:next-)?(\d+)\.(\d+)\S*/.exec(result.stdout.trim());
  if (version === null) return { ok: false, why: `${program} does not say its version` };
  const [major, minor] = [Number(version[1]), Number(version[2])];
  const isNewEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  if (!isNewEnough) return { ok: false, why: `${version[0]} is too old; ao needs tmux ${OLDEST.join(".")} or newer` };
  return { ok: true, program, version: version[0].slice("tmux ".length) };
}
