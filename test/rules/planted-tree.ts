import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

export const repositoryRoot = realpathSync(join(import.meta.dirname, "../.."));

/** A small repository of its own in a temporary folder, with our packages and settings, gone when the test is over. */
export function plantTree(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ao-planted-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const settings = { "package.json": `{ "type": "module" }`, "tsconfig.json": tsconfig };
  for (const [path, text] of Object.entries({ ...settings, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(join(repositoryRoot, "node_modules"), join(root, "node_modules"), "dir");
  return root;
}

const tsconfig = JSON.stringify({
  extends: join(repositoryRoot, "tsconfig.json"),
  compilerOptions: { typeRoots: [join(repositoryRoot, "node_modules/@types")] },
  include: ["src", "test", "bench", "dashboard", "*.ts"],
});
