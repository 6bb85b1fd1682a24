// Loaded into the daemon before anything else: each program it starts adds a line to the file named in BENCH_PROGRAMS when
// it ends: from when to when it ran, on the wall clock, and what it was.
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const childProcess = process.getBuiltinModule("node:child_process");
const nowMs = () => performance.timeOrigin + performance.now();
const { spawn } = childProcess;
childProcess.spawn = (program, ...rest) => {
  const words = [program, ...(Array.isArray(rest[0]) ? rest[0] : [])];
  const fromMs = nowMs();
  const child = spawn(program, ...rest);
  child.once("exit", () => {
    appendFileSync(process.env.BENCH_PROGRAMS, `${JSON.stringify({ fromMs, toMs: nowMs(), words })}\n`);
  });
  return child;
};
syncBuiltinESMExports();
