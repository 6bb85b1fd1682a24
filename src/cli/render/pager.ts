/** A long answer page by page, as git does it: `GIT_PAGER`, `core.pager`, `PAGER`, else less. A pipe gets it as it is. */
import { feed, runProgram, type Fed } from "../../lib/run.ts";
import { parseWords } from "../../lib/text/parse-words.ts";
import type { Io } from "./io.ts";

/** `isWanted` false: `--no-pager`. */
export async function runPaged(io: Io, isWanted: boolean, work: (io: Io) => Promise<void>): Promise<void> {
  const pager = isWanted && io.answer.isTerminal && !io.json ? await startPager(io) : null;
  if (pager === null) return work(io);
  let isOver = false;
  const deaf = (): void => undefined;
  // Ctrl-C is for the pager.
  process.on("SIGINT", deaf);
  const leave = pager.ended.then(() => {
    // Whoever has seen enough waits for nothing more.
    if (!isOver) process.exit(0);
  });
  try {
    await work(writeThrough(io, pager));
  } finally {
    isOver = true;
    pager.input.end();
    await leave;
    process.off("SIGINT", deaf);
  }
}

function writeThrough(io: Io, { input }: Fed): Io {
  return {
    ...io,
    print: (text) => void input.write(`${text}\n`),
    write: (piece) => void input.write(piece),
    drained: async () => {
      if (input.writableNeedDrain) await new Promise<void>((resolve) => input.once("drain", resolve));
    },
  };
}

async function startPager(io: Io): Promise<Fed | null> {
  const written = io.env["GIT_PAGER"] ?? (await findCorePager(io)) ?? io.env["PAGER"] ?? USUAL;
  // No shell reads it: what needs one is replaced by the usual one.
  const parsed = written.trim() === "" ? null : parseWords(written);
  const [program, ...args] = parsed === null ? ["cat"] : parsed.ok ? parsed.words : [USUAL];
  if (program === "cat") return null;
  // As git sets them: quit when all fits, keep colours, leave the screen.
  const env = { LESS: "FRX", LV: "-c", ...io.env };
  const started = await feed({ program, args, cwd: io.cwd, env, isShown: true });
  return started.ok ? started : null;
}

const USUAL = "less";

async function findCorePager({ cwd, env }: Io): Promise<string | null> {
  const asked = await runProgram({
    program: "git",
    args: ["config", "--get", "core.pager"],
    cwd,
    env,
    timeoutMs: 2_000,
  });
  return asked.ok && asked.code === 0 ? asked.stdout.trim() : null;
}
