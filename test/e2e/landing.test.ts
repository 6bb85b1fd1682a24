/** A backlog lands while the daemon is killed again and again: main is green at every commit, and nothing is done twice. */
import { expect, test } from "vitest";
import { KilledDaemon } from "../fixtures/killed-daemon.ts";
import { LandingFleet } from "../fixtures/landing-fleet.ts";
import { seeded } from "../fixtures/marked-agents.ts";

const isLong = process.env["AO_TEST_LONG"] !== undefined;
const LANDINGS = isLong ? 200 : 30;

test(`${LANDINGS} landings, a third of them in conflict, and a daemon that keeps dying`, async () => {
  const random = seeded(11);
  const fleet = new LandingFleet(LANDINGS);
  const daemon = new KilledDaemon(fleet.home);
  daemon.live();
  await fleet.fileIssues();
  await daemon.end();

  const work = { isOver: false };
  const working = fleet.work().finally(() => (work.isOver = true));
  let kills = 0;
  for (; !work.isOver && kills < LANDINGS / 3; kills += 1) {
    await daemon.die({ kind: "after_commit", n: 10 + Math.floor(random() * 60), ms: Math.floor(random() * 40) });
  }
  daemon.live();
  await working;
  process.stdout.write(`${LANDINGS} landings through ${kills} kills\n`);
  expect(kills).toBeGreaterThan(LANDINGS / 10);
  await fleet.expectEachIssueOnce();
  await daemon.end();
  fleet.expectGreenAsTested();
  fleet.expectTidy();
}, 900_000);
