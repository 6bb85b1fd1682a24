/** A project that was removed starts nothing, and comes back with everything it had. */
import { expect, test } from "vitest";
import { aStage } from "./stage.ts";

test("open issues of a removed project are given to nobody, also by the next daemon", async () => {
  const { client, repository, restartDaemon } = await aStage({ file: { orchestrator: { auto_assign: false } } });
  const issue = await client.createIssue({ title: "Fix the login" });
  await client.removeProject({ id: "app" });
  await restartDaemon();
  expect(await client.listProjects({})).toEqual([]);
  // What would be planned is planned before the answer to this.
  await client.addProject({ path: repository, accept: true });
  expect(await client.listSessions({})).toEqual([]);
  expect(await client.listIssues({})).toMatchObject([{ id: issue.id, state: "open" }]);
});
