/**
 * Whoever holds up the work is killed while changes go from their issues to main, on the product as people start it: daemon,
 * supervisor, host, holders and the tmux server, one by one and two at once. Nobody lends a hand; no message is lost or
 * given twice, each change lands once, and no agent is left over.
 */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { failpoints } from "../../src/engine/deps.ts";
import { findUsableTmux } from "../../src/plugins/runtime/tmux/usable-tmux.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { Ao } from "../fixtures/ao-cli.ts";
import { endHome } from "../fixtures/end-home.ts";
import { KillSpree } from "../fixtures/kill-spree.ts";
import { aStoryRepository, LandingStory, type Reckoning, type StorySettings } from "../fixtures/landing-story.ts";
import { seeded, until } from "../fixtures/marked-agents.ts";
import { findTurnProcesses, findVictims, killProcess, victims } from "../fixtures/victims.ts";

const isLong = process.env["AO_TEST_LONG"] !== undefined;
/** `AO_KILLS=50 AO_KILLS_SEED=3` tells another story. */
const KILLS = Number(process.env["AO_KILLS"] ?? (isLong ? 500 : 8));
const SEED = Number(process.env["AO_KILLS_SEED"] ?? 5);
/** Of the blows, these are told when something went wrong. */
const LAST = 40;
/** To one session, beside its first. */
const MESSAGES = 3;

const hasTmux = (await findUsableTmux()).ok;
const kinds = victims.filter((victim) => victim !== "tmux" || hasTmux);
const settings: readonly (StorySettings & { readonly project: string })[] = [
  { project: "files", runtime: "process", drive: "turns" },
  { project: "screens", runtime: "process", drive: "terminal" },
  ...(hasTmux
    ? ([
        { project: "panes", runtime: "tmux", drive: "turns" },
        { project: "pane-screens", runtime: "tmux", drive: "terminal" },
      ] as const)
    : []),
];

test(
  `${KILLS} kills of whoever holds up the work: nothing is lost or doubled, and it goes on by itself`,
  async () => {
    const random = seeded(SEED * 104_729);
    const { ao, repository, stories } = await aStartedProduct();
    const [first] = stories;
    if (first === undefined) throw new Error("there is no story");
    const spree = new KillSpree({
      ...{ home: ao.home, client: first.client, random },
      victims: kinds,
      command: async () => {
        const { code, stderr } = await ao.run(repository, "list", "--json");
        expect(code, stderr).toBe(0);
      },
    });

    const telling = { isOver: false };
    const told = Promise.allSettled(stories.map((story, n) => tellUntil(story, n, telling)));
    try {
      while (!telling.isOver && (spree.kills() < KILLS || !spree.hasKilledAll())) await spree.next();
    } finally {
      telling.isOver = true;
    }
    const failures = (await told).flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
    expect(failures, `${String(spree)}\n${spree.blows.slice(-LAST).join("\n")}`).toEqual([]);

    const reckonings = stories.map((story) => story.reckon());
    const [lost, doubled, met] = (["lost", "doubled", "met"] as const).map((what) =>
      reckonings.flatMap((one) => one[what]),
    );
    process.stdout.write(`${String(spree)}\n${closingLine(stories, reckonings)}\n`);
    expect({ lost, doubled, met }).toEqual({ lost: [], doubled: [], met: [] });
    for (const story of stories) await story.expectLandedOnce();
    for (const victim of kinds) expect(spree.killsOf(victim), victim).toBeGreaterThan(isLong ? KILLS / 12 : 0);
    expect(spree.failpointsHit()).toBeGreaterThanOrEqual(Math.min(failpoints.length, Math.floor(KILLS / 70)));
    await until(
      async () => (await findTurnProcesses(ao.home)).length === 0,
      async () => (await findTurnProcesses(ao.home)).join("\n"),
    );
    expect(await ao.run(repository, "stop")).toMatchObject({ code: 0 });
    await until(async () => (await findVictims(ao.home, "supervisor")).length === 0);
  },
  isLong ? 3 * 60 * 60_000 : 300_000,
);

/** One change after the other, each to its end; if one fails, all is over. */
async function tellUntil(story: LandingStory, of: number, telling: { isOver: boolean }): Promise<void> {
  const random = seeded(SEED + 1 + of);
  try {
    for (let n = 1; n === 1 || !telling.isOver; n += 1) {
      const momentsMs = Array.from({ length: MESSAGES }, () => Math.floor(random() * 1_500));
      await story.tell(`s${of}-${n}`, momentsMs);
    }
  } finally {
    telling.isOver = true;
  }
}

function closingLine(stories: readonly LandingStory[], reckonings: readonly Reckoning[]): string {
  const sum = (count: (one: Reckoning) => number): number => reckonings.reduce((all, one) => all + count(one), 0);
  const landings = stories.reduce((all, story) => all + story.landings(), 0);
  return `${sum(({ messages }) => messages)} messages, ${landings} changes: ${sum(({ lost }) => lost.length)} lost, ${sum(({ doubled }) => doubled.length)} doubled`;
}

async function aStartedProduct() {
  const home = join(aFolder(), "home");
  onTestFinished(async () => {
    for (const victim of ["supervisor", "daemon"] as const)
      for (const pid of await findVictims(home, victim)) killProcess(pid);
    await endHome(home);
  });
  const ao = new Ao(home, { AO_LOAD_PER_CORE: "100000" });
  const repositories = settings.map((more) => aStoryRepository({ ...more, restarts: 100, workSeconds: 0.3 }));
  const [repository = "", ...others] = repositories;
  const started = await ao.run(repository, "start", "--port", "0", "--no-open");
  expect(started.code, started.stderr).toBe(0);
  const stories = settings.map(
    ({ project }, n) => new LandingStory({ home, repository: repositories[n] ?? "", project }),
  );
  for (const path of others) await stories[0]?.client.addProject({ path, accept: true });
  return { ao, repository, stories };
}
