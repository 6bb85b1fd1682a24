/** Sessions that wait cost nothing: between turns no process of an agent is there, nor of ours that would hold it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aScene } from "./scene.ts";
import type { AgentUnderTest } from "./under-test.ts";

const NEVER = "sh -c 'while true; do sleep 1; done'";

export function describeWaiting(subject: AgentUnderTest, sessions: number): void {
  test(
    `${sessions} sessions of ${subject.name} that wait for CI hold no process`,
    () => wait(subject, sessions),
    900_000,
  );
}

async function wait(subject: AgentUnderTest, sessions: number): Promise<void> {
  const { stage } = await aScene(subject, {
    checks: { test: NEVER },
    file: { orchestrator: { max_parallel_agents: Math.max(4, Math.ceil(sessions / 4)) } },
  });
  const names = Array.from({ length: sessions }, (_, n) => `waits-${n}`);
  const seen = countOf(stage.home);
  const ids: string[] = [];
  for (const name of names) ids.push(await stage.begin(name, working(name)));
  await stage.until(ids[0] ?? "", "works", ({ turns }) => turns > 0);
  let atWork = 0;
  for (const id of ids)
    await stage.until(id, "waits for CI", ({ change, turn }) => {
      atWork = Math.max(atWork, seen());
      return change !== null && turn === null;
    });
  expect(atWork, "processes of agents are seen while they work").toBeGreaterThan(0);
  await expect.poll(seen, { timeout: 10_000 }).toBe(0);
}

const working = (name: string): string =>
  `@sh echo ${name} > ${name}.txt && git add . && git commit -qm ${name}\n@say Done with ${name}.`;

/** Processes of turns: agents are known by their environment, who holds them by the folder they are told. */
function countOf(home: string): () => number {
  const isOfTurn = (pid: string): boolean => {
    const [words, env] = [textOf(pid, "cmdline"), textOf(pid, "environ")];
    return words.includes(join(home, "turns")) || (env.includes("AO_TURN=") && env.includes(home));
  };
  return () => readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOfTurn(name)).length;
}

function textOf(pid: string, file: string): string {
  try {
    return readFileSync(join("/proc", pid, file), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return "";
    throw error;
  }
}
