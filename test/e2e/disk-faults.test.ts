/**
 * The disk fails at the N-th call while a change goes from its issue to main, on the product as people start it: nobody
 * has to lend a hand, daemon and supervisor live on, and each word arrives and each change lands once.
 */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { Ao } from "../fixtures/ao-cli.ts";
import { endHome } from "../fixtures/end-home.ts";
import { FailingDisk, faultCodes, whyNoFailingDisk, type Fault, type FaultCode } from "../fixtures/failing-disk.ts";
import { aStoryRepository, LandingStory } from "../fixtures/landing-story.ts";

const isLong = process.env["AO_TEST_LONG"] !== undefined;
/**
 * In one story every so many calls fail; the next story begins with another one, so that in the end each N has failed.
 * More than any attempt makes (a workspace takes about 110), so that each can succeed in the end, and a prime, so that no
 * attempt of a fixed number of calls meets it every time.
 */
const EVERY = 211;
/** How many stories are told; the first calls that fail in them lie as far apart as they can. */
const STORIES = isLong ? EVERY : 1;
/** Notes of finished sessions are read when a change lands: with many of them one attempt would make more than 211 calls. */
const STORIES_PER_HOME = 25;
const OUTAGES = isLong ? 25 : 1;
/** A disk that is full stays so for a while: from the N-th call on nothing works for this long. */
const LASTS_MS = 1_500;
/** `AO_FAULTS='{"code":"EIO","nth":17}'` tells one story with just this fault. */
const CHOSEN = process.env["AO_FAULTS"];

const needs = whyNoFailingDisk === null ? "" : ` (${whyNoFailingDisk})`;

test.skipIf(whyNoFailingDisk !== null).each(faultCodes)(
  `%s at the N-th call of a story: it goes on by itself, and nothing is lost or doubled${needs}`,
  async (code) => {
    let left: readonly Fault[] | null = null;
    let [calls, failed] = [0, 0];
    do {
      const product = await aStartedProduct();
      product.disk.count(code);
      await product.story.tell("unharmed");
      calls = product.disk.counted();
      left ??= faultsOf(code, calls);
      failed += await tellThrough(product, left.slice(0, STORIES_PER_HOME));
      left = left.slice(STORIES_PER_HOME);
      if (left.length > 0) await product.ao.run(product.repository, "stop");
    } while (left.length > 0);
    expect(failed).toBeGreaterThan(0);
    process.stdout.write(`${code}: ${failed} calls failed, in stories of ${calls} calls\n`);
  },
  isLong ? 3 * 60 * 60_000 : 180_000,
);

type Product = Awaited<ReturnType<typeof aStartedProduct>>;

/** A story for each fault; answers how many calls failed. */
async function tellThrough({ ao, disk, story }: Product, faults: readonly Fault[]): Promise<number> {
  const before = placesOf(ao);
  const troubles: string[] = [];
  let failed = 0;
  for (const [n, fault] of faults.entries()) {
    const logged = ao.log().length;
    disk.fail(fault);
    await story.tell(`told-${n}`).catch((error: unknown) => {
      troubles.push(`${JSON.stringify(fault)}: ${String(error)}\n${disk.failed()}\n${ao.log().slice(logged)}`);
    });
    disk.heal();
    failed += disk.hits();
  }
  expect(troubles).toEqual([]);
  await story.expectToldOnce();
  expect(placesOf(ao), `nobody was started again\n${ao.log()}`).toEqual(before);
  return failed;
}

function faultsOf(code: FaultCode, calls: number): readonly Fault[] {
  if (CHOSEN !== undefined) return [JSON.parse(CHOSEN) as Fault].filter((fault) => fault.code === code);
  const first = Array.from({ length: STORIES }, (_, n) => 1 + Math.floor((n * EVERY) / STORIES));
  const lasting = Array.from({ length: OUTAGES }, (_, n) => Math.ceil((calls * (n + 0.5)) / OUTAGES));
  return [
    ...first.map((nth) => ({ code, nth, every: EVERY })),
    ...lasting.map((nth) => ({ code, nth, forMs: LASTS_MS })),
  ];
}

async function aStartedProduct() {
  const repository = aStoryRepository();
  const home = join(aFolder(), "home");
  onTestFinished(() => endHome(home));
  const disk = new FailingDisk([home, repository]);
  const ao = new Ao(home, disk.env);
  const started = await ao.run(repository, "start", "--port", "0", "--no-open");
  expect(started.code, started.stderr).toBe(0);
  return { ao, disk, repository, story: new LandingStory({ home, repository }) };
}

function placesOf(ao: Ao) {
  const daemon = ao.place()?.pid ?? 0;
  return { daemon, supervisor: ao.supervisorOf(daemon) };
}
