import { expect, onTestFinished, test } from "vitest";
import { value } from "../../../test/fakes/git/forge-deeds.ts";
import { makeGithub } from "../../../test/fakes/github/a-github.ts";
import { ownClock } from "../remote/forge/own-clock.ts";

const HOUR_MS = 3_600_000;
const settings = { labels: [], assignee: null, bots: [], moves: {}, pollMs: 1, draft: false };

type Fault = (size: number) => Response | null;

/** GitHub as it is asked for pages of changes; `sizes`: how many each time. */
async function aGithub(fault: { of: Fault }) {
  const sizes: number[] = [];
  const time = { ms: Date.UTC(2026, 0, 5) };
  const clock = { ...ownClock, wallMs: () => time.ms };
  const github = await makeGithub({
    ...{ clock, now: clock.wallMs, forge: { clock, settings } },
    fetch: async (url, init) => {
      const size = /query Overview[\s\S]*pullRequests\(states: OPEN, first: (\d+)/.exec(String(init.body))?.[1];
      if (size !== undefined) sizes.push(Number(size));
      return (size === undefined ? null : fault.of(Number(size))) ?? fetch(url, init);
    },
  });
  onTestFinished(github.dispose);
  return { github, sizes, time };
}

const limits = { type: "RESOURCE_LIMITS_EXCEEDED", message: "Resource limits for this query exceeded." };

test.for<[what: string, answer: () => Response]>([
  ["504", () => new Response("<html>We couldn't respond to your request in time.", { status: 504 })],
  ["502", () => Response.json({ message: "Server Error" }, { status: 502 })],
  ["limits and no data", () => Response.json({ data: { repository: null, rateLimit: { cost: 1 } }, errors: [limits] })],
  [
    "limits and half of the data",
    () => Response.json({ data: { repository: { ref: null, pullRequests: null } }, errors: [limits] }),
  ],
  [
    "a time-out in words",
    () => Response.json({ errors: [{ message: "Something went wrong. This may be the result of a timeout." }] }),
  ],
])(
  "where a page is too much for GitHub (%s), half of it is asked for, and whole ones again after hours",
  async ([, answer]) => {
    const fault: { of: Fault } = { of: (size) => (size > 25 ? answer() : null) };
    const { github, sizes, time } = await aGithub(fault);
    expect((await github.forge.scm.since(null)).ok).toBe(false);
    value(await github.forge.scm.since(null));
    value(await github.forge.scm.since(null));
    expect(sizes).toEqual([100, 50, 25, 25]);
    fault.of = () => null;
    time.ms += 7 * HOUR_MS;
    value(await github.forge.scm.since(null));
    time.ms += 7 * HOUR_MS;
    value(await github.forge.scm.since(null));
    expect(sizes.slice(4)).toEqual([50, 100]);
  },
);

test("another trouble is no reason to ask for less", async () => {
  const { github, sizes } = await aGithub({ of: () => new Response("{}", { status: 503 }) });
  await github.forge.scm.since(null);
  await github.forge.scm.since(null);
  expect(sizes).toEqual([100, 100]);
});

test("details that are too much at once are read in smaller parts", async () => {
  const asked: number[] = [];
  const github = await makeGithub({
    fetch: async (url, init) => {
      const body = String(init.body);
      const many = body.includes("query Details") ? body.split("pullRequest(number:").length - 1 : 0;
      if (many > 0) asked.push(many);
      return many > 3 ? new Response("", { status: 504 }) : fetch(url, init);
    },
  });
  onTestFinished(github.dispose);
  await github.fake.world.openPulls(6);
  await github.forge.scm.since(null);
  expect(value(await github.forge.scm.since(null)).changes).toHaveLength(6);
  expect(Math.max(...asked)).toBe(6);
});

test("what GitHub does not show is told in its own words", async () => {
  const message = "Resource protected by organization SAML enforcement.";
  const errors = [{ type: "FORBIDDEN", message, path: ["repository", "pullRequests"] }];
  const { github } = await aGithub({
    of: () => Response.json({ data: { repository: { ref: null, pullRequests: null } }, errors }),
  });
  expect(await github.forge.scm.since(null)).toMatchObject({
    error: { code: "refused", message: expect.stringContaining(message) },
  });
});

test.for<[type: string, message: string, code: string]>([
  ["NOT_FOUND", "Could not resolve to a Repository with the name 'acme/shop'.", "refused"],
  ["FORBIDDEN", "Resource protected by organization SAML enforcement. You must grant your token access.", "refused"],
  ["RESOURCE_LIMITS_EXCEEDED", "Resource limits for this query exceeded.", "unavailable"],
])("where GitHub shows no repository at all (%s) its own words are told", async ([type, message, code]) => {
  const { github } = await aGithub({
    of: () => Response.json({ data: { repository: null, rateLimit: { cost: 1 } }, errors: [{ type, message }] }),
  });
  const why = expect.stringContaining(message);
  expect(await github.forge.scm.since(null)).toMatchObject({ ok: false, error: { code, message: why } });
});
