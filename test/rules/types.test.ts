/** The pure folders are compiled a second time without Node and the browser: what they must not know does not exist. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../../src/lib/run.ts";
import { plantTree, repositoryRoot } from "./planted-tree.ts";

const faults = {
  "src/domain/a.ts": `export const f = () => process.pid;`,
  "src/domain/b.ts": `export const f = () => console.log(1);`,
  "src/protocol/c.ts": `export const f = () => Buffer.from("x");`,
  "src/slots/d.ts": `import type { Stats } from "node:fs"; export type S = Stats;`,
};
const clean = {
  "src/slots/ok.ts": `export type Agent = { stop(): Promise<void> };`,
  "src/lib/ok.ts": `export const f = () => process.pid;`,
  "src/domain/ok.test.ts": `export const f = () => process.pid;`,
};

test("Node is unknown in the pure folders and nowhere else", async () => {
  const settings = readFileSync(join(repositoryRoot, "tsconfig.pure.json"), "utf8");
  const root = plantTree({ ...faults, ...clean, "tsconfig.pure.json": settings });
  const program = join(repositoryRoot, "node_modules/typescript-native/bin/tsc");
  const compile = (project: string) =>
    runProgram({ program: process.execPath, args: [program, "--project", project], cwd: root, timeoutMs: 60_000 });

  expect(await compile("tsconfig.json")).toMatchObject({ ok: true, code: 0 });
  const { stdout } = await compile("tsconfig.pure.json");
  expect([...stdout.matchAll(/^(src\/\S+\.ts)\(/gm)].map((match) => match[1])).toEqual(Object.keys(faults));
});
