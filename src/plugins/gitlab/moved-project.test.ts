import { expect, onTestFinished, test } from "vitest";
import { publish, value } from "../../../test/fakes/git/forge-deeds.ts";
import { makeGitlab } from "../../../test/fakes/gitlab/a-gitlab.ts";
import { issueId } from "../../domain/model/ids.ts";

test("a project that was moved is read under its former name, and written to by its number", async () => {
  const gitlab = await makeGitlab();
  onTestFinished(gitlab.dispose);
  const { world, asked } = gitlab.fake;
  world.openIssue({ title: "One", description: "" });
  world.isMoved = true;
  const one = issueId("shop#1");
  expect(value(await gitlab.forge.tracker.read(one)).title).toBe("One");
  const closed = await gitlab.forge.tracker.close({ issue: one, text: "Landed.", key: "k" });
  expect(closed).toMatchObject({ value: { state: { kind: "closed" } } });
  const { published } = await publish(gitlab, { "a.txt": "a\n" });
  expect(published).toMatchObject({ value: { kind: "published" } });
  expect(world.issues[0]?.notes.filter(({ body }) => body.includes("Landed."))).toHaveLength(1);
  // Once for the forge, once for the tracker: each knows the number from then on.
  expect(asked.filter(({ status }) => status === 405).length).toBeLessThanOrEqual(2);
});
