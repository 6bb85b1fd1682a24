import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aSession, aTurn, working } from "../../../test/fixtures/domain.ts";
import { aStore } from "../../store/testing/folder.ts";
import { waitForIdle } from "./replace-when-idle.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const LONG_MS = 60_000;

test("a daemon makes room once, as soon as no turn is open", () => {
  const store = aStore();
  const save = (phase: Parameters<typeof aSession>[0]): void =>
    store.transaction(() => store.sessions.save(aSession(phase), { wants: null, dueMs: null }));
  save({ phase: working(aTurn({})) });
  const idle = vi.fn();
  waitForIdle(store, () => 0, idle);
  vi.advanceTimersByTime(LONG_MS);
  expect(idle).not.toHaveBeenCalled();
  save({ phase: { kind: "resting", workspacePath: "/w" } });
  vi.advanceTimersByTime(LONG_MS);
  expect(idle).toHaveBeenCalledTimes(1);
});

test("it waits for nothing any more when it is called off", () => {
  const idle = vi.fn();
  const callOff = waitForIdle(aStore(), () => 0, idle);
  callOff();
  vi.advanceTimersByTime(LONG_MS);
  expect(idle).not.toHaveBeenCalled();
});
