/** An agent that fills the disk, or the memory that its private /tmp lies in, ends alone, is told why, and goes on. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSandbox } from "../../src/lib/sandbox/sandbox.ts";
import { aStage, type Stage } from "./stage.ts";

const sandbox = await findSandbox("auto");
const hasPrivateTmp = process.platform === "linux" && sandbox.ok && sandbox.why === null;

/** Fills without end, until it has read what came of that. */
const fills = (file: string, word: string): string => `
case $(cat) in
  *${word}*) rm -f ${file}; git commit -q --allow-empty -m Learned ;;
  *) while :; do head -c 5000000 /dev/zero >> ${file}; sleep 0.05; done ;;
esac`;

const isDone = ({ head, base, phase }: { head: string | null; base: string | null; phase: string }): boolean =>
  phase === "resting" && head !== base;

test("an agent that fills its workspace ends alone, is told why, and cleans up; its neighbour notices nothing", async () => {
  const stage = await aStage({
    agentConfig: { command: ["/bin/sh", "-c", fills("big", "disk_limit")] },
    project: { limits: { disk: "100MB" } },
  });
  const filler = await stage.begin("filler", "Fill.");
  const neighbour = await stage.begin("neighbour", "Say disk_limit.");
  const after = await stage.until(filler, "done", isDone);
  const quiet = await stage.until(neighbour, "done", isDone);
  expect([after.turns, quiet.turns]).toEqual([2, 1]);
  expect(toldIn(stage)).toMatch(/What happened:\ndisk_limit: its workspace, .* took more than 100 MB of the disk/);
  expect(existsSync(join(after.workspacePath ?? "", "big"))).toBe(false);
});

test.skipIf(!hasPrivateTmp)(
  `an agent that fills its private /tmp is held below its memory${hasPrivateTmp ? "" : " (needs bubblewrap)"}`,
  async () => {
    const stage = await aStage({
      agentConfig: { command: ["/bin/sh", "-c", fills("/tmp/big", "memory_limit")] },
      project: { limits: { memory: "150MB", memoryReservation: "20MB" } },
      env: { AO_CEILINGS: "watched" },
    });
    const filler = await stage.begin("filler", "Fill.");
    const after = await stage.until(filler, "done", isDone);
    expect(after.turns).toBe(2);
    expect(toldIn(stage)).toMatch(/memory_limit: .* took more than 150 MB/);
  },
);

/** What agents were told, all of it. */
function toldIn({ home }: Stage): string {
  const turns = readdirSync(join(home, "turns")).filter((name) => !name.startsWith("."));
  return turns.map((name) => readFileSync(join(home, "turns", name, "in"), "utf8")).join("\n");
}
