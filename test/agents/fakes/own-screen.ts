/** The own screen of a double: says on which conversation it was opened, and repeats what is typed, until `/exit`. */
import { createInterface } from "node:readline";

const resumed = process.argv[process.argv.indexOf("--resume") + 1] ?? "nothing";
process.stdout.write(`conversation ${resumed}\r\n`);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`you said ${line}\r\n`);
  if (line === "/exit") process.exit(0);
}
process.exit(0);
