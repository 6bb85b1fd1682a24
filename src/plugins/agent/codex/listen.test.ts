import { expect, test } from "vitest";
import { messageId, turnId } from "../../../domain/model/ids.ts";
import { noMemory } from "../shared/conversation/memory.ts";
import { noSettings } from "../shared/parse-agent-settings.ts";
import { listenToCodex } from "./listen.ts";

const aListener = () =>
  listenToCodex(
    { turn: turnId("t"), message: messageId("m"), text: "Go.", workspacePath: "/w", memory: noMemory },
    noSettings,
  );
const why = "exit 2: error: unrecognized subcommand 'app-server'";
const gone = { exit: 2, why, result: { kind: "failed", why } } as const;

test("a version without an app-server never started, and it is said what mends that", () => {
  const [, ended] = aListener().gone(gone);
  expect(ended).toMatchObject({ result: { kind: "never_started", why: expect.stringContaining("npm install -g") } });
});

test("one that has spoken before is not too old, whatever it complains of", () => {
  const listener = aListener();
  listener.hear('{"id":"initialize","result":{}}');
  expect(listener.gone(gone)[1]).toMatchObject({ result: { kind: "failed" } });
});

test("what sub-agents use is added, and does not take the place of the thread's own total", () => {
  const listener = listenToCodex(
    {
      turn: turnId("t"),
      message: messageId("m"),
      text: "Go.",
      workspacePath: "/w",
      memory: { ...noMemory, conversation: "main", tokens: 100 },
    },
    noSettings,
  );
  const used = (threadId: string, totalTokens: number) => ({
    method: "thread/tokenUsage/updated",
    params: { threadId, tokenUsage: { total: { totalTokens }, last: { totalTokens: 1 } } },
  });
  const lines = [
    { id: "initialize", result: {} },
    { id: "resume", result: { thread: { id: "main" } } },
    ...[used("main", 150), used("child", 30), used("child", 40), used("other", 7), used("main", 160)],
    { method: "turn/completed", params: { threadId: "main", turn: { id: "x", status: "completed" } } },
  ];
  const told = lines.flatMap((line) => listener.hear(JSON.stringify(line)));
  expect(told.find(({ tell }) => tell === "ended")).toMatchObject({ usage: { tokens: 60 + 47 } });
});

test("a turn that was killed is counted by itself, without what was cached, and not with the next again", () => {
  const memory = { ...noMemory, conversation: "main", tokens: 100 };
  const listener = listenToCodex(
    { turn: turnId("t"), message: messageId("m"), text: "Go.", workspacePath: "/w", memory },
    noSettings,
  );
  const tokenUsage = { total: { totalTokens: 950, cachedInputTokens: 800 }, last: { totalTokens: 1 } };
  const lines = [
    { id: "initialize", result: {} },
    { id: "resume", result: { thread: { id: "main" } } },
    { method: "thread/tokenUsage/updated", params: { threadId: "main", tokenUsage } },
  ];
  for (const line of lines) listener.hear(JSON.stringify(line));
  const told = listener.gone({ exit: 137, why: "killed", result: { kind: "failed", why: "killed" } });
  expect(told.find(({ tell }) => tell === "ended")).toMatchObject({
    usage: { usd: 0, tokens: 50, cacheReadTokens: 800 },
  });
  expect(told).toContainEqual({ tell: "remember", memory: { tokens: 150, cacheReadTokens: 800 } });
});

test("a thread that was not found again begins at nothing", () => {
  const memory = { ...noMemory, conversation: "lost", tokens: 100 };
  const listener = listenToCodex(
    { turn: turnId("t"), message: messageId("m"), text: "Go.", workspacePath: "/w", memory },
    noSettings,
  );
  const tokenUsage = { total: { totalTokens: 130 } };
  const lines = [
    { id: "initialize", result: {} },
    { id: "resume", error: { message: "no such thread" } },
    { id: "thread", result: { thread: { id: "new" } } },
    { method: "thread/tokenUsage/updated", params: { threadId: "new", tokenUsage } },
    { method: "turn/completed", params: { threadId: "new", turn: { id: "x", status: "completed" } } },
  ];
  const told = lines.flatMap((line) => listener.hear(JSON.stringify(line)));
  expect(told.find(({ tell }) => tell === "ended")).toMatchObject({ usage: { tokens: 130 } });
});
