/**
 * The daemon as people run it, under its supervisor, is killed while commands come in. Each of them may start a supervisor
 * of its own: one daemon stays, whoever was quicker, and nobody is left over.
 */
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { openProcessTable } from "../../src/lib/process/process-table.ts";
import { Ao } from "../fixtures/ao-cli.ts";
import { aRepository } from "../fixtures/git-repository.ts";
import { until } from "../fixtures/marked-agents.ts";

/** From the daemon's death to the first command: before, while and after its supervisor brings it up again. */
const AFTER_MS = process.env["AO_TEST_LONG"] === undefined ? [0, 300] : [0, 90, 150, 300, 600];
const COMMANDS = 3;

test(`after each of ${AFTER_MS.length} kills every command is answered, and one daemon is left under one supervisor`, async () => {
  const ao = new Ao();
  const repository = aRepository();
  expect((await ao.run(repository, "start", "--port", "0")).code).toBe(0);
  for (const ms of AFTER_MS) {
    const pid = ao.place()?.pid ?? 0;
    process.kill(pid, "SIGKILL");
    await pause(ms);
    const answers = await Promise.all(Array.from({ length: COMMANDS }, () => ao.run(repository, "list", "--json")));
    expect(answers.map(({ code, stderr }) => (code === 0 ? "answered" : stderr))).toEqual(
      Array.from({ length: COMMANDS }, () => "answered"),
    );
    expect(ao.place()?.pid).not.toBe(pid);
    await until(async () => (await titlesOf(ao.home)).length === 2);
    expect(await titlesOf(ao.home)).toEqual(["ao daemon", "ao supervisor"]);
  }
}, 180_000);

test("a command waits for a daemon that has the home and is not up yet", async () => {
  const ao = new Ao();
  const repository = aRepository();
  expect((await ao.run(repository, "start", "--port", "0")).code).toBe(0);
  const pid = ao.place()?.pid ?? 0;
  const file = join(ao.home, "daemon.json");
  process.kill(pid, "SIGSTOP");
  renameSync(file, `${file}.away`);
  const supervisor = ao.supervisorOf(pid);
  const slept = wakeUps(supervisor);
  const answer = ao.run(repository, "list", "--json");
  // It finds the supervisor and signals it, and starts none of its own.
  await until(() => wakeUps(supervisor) > slept);
  expect((await titlesOf(ao.home)).filter((title) => title === "ao supervisor")).toHaveLength(1);
  renameSync(`${file}.away`, file);
  process.kill(pid, "SIGCONT");
  expect(await answer).toMatchObject({ code: 0 });
}, 180_000);

/** How often it went to sleep and was woken again. */
const wakeUps = (pid: number): number =>
  Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

/** What the processes call themselves that were started for this home. */
async function titlesOf(home: string): Promise<readonly string[]> {
  const ours = (await openProcessTable().all()).filter((entry) => entry.hasInEnvironment(`AO_HOME=${home}`));
  return ours.map((entry) => entry.args()[0] ?? "").toSorted();
}
