/** `--version` and `--help` are answered from here; the parser and a verb's code are loaded only when one is asked for. */
import { version } from "../lib/version.ts";
import { cacheCompiledCode } from "./compile-cache.ts";
import { help } from "./help.ts";
import { printLine } from "./render/print.ts";
import { verbs } from "./verbs/index.ts";

const [first = "--help", ...rest] = process.argv.slice(2);

if (first === "--version" || first === "-V") printLine(version);
else if (first === "--help" || first === "-h") printLine(help(verbs));
else {
  cacheCompiledCode();
  const { runVerb } = await import("./run-verb.ts");
  const code = await runVerb(verbs, first, rest);
  if (code !== 0) process.exitCode = code;
}
