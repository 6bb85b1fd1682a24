import { expect, onTestFinished, test } from "vitest";
import { aChange, value } from "../../../test/fakes/git/forge-deeds.ts";
import { makeGitlab } from "../../../test/fakes/gitlab/a-gitlab.ts";
import { ownClock } from "../remote/forge/own-clock.ts";
import type { RemoteClock } from "../remote/quota/quota-broker.ts";

const HOUR_MS = 3_600_000;

/** What broke is asked for again without a pause. */
const inNoTime: RemoteClock = { ...ownClock, after: (_ms, callback) => ownClock.after(0, callback) };

type Fault = (size: number) => Response | null;

/** GitLab as it is asked for lists of one kind; `sizes`: how many entries each time. */
async function aGitlab(list: RegExp, fault: { of: Fault }) {
  const sizes: number[] = [];
  const time = { ms: Date.UTC(2026, 0, 5) };
  const gitlab = await makeGitlab({
    forge: { clock: { ...inNoTime, wallMs: () => time.ms } },
    fetch: async (url, init) => {
      if (!list.test(url.pathname)) return fetch(url, init);
      const size = Number(url.searchParams.get("per_page"));
      if (sizes.at(-1) !== size) sizes.push(size);
      return fault.of(size) ?? fetch(url, init);
    },
  });
  onTestFinished(gitlab.dispose);
  return { gitlab, sizes, time };
}

const json = (status: number, message: string) => () => Response.json({ message }, { status });

test.for<[what: string, answer: () => Response]>([
  ["504", () => new Response("<html>Gateway Time-out</html>", { status: 504 })],
  ["502", () => new Response("<html>GitLab is not responding</html>", { status: 502 })],
  ["500", json(500, "PG::QueryCanceled: ERROR: canceling statement due to statement timeout")],
])(
  "where a list of GitLab is too much at once (%s), half of it is asked for, and all of it again after hours",
  async ([, answer]) => {
    const fault: { of: Fault } = { of: (size) => (size > 25 ? answer() : null) };
    const { gitlab, sizes, time } = await aGitlab(/\/merge_requests$/, fault);
    expect((await gitlab.forge.scm.since(null)).ok).toBe(false);
    value(await gitlab.forge.scm.since(null));
    value(await gitlab.forge.scm.since(null));
    expect(sizes).toEqual([100, 50, 25]);
    fault.of = () => null;
    time.ms += 7 * HOUR_MS;
    value(await gitlab.forge.scm.since(null));
    time.ms += 7 * HOUR_MS;
    value(await gitlab.forge.scm.since(null));
    expect(sizes.slice(3)).toEqual([50, 100]);
  },
);

test("a list that is always too much is asked for in pages of ten and no smaller ones", async () => {
  const { gitlab, sizes } = await aGitlab(/\/merge_requests$/, { of: () => new Response("", { status: 504 }) });
  for (let look = 0; look < 6; look += 1) await gitlab.forge.scm.since(null);
  expect(sizes).toEqual([100, 50, 25, 12, 10]);
});

test("another trouble is no reason to ask GitLab for less", async () => {
  const { gitlab, sizes } = await aGitlab(/\/merge_requests$/, { of: json(500, "500 Internal Server Error") });
  await gitlab.forge.scm.since(null);
  await gitlab.forge.scm.since(null);
  expect(sizes).toEqual([100]);
});

test("discussions that are too much at once do not make other lists smaller", async () => {
  const asked: string[] = [];
  const gitlab = await makeGitlab({
    forge: { clock: inNoTime },
    fetch: async (url, init) => {
      const size = Number(url.searchParams.get("per_page"));
      const list = url.pathname.split("/").at(-1) ?? "";
      if (size > 0) asked.push(`${list} ${size}`);
      return list === "discussions" && size > 50 ? new Response("", { status: 504 }) : fetch(url, init);
    },
  });
  onTestFinished(gitlab.dispose);
  const { id } = await aChange(gitlab);
  gitlab.fake.world.openThread(1, { author: "ann", body: "Why?" });
  value(await gitlab.forge.scm.read(id));
  value(await gitlab.forge.scm.since(null));
  expect(asked).toContain("discussions 50");
  expect(asked.filter((one) => !one.startsWith("discussions")).every((one) => !one.endsWith(" 50"))).toBe(true);
});
