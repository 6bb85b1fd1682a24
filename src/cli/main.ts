/** `--version` and `--help` are answered from here; the parser and a verb's code are loaded only when one is asked for. */
import { version } from "../lib/version.ts";
import { cacheCompiledCode } from "./compile-cache.ts";
import { formatHelp } from "./run/help.ts";
import { parseFlags, printAtOnce, createProcessIo } from "./render/io.ts";
import { verbs } from "./verbs/index.ts";

const args = process.argv.slice(2);
/** `ao --json list` is `ao list --json`. */
const flags = args.slice(
  0,
  Math.max(
    0,
    args.findIndex((arg) => !["--json", "--no-color", "--debug"].includes(arg)),
  ),
);
const [first = "--help", ...rest] = args.slice(flags.length);

if (first === "--version" || first === "-V") printAtOnce(version);
else if (first === "--help" || first === "-h" || (first === "help" && rest.length === 0))
  printAtOnce(formatHelp(verbs));
else {
  cacheCompiledCode();
  const io = createProcessIo(parseFlags(args));
  const { runAo: run } = await import("./run.ts");
  const [verb = "", ...words] = first === "help" ? [...rest, "--help"] : [first, ...flags, ...rest];
  const code = await run(verb, words, io);
  if (code !== 0) process.exitCode = code;
}
