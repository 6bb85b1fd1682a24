import { expect, onTestFinished, test } from "vitest";
import { aBrowser } from "../../../../test/fixtures/push-browser.ts";
import { startReceiver } from "../../../../test/fixtures/receiver.ts";
import type { Notice } from "../../../slots/notifier.ts";
import { pushNotifier } from "./push-notifier.ts";
import { createVapidKey } from "./vapid.ts";

const notice = (key: string): Notice => ({
  ...{ key, title: "question · shop-12", message: "Which one?", level: "urgent", sessionId: "shop-12", url: null },
});

test("what is over is told apart from newer news of its session, which it does not push out of its place", async () => {
  const service = await startReceiver();
  onTestFinished(() => service.stop());
  const { offer, read } = aBrowser(service.url);
  const parts = { name: "push:mine", address: offer, key: createVapidKey(), nowMs: Date.now, onGone: () => undefined };
  const { notify, settle } = pushNotifier(parts);
  await notify(notice("notify:1"));
  await notify(notice("notify:2"));
  await settle?.({ notice: notice("notify:1"), ref: null });
  const [first, second, over] = service.received.map(({ headers }) => headers["topic"]);
  expect([first === second, second === over]).toEqual([true, false]);
  expect(service.received.map(({ bytes }) => read(bytes))).toMatchObject([
    { key: "notify:1", title: "question · shop-12", tag: "shop-12" },
    { key: "notify:2", title: "question · shop-12", tag: "shop-12" },
    { key: "notify:1", title: "✓ over · question · shop-12", over: true },
  ]);
});
