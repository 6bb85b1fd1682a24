/**
 * One turn of a live protocol that outlives three daemons: they are killed with a prompt outstanding, with a permission
 * open, and with half a line read. The same turn goes on each time, and nothing is said or done twice.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aScene } from "./scene.ts";
import type { AgentUnderTest } from "./under-test.ts";

const PROMPT = `@sleep 1500
@sh echo lives >> README.md && git commit -qam lives
@sleep 0
@half go-on
@say It lives on.`;

const WITHIN = { timeout: 40_000, interval: 20 };
/** What each double says first when it has its prompt. */
const HAS_PROMPT = /"isReplay":true|"turn\/started"|"available_commands_update"/;

export function describeLivingOn(subject: AgentUnderTest): void {
  test(
    `${subject.name}: a turn outlives daemons killed with its prompt outstanding, its permission open, half a line read`,
    () => livesOn(subject),
    120_000,
  );
}

async function livesOn(subject: AgentUnderTest): Promise<void> {
  const { stage } = await aScene(subject, { agentConfig: { permissions: "ask" } });
  const id = await stage.begin("lives", PROMPT);
  const begun = await stage.until(id, "has begun", ({ turn: open }) => open !== null);
  const turn = begun.turnsBegun[0]?.id ?? "";
  const out = (): string => textOf(join(stage.home, "turns", turn, "out"));
  await expect.poll(out, WITHIN).toMatch(HAS_PROMPT);
  await stage.restartDaemon();

  await stage.until(id, "asks", ({ phase }) => phase === "asking");
  await stage.restartDaemon();
  await stage.client.answer({ id, content: "Allow" });

  await expect.poll(out, WITHIN).toMatch(/[^\n]$/);
  await stage.restartDaemon();
  writeFileSync(join(stage.home, "sessions", id, "logs/go-on"), "");

  const session = await stage.until(id, "done", (now) => now.turn === null && now.phase === "resting");
  expect(session.turnsBegun.map((one) => one.id)).toEqual([turn]);
  expect(session.lastWords).toBe("It lives on.");
  expect(session.messages).toMatchObject([{ state: "acknowledged", deliveries: 0 }]);
  expect(await stage.git("log", "--format=%s", `main..${session.branch}`)).toBe("lives");
  const { turns } = await stage.client.conversation({ id });
  const said = turns.flatMap(({ events }) => events).filter(({ kind }) => kind === "message");
  expect(said).toMatchObject([{ text: "It lives on." }]);
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
