/**
 * What an agent could do to the machine of the person who runs it: each attempt is made inside the real sandbox, by the
 * product as people start it, and must not get there; and once more without the sandbox, where it must, which proves that
 * the attempt is a real one.
 *
 * `npm run test:escape` runs all of it, as root and as a plain user, in turns, setup commands and checks. `npm test` runs
 * the turns of a plain user behind the walls.
 */
import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCanary } from "../canary/canary.ts";
import { bubblewrapForTests } from "../fixtures/bubblewrap.ts";
import { attackClasses } from "./classes.ts";
import { carryOut, type Outcome, type Place } from "./carry-out.ts";
import { aMachine, type User } from "./target.ts";

const sandbox = await bubblewrapForTests();
const isWhole = process.env["AO_TEST_ESCAPE"] !== undefined;
const isRoot = process.getuid?.() === 0;
const users: readonly User[] = isWhole && isRoot ? ["root", "plain user"] : ["plain user"];
const only = process.env["AO_ESCAPE_WALLS"];
const ways = users
  .flatMap((user) => [{ user, walls: "auto" as const }, ...(isWhole ? [{ user, walls: "none" as const }] : [])])
  .filter(({ walls }) => only === undefined || walls === only);
const why = sandbox === null ? " (left out: there is no bubblewrap)" : "";

describe.skipIf(sandbox === null).for(ways)(`as $user, sandbox $walls${why}`, ({ user, walls }) => {
  const places: readonly Place[] = isWhole && walls === "auto" ? ["agent", "setup", "check"] : ["agent"];
  let outcomes: readonly Outcome[] = [];
  let heard: readonly string[] = [];

  beforeAll(async () => {
    const canary = openCanary();
    const machine = await aMachine({ user, sandbox: walls, everywhere: places.length > 1, env: canary.env });
    try {
      outcomes = await carryOut(machine, places);
    } finally {
      await machine.end();
      heard = canary.takeFindings();
      canary.close();
    }
  }, 900_000);

  afterAll(() => reportOutcomes({ user, walls, places, outcomes }));

  test.for(attackClasses)("$title", ({ title }) => {
    const tried = outcomes.filter((outcome) => outcome.title === title);
    const possible = tried.filter((outcome) => isPossible(outcome, user));
    expect(possible.length).toBeGreaterThan(0);
    const wrong =
      walls === "auto" ? tried.filter(({ reached }) => reached) : possible.filter(({ reached }) => !reached);
    expect(wrong.map(({ place, attack, said }) => `${place}: ${attack.name} (${said})`)).toEqual([]);
  });

  test.runIf(walls === "auto")("nothing that was planted is run by the daemon, nor steers a git of its own", () => {
    expect(heard).toEqual([]);
  });
});

const isPossible = ({ attack }: Outcome, user: User): boolean => user === "root" || attack.needsRoot !== true;

type Way = {
  readonly user: User;
  readonly walls: "auto" | "none";
  readonly places: readonly Place[];
  readonly outcomes: readonly Outcome[];
};

/** A line for the summary that `npm run test:escape` closes with. */
function reportOutcomes({ user, walls, places, outcomes }: Way): void {
  const file = process.env["AO_ESCAPE_SUMMARY"];
  if (file === undefined) return;
  const line = {
    ...{ user, places, hasWalls: walls === "auto" },
    classes: new Set(outcomes.map(({ title }) => title)).size,
    attempts: new Set(outcomes.map(({ attack }) => attack)).size,
    possible: outcomes.filter((outcome) => isPossible(outcome, user)).length,
    made: outcomes.length,
    reached: outcomes.filter(({ reached }) => reached).length,
  };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
