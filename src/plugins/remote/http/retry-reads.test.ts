import { expect, test } from "vitest";
import { retryReads } from "./retry-reads.ts";
import { failRemote, type RemoteCode, type RemoteResult } from "./remote-result.ts";
import type { Remote, RemoteAnswer } from "./remote.ts";

const fine: RemoteResult<RemoteAnswer> = {
  ok: true,
  value: { status: 200, body: {}, headers: new Headers(), isUnchanged: false, isMoved: false },
};

/** One that answers in this order, each after so long. */
function aRemote(answers: readonly (RemoteCode | "fine")[], takesMs = 0) {
  let [nowMs, asked] = [0, 0];
  const ask = async (): Promise<RemoteResult<RemoteAnswer>> => {
    nowMs += takesMs;
    const code = answers[asked++] ?? "fine";
    return code === "fine" ? fine : failRemote(code, "it broke");
  };
  const clock = {
    wallMs: () => nowMs,
    after: (ms: number, callback: () => void) => {
      nowMs += ms;
      queueMicrotask(callback);
      return () => undefined;
    },
  };
  const remote = retryReads({ ask } as unknown as Remote, clock);
  return { ask: remote.ask, seen: () => ({ asked, nowMs }) };
}

test("a reading that breaks is asked for twice more, after a pause each", async () => {
  const twice = aRemote(["unavailable", "unavailable"]);
  expect(await twice.ask({ path: "x" })).toEqual(fine);
  expect(twice.seen()).toEqual({ asked: 3, nowMs: 2_500 });
  const always = aRemote(["unavailable", "unavailable", "unavailable"]);
  expect(await always.ask({ path: "x" })).toMatchObject({ ok: false, error: { code: "unavailable" } });
  expect(always.seen().asked).toBe(3);
});

test.each(["gone", "rate_limited", "refused", "conflict"] as const)("an answer that says %s is one", async (code) => {
  const remote = aRemote([code]);
  expect(await remote.ask({ path: "x" })).toMatchObject({ ok: false, error: { code } });
  expect(remote.seen().asked).toBe(1);
});

test("a write that breaks is not repeated, nor what took its time to fail", async () => {
  const write = aRemote(["unavailable"]);
  expect(await write.ask({ method: "POST", path: "x" })).toMatchObject({ ok: false });
  expect(write.seen().asked).toBe(1);
  const slow = aRemote(["unavailable"], 30_000);
  expect(await slow.ask({ path: "x" })).toMatchObject({ ok: false });
  expect(slow.seen().asked).toBe(1);
});
