/** Lists that are longer than is ever read: what is missing is never taken for green or settled. */
import { expect, onTestFinished, test } from "vitest";
import { aChange, value } from "../../../test/fakes/git/forge-deeds.ts";
import { makeGitlab, type AGitlab } from "../../../test/fakes/gitlab/a-gitlab.ts";
import type { FetchUrl } from "../remote/http/send.ts";

const PAGE = 2;
/** More than ten pages of that size. */
const MANY = Array.from({ length: 10 * PAGE + 1 }, (_, n) => n);

/** A GitLab whose lists come in small pages. */
const inPages: FetchUrl = async (url, init) => {
  const whole = new URL(url);
  whole.searchParams.delete("page");
  const response = await fetch(whole, init);
  const all: unknown = response.ok && url.searchParams.has("per_page") ? await response.clone().json() : null;
  if (!Array.isArray(all)) return response;
  const page = Number(url.searchParams.get("page") ?? 1);
  const next = new URL(url);
  next.searchParams.set("page", String(page + 1));
  const link = all.length > page * PAGE ? { link: `<${next.href}>; rel="next"` } : {};
  return Response.json(all.slice((page - 1) * PAGE, page * PAGE), { headers: link });
};

async function aGitlab(): Promise<AGitlab> {
  const gitlab = await makeGitlab({ fetch: inPages });
  onTestFinished(gitlab.dispose);
  return gitlab;
}

test("more statuses of a commit than are read are not green, and a person is told why", async () => {
  const gitlab = await aGitlab();
  const { world } = gitlab.fake;
  const { id, head } = await aChange(gitlab);
  const pipeline = world.beginPipeline(head.commit, "agent/a");
  for (const n of MANY) world.report(pipeline, { name: `job ${n}`, status: n < 10 * PAGE ? "success" : "failed" });
  const checks = value(await gitlab.forge.scm.read(id)).checks ?? [];
  expect(checks.filter(({ verdict }) => verdict !== "passed")).toMatchObject([
    {
      name: "checks that are not read",
      verdict: "infrastructure",
      evidence: expect.stringContaining("There are more than are read here."),
    },
  ]);
});

test("more discussions than are read leave it open whether the change may land", async () => {
  const gitlab = await aGitlab();
  const { id } = await aChange(gitlab);
  const { world } = gitlab.fake;
  const merge = world.merge(1);
  for (const _ of MANY) world.resolve(merge, world.openThread(1, { author: "ann", body: "Why?" }), true);
  expect(value(await gitlab.forge.scm.read(id)).mergeable).toEqual({
    known: false,
    why: "GitLab has more discussions of it than are read here",
  });
});

test("a pipeline that ended while more others did than are read is seen with its merge request", async () => {
  const gitlab = await aGitlab();
  const { world } = gitlab.fake;
  const { head } = await aChange(gitlab);
  const pipeline = world.beginPipeline(head.commit, "agent/a");
  world.report(pipeline, { name: "test", status: "running" });
  const first = value(await gitlab.forge.scm.since(null));
  expect(first.changes).toMatchObject([{ checks: [{ name: "test", verdict: "running" }] }]);
  world.report(pipeline, { name: "test", status: "failed" });
  for (const n of MANY) world.beginPipeline(String(n).padStart(40, "0"), `other/${n}`);
  const then = value(await gitlab.forge.scm.since(first.cursor));
  expect(then.changes).toMatchObject([{ checks: [{ name: "test", verdict: "failed" }] }]);
});
