import { afterAll, beforeAll, expect, test } from "vitest";
import { fixtureDaemon, type FixtureDaemon } from "../../testing/fixture-daemon.ts";
import { ao } from "../../testing/run-ao.ts";
import { ago } from "../../testing/views.ts";

const entry = (seq: number) => ({
  ...{ seq, at: ago(60), who: "ada", what: "land", subject: `app#${seq}`, cause: null, why: "asked" },
  hash: "0".repeat(64),
});

let daemon: FixtureDaemon;
let isWhole = true;
beforeAll(async () => {
  daemon = await fixtureDaemon({
    audit: ({ input }) => {
      const before = Number(input["before"] ?? 2_501);
      const limit = Number(input["limit"]);
      const seqs = Array.from({ length: Math.min(limit, before - 1) }, (_, n) => before - 1 - n);
      const last = seqs.at(-1) ?? 1;
      return { entries: seqs.map(entry), next: last > 1 ? last : null };
    },
    verifyAudit: () => ({
      ...{ isWhole, entries: 3, head: "f".repeat(64), heads: 1, notes: [] },
      breaks: isWhole ? [] : [{ seq: 2, why: "entry 2 was changed, or entry 1 was" }],
    }),
  });
});
afterAll(() => daemon.close());

test("the last entries are printed, the newest last", async () => {
  const { code, stdout } = await ao(daemon, "audit", "-n", "2");
  expect([code, stdout.split("\n").map((line) => line.split("\t")[0])]).toEqual([0, ["2499", "2500", ""]]);
});

test("with --since all pages are read, one entry a line for scripts", async () => {
  const { stdout } = await ao(daemon, "audit", "--since", "2d", "--json");
  const lines = stdout.trim().split("\n");
  expect([lines.length, JSON.parse(lines[0] ?? "")]).toMatchObject([2_500, { seq: 1 }]);
  expect(daemon.asked.findLast(({ route }) => route === "audit")?.input["since"]).toMatch(/^\d{4}-.*Z$/);
});

test("a time that is none is said as such, and nothing is asked", async () => {
  const before = daemon.asked.length;
  const { code, stderr } = await ao(daemon, "audit", "--since", "yesterday");
  expect([code, daemon.asked.length]).toEqual([2, before]);
  expect(stderr).toContain("--since yesterday is neither a duration");
});

test("a log that is not whole ends with 1, and says where it breaks", async () => {
  expect(await ao(daemon, "audit", "verify")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^whole\t3/) as string,
  });
  isWhole = false;
  const { code, stdout } = await ao(daemon, "audit", "verify");
  expect([code, stdout.split("\n")[1]]).toEqual([1, "break\t2\tentry 2 was changed, or entry 1 was"]);
});
