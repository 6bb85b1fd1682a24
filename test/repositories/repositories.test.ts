/** The short form of `npm run repositories`: one kind that lands, one whose program is missing, one that cannot land. */
import { expect, test } from "vitest";
import { findProgram } from "../../src/lib/process/find-program.ts";
import { findSandbox } from "../../src/lib/sandbox/sandbox.ts";
import type { RepositoryKind } from "./kind.ts";
import { kinds } from "./kinds/index.ts";
import { coveredMs } from "./measure.ts";
import { formatTable } from "./table.ts";
import { programPath } from "./tools.ts";
import { tryKind } from "./trial.ts";

const LONG_MS = 240_000;
const sandbox = await findSandbox("auto");
/** What these repositories are checked with. */
const withMake = test.runIf(findProgram("make") !== null);

const attempt = (kind: RepositoryKind) =>
  tryKind({
    ...{ kind, path: programPath(), isOnline: true, withinMs: 60_000 },
    defaults: sandbox.ok ? {} : { sandbox: "none" },
  });

function named(id: string): RepositoryKind {
  const kind = kinds.find((one) => one.id === id);
  if (kind === undefined) throw new Error(`there is no ${id}`);
  return kind;
}

withMake(
  "in a repository with unusual names three sessions land: an edit, a conflict, and a failure that is fixed",
  async () => {
    const report = await attempt(named("names"));
    expect(report.reasons).toEqual([]);
    expect(report).toMatchObject({ outcome: "landed", detected: { setup: [], checks: { test: "make test" } } });
    expect(report.times.landing).toBeGreaterThan(0);
    expect(report.disk.workspace).toBeGreaterThan(0);
    expect(formatTable([report])).toContain("| 3 of 3 landed |");
  },
  LONG_MS,
);

withMake(
  "a repository whose program is not installed is told which one, and lands nothing",
  async () => {
    const kind = {
      ...named("names"),
      programs: ["no-such-program"],
      files: { Makefile: "test:\n\tno-such-program\n" },
    };
    const report = await attempt(kind);
    expect(report).toMatchObject({ outcome: "told", reasons: [expect.stringContaining("no-such-program")] });
    expect(report.sessions.filter(({ isLanded }) => isLanded)).toEqual([]);
  },
  LONG_MS,
);

withMake(
  "a repository that cannot land is a failure",
  async () => {
    const report = await attempt({ ...named("names"), files: { Makefile: "test:\n\tfalse\n" } });
    expect(report).toMatchObject({
      outcome: "failed",
      reasons: [expect.stringContaining("fails on main"), expect.anything(), expect.anything()],
    });
    expect(formatTable([report])).toContain("| FAILED, 0 of 3 landed: ");
  },
  LONG_MS,
);

test("what overlaps is covered once", () => {
  const spans = [
    { fromMs: 50, toMs: 70 },
    { fromMs: 10, toMs: 30 },
    { fromMs: 20, toMs: 40 },
    { fromMs: 25, toMs: 26 },
    { fromMs: 95, toMs: 200 },
  ];
  expect(coveredMs({ fromMs: 0, toMs: 100 }, spans)).toBe(55);
});

test("each kind has a name of its own", () => {
  expect(new Set(kinds.map(({ id }) => id)).size).toBe(kinds.length);
  expect(kinds.length).toBeGreaterThanOrEqual(14);
});
