import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that run longest begin first: else the last of them would run alone, with one core idle. */
const LONGEST = [
  ...["test/simulation/simulation", "test/agents/doubles", "test/e2e/", "test/install", "test/dashboard/"],
  ...["test/agents/", "test/contracts/"],
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((start) => moduleId.includes(`/${start}`));
  return at === -1 ? LONGEST.length : at;
}

/** They change nothing of the process they run in, so that files share one, and what they import. */
const KEEPING = [
  "src/**/*.test.ts",
  ...["contracts/{fakes,hook,notifier,tracker}", "peers", "rules", "scenarios", "world"].map(
    (folder) => `test/${folder}/**/*.test.ts`,
  ),
];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "keeping", include: KEEPING, isolate: false } },
      { extends: true, test: { name: "alone", include: ["test/**/*.test.ts"], exclude: KEEPING } },
    ],
    globalSetup: "src/plugins/local/testing/kept-folder.ts",
    // Processes, not threads: tests change folders and environment, and native addons live once per process.
    pool: "forks",
    // One more than the cores of the smallest machine: many wait for processes of their own.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    watch: false,
  },
});
