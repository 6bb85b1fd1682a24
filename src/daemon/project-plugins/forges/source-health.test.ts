import { expect, test } from "vitest";
import { projectId } from "../../../domain/model/ids.ts";
import { failed, ok } from "../../../slots/result.ts";
import { SourceHealth } from "./source-health.ts";

const app = projectId("app");
const down = failed("unavailable", "GitHub could not be reached");
const read = ok({});
const unasked = ok({ unasked: true } as const);

test.for([
  ["one that fails is known with how often it was tried", [down, down], 2],
  ["a look in which nobody was asked proves nothing", [down, unasked], 1],
  ["one that is read again is known no more", [down, read], 0],
  ["one that was only passed by was never in trouble", [unasked], 0],
] as const)("%s", async ([, answers, times]) => {
  let nowMs = 0;
  const health = new SourceHealth(() => (nowMs += 1_000));
  for (const answer of answers) await health.heeded({ project: app, what: "issues" }, async () => answer)(null);
  const tried = { sinceMs: 1_000, times };
  const known = { project: app, what: "issues", why: "GitHub could not be reached", tried };
  expect(health.all()).toEqual(times === 0 ? [] : [known]);
});

test("what was still being read when its project was forgotten is not told later", async () => {
  const health = new SourceHealth(() => 0);
  const { promise, resolve } = Promise.withResolvers<typeof down>();
  const reading = health.heeded({ project: app, what: "issues" }, () => promise)(null);
  health.forget(app);
  resolve(down);
  await reading;
  expect(health.all()).toEqual([]);
  await health.heeded({ project: app, what: "issues" }, async () => down)(null);
  expect(health.all()).toHaveLength(1);
});

test("of a project that has other sources now nothing is known", async () => {
  const health = new SourceHealth(() => 0);
  for (const project of [app, projectId("web")])
    await health.heeded({ project, what: "changes" }, async () => down)(null);
  health.forget(app);
  expect(health.all().map(({ project }) => project)).toEqual(["web"]);
});
