// Loaded into the daemon before anything else: each program it starts adds a line to the file named in BENCH_STARTS.
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const childProcess = process.getBuiltinModule("node:child_process");
const { spawn } = childProcess;
childProcess.spawn = (program, ...rest) => {
  const words = Array.isArray(rest[0]) ? rest[0] : [];
  appendFileSync(process.env.BENCH_STARTS, `${[program, ...words].join(" ").replaceAll("\n", " ")}\n`);
  return spawn(program, ...rest);
};
syncBuiltinESMExports();
