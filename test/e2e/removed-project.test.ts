/** A project that was removed starts nothing, and comes back with everything it had. */
import { rmSync } from "node:fs";
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

const busy = [{ write: { "half.txt": "half" } }, { say: "here" }, "hang"];
const task = `Please.\n\n\`\`\`script\n${JSON.stringify({ start: busy })}\n\`\`\`\n`;

test("a removed project's sessions end with their work saved, also when the daemon dies meanwhile", async () => {
  const { client, begin, until, git, restartDaemon, repository } = await aStage();
  const id = await begin("busy", task);
  await until(id, "at work", ({ lastWords }) => lastWords === "here");
  await expect(client.removeProject({ id: "app" })).rejects.toThrow(/a session of it is live/);
  expect(await client.removeProject({ id: "app", stopSessions: true })).toEqual({ ending: [id] });
  await restartDaemon();
  const { ended } = await until(id, "ended", (session) => session.ended !== null);
  expect(await git("show", `${ended?.rescueRef ?? ""}:half.txt`)).toBe("half");
  expect(await client.listProjects({})).toEqual([]);
  await expect(client.restore({ id })).rejects.toThrow(/project app was removed/);
  await client.addProject({ path: repository, accept: true });
  await client.restore({ id });
  await until(id, "back", ({ phase }) => phase === "working");
}, 120_000);

test("a project whose repository was deleted can be removed, and its sessions end", async () => {
  const { client, begin, until, repository } = await aStage();
  const id = await begin("busy", task);
  await until(id, "at work", ({ lastWords }) => lastWords === "here");
  rmSync(repository, { recursive: true });
  await client.removeProject({ id: "app", stopSessions: true });
  await until(id, "ended", (session) => session.ended !== null);
});
