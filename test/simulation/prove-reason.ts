/** A mutant that no schedule can show is shown by its unit test: it passes as the sources are, and fails with the damage. */
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { patched } from "./mutant-hooks.ts";
import type { Mutant, Reason } from "./mutants/mutant.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Null when the test proves it; else what is wrong. */
export async function whyUnproved(mutant: Mutant, { killedBy }: Reason): Promise<string | null> {
  const where = `"${killedBy.test}" of ${killedBy.file}`;
  const sound = await runTest(killedBy, null);
  if (sound.passed === 0) return `there is no test ${where}`;
  if (sound.failed > 0) return `${where} fails without the mutant`;
  const damaged = await runTest(killedBy, mutant);
  return damaged.failed > 0 ? null : `${where} does not notice it`;
}

type Counts = { readonly passed: number; readonly failed: number };

async function runTest({ file, test }: Reason["killedBy"], mutant: Mutant | null): Promise<Counts> {
  const vitest = await startVitest(
    "test",
    [file],
    { config: false, root, include: [file], testNamePattern: literal(test), watch: false, reporters: [{}] },
    { plugins: mutant === null ? [] : [damage(mutant)] },
  );
  const states = vitest.state
    .getTestModules()
    .flatMap((module) => [...module.children.allTests()].map((each) => each.result().state));
  await vitest.close();
  process.exitCode = 0;
  const count = (state: string): number => states.filter((each) => each === state).length;
  return { passed: count("passed"), failed: count("failed") };
}

/** Damages the sources while they are loaded, as the hooks of a worker thread do. */
function damage({ name, patches }: Mutant) {
  return {
    name: `mutant ${name}`,
    enforce: "pre" as const,
    transform: (code: string, id: string): string => {
      const own = patches.filter(({ file }) => id.split("?")[0] === `${root}src/${file}`);
      return own.reduce((text, patch) => patched(text, patch, name), code);
    },
  };
}

const literal = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
