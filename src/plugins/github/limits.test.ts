/** GitHub's limits in each of the forms in which it says that one is met, and what is asked while it holds. */
import { expect, onTestFinished, test } from "vitest";
import { makeGithub } from "../../../test/fakes/github/a-github.ts";
import type { LimitForm } from "../../../test/fakes/github/published-limits.ts";
import { value } from "../../../test/fakes/git/forge-deeds.ts";
import { issueId } from "../../domain/model/ids.ts";
import { ownClock } from "../remote/forge/own-clock.ts";

const settings = { labels: [], assignee: null, bots: [], moves: {}, pollMs: 1, draft: false };
const forms: readonly LimitForm[] = [
  { status: 403, saysWhen: true },
  { status: 403, saysWhen: false },
  { status: 429, saysWhen: true },
  { status: 429, saysWhen: false },
];

async function aGithub() {
  const time = { ms: Date.UTC(2026, 0, 5) };
  const clock = { ...ownClock, wallMs: () => time.ms };
  const github = await makeGithub({ clock, now: clock.wallMs, forge: { clock, settings } });
  onTestFinished(github.dispose);
  github.fake.world.openIssue({ title: "One" });
  const asked = () => github.fake.limits.counts.requests;
  return { ...github, time, asked };
}

test.for(forms)("a secondary limit told by $status, with a time: $saysWhen, is waited for", async (form) => {
  const { fake, forge, time, asked } = await aGithub();
  fake.limits.form = form;
  fake.limits.refuseFor(60_000);
  expect(await forge.tracker.read(issueId("shop#1"))).toMatchObject({ error: { code: "rate_limited" } });
  const told = asked();
  expect(await forge.tracker.since(null)).toMatchObject({ error: { code: "rate_limited" } });
  expect(await forge.scm.since(null)).toMatchObject({ error: { code: "rate_limited" } });
  expect(asked()).toBe(told);
  time.ms += 61_000;
  expect(value(await forge.tracker.read(issueId("shop#1"))).title).toBe("One");
  expect(fake.limits.counts.thoughTold).toBe(0);
});

test.for(forms)("a budget that is used up, told by $status or by an error of GraphQL, is waited for", async (form) => {
  const { fake, forge, time, asked } = await aGithub();
  fake.limits.form = form;
  fake.limits.leave(0);
  expect(await forge.scm.since(null)).toMatchObject({ error: { code: "rate_limited" } });
  expect(await forge.tracker.read(issueId("shop#1"))).toMatchObject({ error: { code: "rate_limited" } });
  const told = asked();
  time.ms += 30 * 60_000;
  expect(await forge.scm.since(null)).toMatchObject({ error: { code: "rate_limited" } });
  expect(asked()).toBe(told);
  time.ms += 31 * 60_000;
  value(await forge.scm.since(null));
});

test("a page in HTML in the place of an answer is asked for again, and refuses nothing", async () => {
  const { fake, forge } = await aGithub();
  fake.faults = { before: 2, after: 0 };
  const close = () => forge.tracker.close({ issue: issueId("shop#1"), text: "Landed.", key: "k" });
  expect(await close()).toMatchObject({ error: { code: "unavailable" } });
  fake.faults = { before: 0, after: 0 };
  expect(await close()).toMatchObject({ value: { state: { kind: "closed" } } });
});

test("an issue that somebody deleted is gone, for reading and writing", async () => {
  const { fake, forge } = await aGithub();
  fake.world.deleteIssue(1);
  expect(await forge.tracker.read(issueId("shop#1"))).toMatchObject({ error: { code: "gone" } });
  const closed = await forge.tracker.close({ issue: issueId("shop#1"), text: "Landed.", key: "k" });
  expect(closed).toMatchObject({ error: { code: "gone" } });
});
