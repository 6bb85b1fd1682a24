/**
 * The disk of the home, or of the repository, is full: people read so in a sentence, nothing that was accepted is lost, and when there is room
 * again all goes on by itself.
 */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Client } from "../../src/protocol/client/create-client.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { Ao } from "../fixtures/ao-cli.ts";
import { endHome } from "../fixtures/end-home.ts";
import { KilledDaemon } from "../fixtures/killed-daemon.ts";
import { aStoryRepository, LandingStory } from "../fixtures/landing-story.ts";
import { MarkedAgents, seeded, until } from "../fixtures/marked-agents.ts";
import { aSmallDisk, canMount, fill } from "../fixtures/small-disk.ts";

const KIB = 1_024;
/** In kilobytes: nothing is left; the database goes on for a while; it does, but no workspace fits. */
const LEFT = process.env["AO_TEST_LONG"] === undefined ? [800] : [0, 40, 800];

test.skipIf(!canMount)(
  `a full disk is said, and nothing is lost${canMount ? "" : " (needs a small disk of its own: root on Linux)"}`,
  async () => {
    const folder = aSmallDisk(64 * KIB);
    const big = randomBytes(1_500 * KIB).toString("base64");
    const sessions = 1 + LEFT.length;
    const agents = new MarkedAgents({ runtime: "process", sessions, random: seeded(3), folder, files: { big } });
    const daemon = new KilledDaemon(agents.home);
    daemon.live();
    await agents.addProject();
    agents.startSession("first");
    await agents.allTaken();
    await until(async () => (await agents.client.listSessions({})).every(({ phase }) => phase === "resting"));
    for (const left of LEFT) {
      const filler = fill(folder, left);
      agents.startSession(`with-${left}`);
      // With nothing left these wait until they are taken; what was taken is looked at again half a minute later.
      if (left < 100) for (let n = 0; n < 3; n += 1) agents.write();
      await until(
        async () => /disk|space/.test(await said(agents.client)),
        () => `with ${left} KiB left nobody is told`,
      );
      rmSync(filler);
      await agents.allTaken();
    }
    await agents.allRead();
    agents.expectNothingLostOrDoubled();
    agents.expectWholeTurns();
    await daemon.end();
  },
  180_000,
);

test.skipIf(!canMount).each(["home", "repository"])(
  `the disk of the %s is full for a while, on the product as people start it: daemon and supervisor live on, verbs that read answer, and the change lands by itself${canMount ? "" : " (needs a small disk of its own: root on Linux)"}`,
  async (which) => {
    const folder = aSmallDisk(64 * KIB);
    const home = join(which === "home" ? folder : aFolder(), "home");
    onTestFinished(() => endHome(home));
    const repository = aStoryRepository(which === "repository" ? { folder } : {});
    const ao = new Ao(home);
    const started = await ao.run(repository, "start", "--port", "0", "--no-open");
    expect(started.code, started.stderr).toBe(0);
    const places = (): readonly number[] => [ao.place()?.pid ?? 0, ao.supervisorOf(ao.place()?.pid ?? 0)];
    const before = places();
    const story = new LandingStory({ home, repository });
    await story.tell("before");
    const filler = fill(folder, 0);
    const telling = story.tell("meanwhile");
    await until(
      async () => /disk|space/i.test(await said(story.client)),
      () => `nobody is told that the disk of the ${which} is full\n${ao.log()}`,
    );
    const listed = await ao.run(repository, "list", "--all");
    expect([listed.code, listed.stdout], listed.stderr).toEqual([0, expect.stringContaining("before")]);
    rmSync(filler);
    await telling;
    await story.expectToldOnce();
    expect(places(), `nobody was started again\n${ao.log()}`).toEqual(before);
  },
  180_000,
);

/** What a person reads who looks, and who asks for something. */
async function said(client: Client): Promise<string> {
  const asked = await client.resumeProject({ id: "app" }, { retryForMs: 0 }).then(
    () => "",
    (error: unknown) => String(error),
  );
  const sessions = await client.listSessions({});
  return [asked, ...sessions.map(({ attention }) => attention.why)].join("\n");
}
