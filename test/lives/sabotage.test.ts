/** The judges of the lives can fail: a bug is planted for each promise, and it is called by its name. */
import { expect, test } from "vitest";
import type { ChangeSnapshot } from "../../src/domain/change/change.ts";
import { known } from "../../src/domain/model/known.ts";
import type { AgentPlugin } from "../../src/slots/agent.ts";
import { failed } from "../../src/slots/result.ts";
import type { ProjectSlots } from "../../src/slots/slots.ts";
import { runLives, type LifeOptions, type Sabotage } from "./stage.ts";

const isLong = process.env["AO_TEST_LONG"] === "1";
/** Four lives may give a bug no occasion: people may have approved all of them before they landed. */
const SEEDS_MAX = 4;

const maria = { kind: "person", name: "maria", canWrite: known(true) } as const;

/** Whoever reads changes here finds each of them approved. */
const approvesAll: Sabotage = {
  slots: (slots) => {
    const approved = (change: ChangeSnapshot): ChangeSnapshot => ({
      ...change,
      reviews: [{ by: maria, kind: "approved", head: change.head.commit }],
    });
    const { scm } = slots;
    return {
      ...slots,
      scm: {
        ...scm,
        since: async (cursor) => {
          const read = await scm.since(cursor);
          return read.ok ? { ...read, value: { ...read.value, changes: read.value.changes.map(approved) } } : read;
        },
        read: async (change) => {
          const read = await scm.read(change);
          return read.ok ? { ...read, value: approved(read.value) } : read;
        },
      },
    };
  },
};

/** Every issue seems to be by somebody whose word counts. */
const trustsAll: Sabotage = {
  slots: (slots) => ({
    ...slots,
    tracker: {
      ...slots.tracker,
      since: async (cursor) => {
        const read = await slots.tracker.since(cursor);
        if (!read.ok) return read;
        const issues = read.value.issues.map((issue) => ({ ...issue, author: maria }));
        return { ...read, value: { ...read.value, issues } };
      },
    },
  }),
};

const withAgent = (slots: ProjectSlots, change: (agent: AgentPlugin) => Partial<AgentPlugin>): ProjectSlots => ({
  ...slots,
  agent: (chosen) => {
    const agent = slots.agent(chosen);
    return agent === undefined ? undefined : { ...agent, ...change(agent) };
  },
});

/** That a message was read is heard of by nobody. */
const hearsNothing: Sabotage = {
  slots: (slots) =>
    withAgent(slots, (agent) => ({
      news: async (turn, cursor) => {
        const read = await agent.news(turn, cursor);
        if (!read.ok) return read;
        const entries = read.value.entries.filter(({ kind }) => kind !== "acknowledged");
        return { ...read, value: { ...read.value, entries } };
      },
    })),
};

/** The first failure is told again with every message. */
const dwellsOnThePast: Sabotage = {
  slots: (slots) => {
    let first = "";
    return withAgent(slots, (agent) => ({
      launch: (request) => {
        const [, head = ""] = /at head ([0-9a-f]{40})/.exec(request.text) ?? [];
        if (first === "") first = head;
        return agent.launch({ ...request, text: first === "" ? request.text : `${request.text}\nat head ${first}` });
      },
    }));
  },
};

/** A channel that was told says that it was not. */
const forgetsNotices: Sabotage = {
  slots: (slots) => ({
    ...slots,
    notifiers: (level) =>
      slots.notifiers(level).map((notifier) => ({
        ...notifier,
        notify: async (notice) => {
          await notifier.notify(notice);
          return failed("unavailable", "sent, perhaps");
        },
        wasSent: async () => ({ ok: true, value: known(false) }),
      })),
  }),
};

/** That GitHub has had enough reaches nobody. */
const overhearsLimits: Sabotage = {
  fetch: (through) => async (input, init) => {
    const response = await through(input, init);
    return response.headers.has("retry-after") ? new Response("{}", { status: 502 }) : response;
  },
};

const planted: readonly (readonly [
  invariant: string,
  bug: string,
  sabotage: Sabotage,
  options?: Partial<LifeOptions>,
])[] = [
  ["I1", "what nobody approved lands", approvesAll],
  ["I3", "a message is told again though it was read", hearsNothing],
  ["I5", "a notice is sent again", forgetsNotices, { asking: 1 }],
  ["I9", "a head that is gone is spoken of", dwellsOnThePast],
  ["I13", "GitHub is asked though it said to wait", overhearsLimits],
  ["I15", "a stranger's issue is taken up", trustsAll],
];

test.runIf(isLong).for(planted)(
  "%s is seen to break: %s",
  { timeout: 240_000 },
  async ([invariant, , sabotage, options]) => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= SEEDS_MAX && !seen.has(invariant); seed += 1) {
      const { violations } = await runLives({ seed, lives: 4, ...options, sabotage, until: invariant });
      for (const violation of violations) seen.add(violation.invariant);
    }
    expect([...seen]).toContain(invariant);
  },
);
