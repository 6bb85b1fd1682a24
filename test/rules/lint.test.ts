/** Each lint rule, seen firing on a planted fault in the folder it is for, and silent on clean code. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { ESLint } from "eslint";
import { expect, test } from "vitest";
import { config } from "../../lint/config.js";
import { runProgram } from "../../src/lib/run.ts";
import { plantTree, repositoryRoot } from "./planted-tree.ts";

const statements = (count: number): string => "  count += 1;\n".repeat(count);
const branches = Array.from({ length: 12 }, (_, n) => `if (n === ${n}) return ${n};`).join("\n");
const union = `declare const kind: "a" | "b";`;

/** path → text, by the rule that must fire there and nowhere else. */
const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "ao/no-swallowed-error": {
    "src/lib/a1.ts": `export function f() { try { g(); } catch {\n /* best effort */ } }\ndeclare function g(): void;`,
    "src/lib/a2.ts": `export function f() { try { g(); } catch (error) { return null; } }\ndeclare function g(): void;`,
    "src/lib/a3.ts": `export const f = (p: Promise<void>) => p.catch(() => {});`,
    "src/lib/a4.ts": `export const f = (p: Promise<void>) => p.then(String, (error: unknown) => 0);`,
    "scripts/a5.mjs": `try { f(); } catch { g(); }`,
  },
  "max-lines": { "src/lib/b1.ts": "\n".repeat(400) + "export const a = 1;\n" },
  "max-lines-per-function": {
    "src/lib/b2.ts": `let count = 0;\nexport function f() {\n${statements(59)}}\n`,
    "dashboard/b3.tsx": `let count = 0;\nexport function F() {\n${statements(119)}}\n`,
  },
  complexity: { "src/lib/b4.ts": `export function f(n: number) { ${branches} return 12; }` },
  "@typescript-eslint/no-explicit-any": { "src/lib/c1.ts": `export const f = (x: any) => String(x);` },
  "@typescript-eslint/no-non-null-assertion": { "src/lib/c2.ts": `export const f = (x: string | null) => x!.length;` },
  "@typescript-eslint/consistent-type-assertions": {
    "src/lib/c3.ts": `export const f = (x: unknown) => x as string;`,
    "src/engine/c4.ts": `export const f = (x: unknown) => <string>x;`,
    "src/domain/c5.ts": `export const f = (x: unknown) => x as string;`,
  },
  "@typescript-eslint/consistent-type-imports": {
    "src/lib/c6.ts": `import { Stats } from "node:fs"; export type S = Stats;`,
  },
  "@typescript-eslint/no-import-type-side-effects": {
    "src/lib/c7.ts": `import { type Stats } from "node:fs"; export type S = Stats;`,
  },
  "typescript/no-floating-promises": {
    "src/lib/d1.ts": `declare function g(): Promise<void>; export function f() { g(); }`,
    "test/d2.test.ts": `declare function g(): Promise<void>; export function f() { void g(); }`,
  },
  "typescript/no-misused-promises": {
    "src/lib/d3.ts": `declare function g(): Promise<boolean>; export function f() { if (g()) return 1; return 2; }`,
  },
  "typescript/switch-exhaustiveness-check": {
    "src/lib/d4.ts": `${union} export function f() { switch (kind) { case "a": return 1; } return 2; }`,
    "src/lib/d5.ts": `${union} export function f() { switch (kind) { case "a": return 1; default: return 2; } }`,
  },
  "no-restricted-imports": {
    "src/engine/e1.ts": `import { spawn } from "node:child_process"; export const f = spawn;`,
    "src/plugins/runtime/tmux/e2.ts": `import { execFile } from "child_process"; export const f = execFile;`,
    "src/lib/e3.ts": `import * as programs from "node:child_process"; export const f = programs;`,
    "test/e4.test.ts": `import { spawn } from "node:child_process"; export const f = spawn;`,
    "scripts/e5.mjs": `import { execSync } from "node:child_process"; export const f = execSync;`,
    "test/fixtures/e6.ts": `import { exec } from "node:child_process"; export const f = exec;`,
  },
  "no-restricted-syntax": {
    "src/lib/f1.ts": `export const options = { shell: true };`,
    "src/lib/run.ts": `export const options = { shell: "bash" };`,
    "scripts/f2.mjs": `export const f = () => import("node:child_process");`,
    "src/lib/f3.ts": `export enum Kind { A }`,
    "src/lib/f4.ts": `export default 1;`,
    "test/f5.test.ts": `import { vi } from "vitest"; vi.mock("./x.ts");`,
    "test/f6.test.ts": `import { test } from "vitest"; test.only("x", () => {});`,
    "src/domain/f7.ts": `export async function f() {}`,
    "src/domain/f8.ts": `export const f = async () => 1;`,
    "src/domain/f9.ts": `await 1; export const a = 1;`,
    "src/domain/f10.ts": `export const f = () => import("./f1.ts");`,
  },
  "no-restricted-globals": {
    "src/domain/g1.ts": `export const f = () => Date.now();`,
    "src/domain/g2.ts": `export const f = () => new Date(0);`,
    "src/domain/g3.ts": `export const f = () => performance.now();`,
    "src/domain/g4.ts": `export const f = () => crypto.randomUUID();`,
    "src/domain/g5.ts": `export const f = () => setTimeout(String, 1);`,
    "src/domain/g6.ts": `export const f = () => process.pid;`,
    "src/domain/phases/g7.ts": `export const f = () => fetch("x");`,
    "src/domain/g8.ts": `export const f = () => Promise.resolve(1);`,
    "src/domain/g9.ts": `export const f = () => globalThis;`,
  },
  "no-restricted-properties": { "src/domain/h1.ts": `export const f = () => Math.random();` },
  "no-console": {
    "src/daemon/i1.ts": `export const f = () => console.log(1);`,
    "src/cli/i2.ts": `export const f = () => console.error(1);`,
  },
  "no-empty": { "src/lib/j1.ts": `export function f(x: boolean) { if (x) {} }` },
};

/** Clean code, each line of it next to a rule that must stay silent here. */
const clean: Readonly<Record<string, string>> = {
  "src/lib/ok1.ts": `
    export function f() { try { return g(); } catch (error) { throw new Error("g failed", { cause: error }); } }
    export const h = (p: Promise<void>) => p.catch((error: unknown) => String(error));
    export const kinds = ["a", "b"] as const;
    declare function g(): string;`,
  "src/lib/ok2.ts": `let count = 0;\nexport function f() {\n${statements(58)}}\n`,
  "src/lib/ok3.ts": `${union} export function f() { switch (kind) { case "a": return 1; case "b": return 2; default: return no(kind); } }
    declare function no(x: never): never;`,
  "src/lib/parse-status.ts": `export const f = (x: unknown) => x as string;`,
  "src/domain/model/ids.ts": `export const f = (x: unknown) => x as string;`,
  "src/store/sessions/sessions.ts": `export const f = (x: unknown) => x as string;`,
  "src/slots/agent.ts": `/** Ends the turn. */ export type Agent = { stop(): Promise<void> };`,
  "src/cli/render/print.ts": `export const f = () => console.log(1);`,
  "dashboard/ok4.tsx": `let count = 0;\nexport function F() {\n${statements(118)}}\n`,
  "src/lib/ok5.test.ts": `let count = 0;\nexport function f(x: unknown) {\n${statements(80)} return x as string; }\n`,
  "scripts/ok6.mjs": `import { spawn } from "node:child_process"; console.log(spawn);`,
  "vite.config.ts": `export default {};`,
};

test("each rule fires on its planted faults and on nothing else", async () => {
  const planted = Object.values(faults).reduce((all, files) => ({ ...all, ...files }), {});
  const expected = Object.entries(faults).flatMap(([rule, files]) => Object.keys(files).map((path) => [path, [rule]]));
  const cleanPaths = Object.keys(clean).map((path) => [path, []]);
  expect(await lint({ ...planted, ...clean })).toEqual(Object.fromEntries([...expected, ...cleanPaths]));
});

test("a directive that silences nothing is reported", async () => {
  const report = await lint({ "src/lib/a.ts": "// eslint-disable-next-line no-console\nexport const a = 1;\n" });
  expect(report).toEqual({ "src/lib/a.ts": ["unused directive"] });
});

type Fired = Readonly<Record<string, readonly string[]>>;

/** path → the names of the rules that fired there. */
async function lint(files: Readonly<Record<string, string>>): Promise<Fired> {
  const root = plantTree(files);
  const [bySight, byTypes] = await Promise.all([lintBySight(root, Object.keys(files)), lintByTypes(root)]);
  const both = Object.keys(files).map((path) => [path, [...(bySight[path] ?? []), ...(byTypes[path] ?? [])]]);
  return Object.fromEntries(both);
}

async function lintBySight(root: string, paths: string[]): Promise<Fired> {
  const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: config });
  const results = await eslint.lintFiles(paths);
  return Object.fromEntries(
    results.map(({ filePath, messages }) => [
      filePath.slice(root.length + 1),
      [
        ...new Set(
          messages.map(({ ruleId, message }) => ruleId ?? (message.includes("disable") ? "unused directive" : message)),
        ),
      ],
    ]),
  );
}

type Diagnostic = { readonly code: string; readonly filename: string };

async function lintByTypes(root: string): Promise<Fired> {
  copyFileSync(join(repositoryRoot, ".oxlintrc.json"), join(root, ".oxlintrc.json"));
  const oxlint = join(repositoryRoot, "node_modules/oxlint/bin/oxlint");
  const args = [oxlint, "--format", "json"];
  const { stdout } = await runProgram({ program: process.execPath, args, cwd: root, timeoutMs: 60_000 });
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  const fired: Record<string, string[]> = {};
  for (const { code, filename } of diagnostics) (fired[filename] ??= []).push(code.replace(/\((.*)\)/, "/$1"));
  return fired;
}
