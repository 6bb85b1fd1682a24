import { expect, test } from "vitest";
import { VirtualClock } from "../../../../test/world/clock.ts";
import { QuotaBroker, QuotaBrokers, type QuotaTurn } from "./quota-broker.ts";
import { githubRules } from "../../github/quota-rules.ts";
import type { QuotaRequest } from "./quota.ts";

const read: QuotaRequest = { resource: "core", deed: "read", by: "loop", cost: 1 };
const write: QuotaRequest = { ...read, deed: "write" };
const fine = { told: null, limited: null, isUnchanged: false } as const;

function aBroker(rules = githubRules) {
  const clock = new VirtualClock();
  const wall = { wallMs: () => clock.wallMs, after: (ms: number, run: () => void) => clock.after(ms, run) };
  return { clock, wall, broker: new QuotaBroker({ credential: "github:api.github.com:1", rules, clock: wall }) };
}

const end = (turn: QuotaTurn, how: Parameters<Extract<QuotaTurn, { ok: true }>["end"]>[0] = fine): void => {
  if (!turn.ok) throw new Error(turn.error.message);
  turn.end(how);
};

test("writes go one a second, and a reading passes them", async () => {
  const { broker, clock } = aBroker();
  const begunMs = clock.wallMs;
  const order: string[] = [];
  const go = async (name: string, ask: QuotaRequest): Promise<void> => {
    end(await broker.turn(ask));
    order.push(`${name} at ${(clock.wallMs - begunMs) / 1_000} s`);
  };
  await clock.drive(Promise.all([go("first", write), go("second", write), go("third", write), go("reading", read)]));
  expect(order).toEqual(["first at 0 s", "reading at 0 s", "second at 1 s", "third at 2 s"]);
});

test("a person's request goes before those of loops that wait", async () => {
  const { broker, clock } = aBroker();
  const order: string[] = [];
  const go = async (name: string, ask: QuotaRequest): Promise<void> => {
    end(await broker.turn(ask));
    order.push(name);
  };
  await clock.drive(Promise.all([go("first", write), go("loop", write), go("person", { ...write, by: "person" })]));
  expect(order).toEqual(["first", "person", "loop"]);
});

test("a place that got free is given to the next in line", async () => {
  const { broker } = aBroker({ ...githubRules, inFlightMax: 1 });
  const first = await broker.turn(read);
  let isSecondIn = false;
  const second = broker.turn(read).then((turn) => {
    isSecondIn = true;
    return turn;
  });
  await Promise.resolve();
  expect([isSecondIn, broker.counts().waiting]).toEqual([false, 1]);
  end(first);
  end(await second);
  expect(broker.counts()).toMatchObject({ requests: 2, waiting: 0 });
});

test("in a cool-down nothing is asked, and whoever asked is told when to come back", async () => {
  const { broker, clock } = aBroker();
  end(await broker.turn(read), { ...fine, limited: { untilMs: clock.wallMs + 90_000, why: "slow down" } });
  const refused = await broker.turn({ ...read, by: "person" });
  expect(refused).toMatchObject({ ok: false, error: { code: "rate_limited", retryAfterMs: 90_000 } });
  expect(broker.counts()).toMatchObject({ requests: 1, restsUntilMs: clock.wallMs + 90_000 });
});

test("what was spent in the last hour is counted, unchanged answers apart, and forgotten after it", async () => {
  const { broker, clock } = aBroker();
  end(await broker.turn(read));
  end(await broker.turn({ ...read, resource: "graphql", cost: 12 }));
  end(await broker.turn(read), { ...fine, isUnchanged: true });
  expect(broker.counts()).toMatchObject({ requests: 3, unchanged: 1, writes: 0, cost: { core: 1, graphql: 12 } });
  clock.jump(3_600_000);
  expect(broker.counts()).toMatchObject({ requests: 0, unchanged: 0, cost: { core: 0, graphql: 0 } });
});

test("loops ask as much slower with a credential as its own budgets make them", async () => {
  const { wall, clock } = aBroker();
  const brokers = new QuotaBrokers(wall);
  const budget = { name: "core", limit: 5_000, remaining: 1_000, resetAtMs: clock.wallMs + 3_600_000 };
  end(await brokers.of("github:used", githubRules).turn(read), {
    ...fine,
    told: { budgets: [budget], retryAtMs: null },
  });
  expect(["github:used", "github:unused"].map((credential) => brokers.strainOf(credential))).toEqual([10, 1]);
  clock.jump(3_600_000);
  expect(brokers.strainOf("github:used")).toBe(1);
});

test("one credential has one broker", () => {
  const { wall } = aBroker();
  const brokers = new QuotaBrokers(wall);
  expect(brokers.of("github:x", githubRules)).toBe(brokers.of("github:x", githubRules));
  expect(brokers.all().map(({ credential }) => credential)).toEqual(["github:x"]);
});
