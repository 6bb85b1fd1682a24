/**
 * Whole lives of changes on a GitHub that fails one request in five, half of them after it did what was asked: nothing is done
 * twice, nothing lands that is not green and approved at that very head, and what was tested is what lands.
 */
import { expect, onTestFinished, test } from "vitest";
import { makeGithub, type AGithub } from "../../../test/fakes/github/a-github.ts";
import { seeded } from "../../../test/fixtures/marked-agents.ts";
import {
  candidateId,
  commitSha,
  issueId,
  sessionId,
  threadId,
  type ChangeId,
  type CommitSha,
} from "../../domain/ids.ts";
import type { SlotResult } from "../../slots/result.ts";

const isLong = process.env["AO_TEST_LONG"] !== undefined;
const LIVES = isLong ? 1_000 : 3;
const LIVES_PER_SEED = isLong ? 20 : 3;
const TRIES_MAX = 60;

/** As the engine does: what is unavailable is asked again, with the same key. */
async function insist<T, Code extends string>(work: () => Promise<SlotResult<T, Code>>): Promise<T> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const answer = await work();
    if (answer.ok) return answer.value;
    if (answer.error.code !== "unavailable") throw new Error(`${answer.error.code}: ${answer.error.message}`);
  }
  throw new Error("it never went through");
}

test(`${LIVES} lives of changes`, { timeout: isLong ? 3_600_000 : 120_000 }, async () => {
  for (let seed = 1; seed <= LIVES / LIVES_PER_SEED; seed += 1) {
    try {
      await livesOf(seed);
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  }
  process.stdout.write(`${LIVES} lives of changes, seeds 1 to ${LIVES / LIVES_PER_SEED}\n`);
});

async function livesOf(seed: number): Promise<void> {
  const github = await makeGithub({
    random: seeded(seed),
    ci: async ({ commit, read }) => {
      const files = await Promise.all(Array.from({ length: LIVES_PER_SEED }, (_, n) => read(`f${n}.txt`)));
      return [
        { name: "test", conclusion: files.some((text) => text?.includes("BUG")) ? "failure" : "success", log: commit },
      ];
    },
  });
  onTestFinished(github.dispose);
  github.fake.faults = { before: 0.1, after: 0.1 };
  for (let n = 0; n < LIVES_PER_SEED; n += 1) await live(github, n);
  expectTruth(github);
}

async function live(github: AGithub, n: number): Promise<void> {
  const { fake, forge, commit } = github;
  const { world } = fake;
  const issue = world.openIssue({ title: `Issue ${n}` });
  const publish = async (head: CommitSha) => {
    const session = sessionId(`app-${n}`);
    const request = { session, branch: `agent/f${n}`, base: "main", head, title: `Work ${n}`, body: "" };
    const published = await insist(() => forge.scm.publish({ ...request, replaces: { kind: "ancestors" } }));
    if (published.kind !== "published") throw new Error("refused");
    return published.change;
  };
  const broken = commitSha(await commit({ [`f${n}.txt`]: "BUG\n" }));
  const { id, version } = await publish(broken);
  const verdict = async () => (await insist(() => forge.scm.read(id))).checks?.map((check) => check.verdict);
  await expect.poll(verdict, { timeout: 20_000 }).toEqual(["failed"]);
  const mended = await publish(commitSha(await commit({ [`f${n}.txt`]: `${n}\n` }, [broken])));
  expect(mended.version).toBeGreaterThan(version);
  await expect.poll(verdict, { timeout: 20_000 }).toEqual(["passed"]);
  const number = Number(id.slice(id.indexOf("#") + 1));
  const { id: node } = world.openThread(number, { author: "ann", path: "f.txt", line: 1, body: "Why?" });
  const answer = { change: id, thread: threadId(`${id}.${node}`), text: "So.", resolve: true, key: `answer:${n}` };
  for (let again = 0; again < 2; again += 1) await insist(() => forge.scm.answerThread(answer));
  world.review(number, { author: "ann", state: "APPROVED" });
  await landIt(github, n, id);
  const close = { issue: issueId(`shop#${issue.number}`), text: "Landed.", key: `close:${n}` };
  for (let again = 0; again < 2; again += 1) await insist(() => forge.tracker.close(close));
  expect([issue.state, issue.comments.length]).toEqual(["closed", 1]);
}

async function landIt({ fake, forge }: AGithub, n: number, id: ChangeId): Promise<void> {
  const onto = commitSha((await fake.world.bare.tipOf("main")) ?? "");
  const judged = await insist(() => forge.scm.read(id));
  const changes = [{ id, head: judged.head.commit }];
  const candidate = candidateId(`candidate-${n}`);
  const built = await insist(() =>
    forge.scm.buildCandidate({ candidate, base: "main", onto, changes, strategy: "squash" }),
  );
  if (built.kind !== "built") throw new Error("it collides");
  const expected = [{ id, head: judged.head.commit, version: judged.version }];
  const land = () => forge.scm.land({ candidate, base: "main", onto, made: built.made, changes: expected });
  for (let again = 0; again < 2; again += 1) expect(await insist(land)).toEqual({ kind: "landed" });
  expect(await fake.world.bare.treeOf("main")).toBe(built.made.tree);
}

/** Told by GitHub's own state, not by ours. */
function expectTruth({ fake }: AGithub): void {
  const { pulls } = fake.world.state;
  expect(pulls.size).toBe(LIVES_PER_SEED);
  for (const pull of pulls.values()) {
    expect(pull.merged).not.toBeNull();
    expect(fake.world.checksOf(pull.headOid).map(({ conclusion }) => conclusion)).toEqual(["success"]);
    expect(pull.reviews).toMatchObject([{ state: "APPROVED", commit: pull.headOid }]);
    expect(pull.threads[0]).toMatchObject({ isResolved: true, comments: [{ author: "ann" }, { author: "ao-bot" }] });
    expect(pull.threads[0]?.comments).toHaveLength(2);
  }
  expect(fake.limits.counts).toMatchObject({ refused: 0, duringCoolDown: 0 });
}
