/**
 * The database is lost, and an older backup takes its place. What happened since is neither done again nor lost silently:
 * messages lie in the folders of their turns, landings in git, and what the backup does not know is told to the person.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backUpHome } from "../../src/config/backup/back-up-home.ts";
import { resolveHome } from "../../src/config/home.ts";
import { ao } from "../../src/cli/testing/run-ao.ts";
import { aDaemon } from "../fixtures/daemon-process.ts";
import { aStage, type Stage } from "./stage.ts";

const script = (steps: readonly unknown[]): string => `script: ${JSON.stringify(steps)}`;
const appends = (file: string, line: string) => [{ append: { [file]: `${line}\n` } }, { commit: line }];
const isResting = ({ phase }: { readonly phase: string }): boolean => phase === "resting";

/** Lines of a file in a session's workspace: one a time that its agent was told to add it. */
const linesIn = (workspace: string | null, file: string): readonly string[] => {
  const path = join(workspace ?? "", file);
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
};

/** Two sessions at work, one of them with a message that waits for the end of its turn; then the backup is made. */
async function beforeBackup(stage: Stage) {
  const go = join(stage.folder, "go");
  const waits = { run: ["sh", "-c", `while ! test -e '${go}'; do sleep 0.05; done`] };
  const one = await stage.begin("one", script([{ say: "working" }, waits, ...appends("one.txt", "started")]));
  const two = await stage.begin("two", script(appends("two.txt", "started")));
  await stage.until(one, "works", ({ phase, turn }) => phase === "working" && turn?.acknowledged === true);
  const { change } = await stage.until(two, "has a change", (session) => isResting(session) && session.change !== null);
  const queued = await stage.client.sendMessage({ id: one, content: script(appends("one.txt", "queued")) });
  expect(queued.state).toBe("queued");
  backUpHome(resolveHome({ AO_HOME: stage.home }), Date.now());
  return { one, two, change: change?.id ?? "", queued: queued.id, go };
}

type Before = Awaited<ReturnType<typeof beforeBackup>>;

/** None of this is in the backup. */
async function afterBackup(stage: Stage, { one, two, change, go }: Before) {
  writeFileSync(go, "");
  await stage.until(one, "has read the message that waited", (session) => isResting(session) && session.turns === 2);
  await stage.client.sendMessage({ id: one, content: script(appends("one.txt", "later")) });
  await stage.until(one, "has read the later message", (session) => isResting(session) && session.turns === 3);
  await stage.client.reviewChange({ id: change, verdict: "approved" });
  await stage.client.landChange({ id: change });
  await stage.until(two, "landed", ({ phase }) => phase === "ended");
  const three = await stage.begin("three", script(appends("three.txt", "started")));
  await stage.until(three, "rests", isResting);
  return { three, workspace: (await stage.client.session({ id: one })).workspacePath };
}

async function lose(stage: Stage, files: readonly string[]): Promise<void> {
  await stage.endDaemon();
  for (const file of files)
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(stage.home, `${file}${suffix}`), { force: true });
}

const landingsOf = async (stage: Stage, file: string): Promise<number> =>
  (await stage.git("log", "--format=%H", "--first-parent", "main", "--", file)).split("\n").filter(Boolean).length;

test.for([
  ["the engine's database", ["state.db"]],
  ["all databases", ["state.db", "projects/app/forge.db"]],
] as const)("%s restored: nothing is doubled, nothing is lost silently", { timeout: 180_000 }, async ([, files]) => {
  const stage = await aStage({ sandbox: "none" });
  const before = await beforeBackup(stage);
  const after = await afterBackup(stage, before);
  expect(linesIn(after.workspace, "one.txt")).toEqual(["started", "queued", "later"]);
  expect(await landingsOf(stage, "two.txt")).toBe(1);
  await lose(stage, files);

  const refused = aDaemon(stage.home);
  expect(await refused.ended).toEqual({ code: 1, signal: null });
  expect(refused.stderr()).toMatch(/state\.db is missing, and this home holds .*`ao restore-backup` restores it/);
  expect(existsSync(join(stage.home, "state.db"))).toBe(false);
  const restored = await ao({ env: { AO_HOME: stage.home } }, "restore-backup");
  expect([restored.code, restored.stdout.trim().split("\n").length]).toEqual([0, files.length]);

  await stage.startDaemon();
  expect((await stage.client.listProjects({})).map(({ paused }) => paused)).toEqual([true]);
  expect(await stage.client.message({ id: before.queued })).toMatchObject({ state: "unknown" });
  await stage.until(before.two, "is known to have landed", ({ phase }) => phase === "ended");
  await stage.until(before.one, "rests", isResting);
  const { rows } = await stage.client.doctor({});
  expect(rows.find(({ group }) => group === "sessions")?.text).toContain(`does not know ${after.three}`);
  expect(existsSync(join(stage.home, "restored.json"))).toBe(false);

  await stage.client.resumeProject({ id: "app" });
  const again = await stage.begin("three", script(appends("three.txt", "anew")));
  expect(again).not.toBe(after.three);
  await stage.until(again, "rests", isResting);
  await stage.client.sendMessage({ id: before.one, content: script(appends("one.txt", "last")) });
  const { turns } = await stage.until(
    before.one,
    "has read the last message",
    (session) => linesIn(session.workspacePath, "one.txt").includes("last") && isResting(session),
  );
  expect(linesIn(after.workspace, "one.txt")).toEqual(["started", "queued", "later", "last"]);
  expect(turns).toBe(4);
  expect(await landingsOf(stage, "two.txt")).toBe(1);
  expect(new Set(readdirSync(join(stage.home, "turns")).filter((name) => !name.startsWith("."))).size).toBe(7);
  expect((await stage.client.verifyAudit({})).breaks).toEqual([]);
  expect(await stage.git("log", "-1", "--format=%s", "agent/three")).toBe("started");
});
