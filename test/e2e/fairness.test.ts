/** Two projects share the turns of one daemon: the long backlog of one does not keep the other from beginning. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aStage } from "./stage.ts";

const LONG = 6;
const SHORT = 2;
const body = `Please.\n\n\`\`\`script\n${JSON.stringify([{ wait: "400ms" }, { write: { "a.txt": "a\n" } }, { commit: "Add a" }])}\n\`\`\`\n`;

test("turns are given to the project that has the fewest, and what waits says for what", async () => {
  const stage = await aStage({ file: { orchestrator: { max_parallel_agents: 2, auto_assign: true } } });
  const other = join(stage.folder, "other");
  cpSync(stage.repository, other, { recursive: true });
  const config = readFileSync(join(stage.repository, "agent-orchestrator.yaml"), "utf8");
  writeFileSync(join(other, "agent-orchestrator.yaml"), config.replace('"app":', '"other":'));
  const { client } = stage;
  await client.addProject({ path: other, accept: true });
  for (const id of ["app", "other"]) await client.pauseProject({ id });
  for (let n = 1; n <= LONG; n += 1) await client.createIssue({ projectId: "app", title: `Long ${n}`, body });
  for (let n = 1; n <= SHORT; n += 1) await client.createIssue({ projectId: "other", title: `Short ${n}`, body });
  for (const id of ["app", "other"]) await client.resumeProject({ id });

  const reasons = new Set<string>();
  const sessions = () => client.listSessions({ all: true });
  const look = async (): Promise<number> => {
    for (const { notStarted } of await client.listIssues({ project: "app" })) if (notStarted) reasons.add(notStarted);
    return (await sessions()).length;
  };
  try {
    await expect.poll(look, { timeout: 40_000 }).toBe(LONG + SHORT);
  } catch (error) {
    const seen = (await sessions()).map(({ id, phase, attention }) => `${id} ${phase} ${attention.why}`);
    throw new Error(`not all began: ${[...reasons, ...seen].join("\n")}`, { cause: error });
  }
  const details = await Promise.all((await sessions()).map(({ id }) => client.session({ id })));
  const order = details.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)).map(({ project }) => project);
  // The two that began before the other project went on, then by turns.
  expect(order.lastIndexOf("other"), order.join(" ")).toBeLessThan(6);
  expect([...reasons]).toContain("all 2 parallel turns are taken");
});
