/**
 * `npm run repositories [-- KIND…]`: builds a small repository of each kind, runs three sessions in it on the product as
 * people start it, and prints what was found, what landed, how long it took and what it left on the disk.
 */
import { parseArgs } from "node:util";
import { findSandbox } from "../../src/lib/sandbox/sandbox.ts";
import type { RepositoryKind } from "./kind.ts";
import { kinds } from "./kinds/index.ts";
import { formatTable } from "./table.ts";
import { installPrograms, isReachable, programPath } from "./tools.ts";
import { tryKind, type TrialReport } from "./trial.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    install: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    minutes: { type: "string", default: "10" },
  },
});

const unknown = positionals.filter((id) => !kinds.some((kind) => kind.id === id));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. There are: ${kinds.map(({ id }) => id).join(", ")}.`);
  process.exit(2);
}

if (values.install) await installPrograms(console.error);
const sandbox = await findSandbox("auto");
if (!sandbox.ok) console.error(`without a sandbox: ${sandbox.why}`);
const reports: TrialReport[] = [];
for (const kind of kinds.filter(({ id }) => positionals.length === 0 || positionals.includes(id)))
  reports.push(await tryOne(kind));
console.log(values.json ? JSON.stringify(reports, null, 2) : formatTable(reports));
process.exitCode = reports.every(({ outcome }) => outcome !== "failed") ? 0 : 1;

async function tryOne(kind: RepositoryKind): Promise<TrialReport> {
  console.error(`${kind.id}: ${kind.title}`);
  const report = await tryKind({
    ...{ kind, path: programPath(), keep: values.keep, withinMs: Number(values.minutes) * 60_000 },
    isOnline: kind.registry === null || (await isReachable(kind.registry)),
    // Nothing lands by itself without a sandbox, unless a person has written that there is none.
    defaults: sandbox.ok ? {} : { sandbox: "none" },
  });
  console.error(`${kind.id}: ${report.outcome} ${report.reasons.join(" ")}`);
  return report;
}
