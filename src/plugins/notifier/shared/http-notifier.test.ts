import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { startReceiver, type Receiver } from "../../../../test/fixtures/receiver.ts";
import type { Notice } from "../../../slots/notifier.ts";
import { createDiscordNotifier } from "../discord/discord-notifier.ts";
import { createSlackNotifier } from "../slack/slack-notifier.ts";
import { createTelegramNotifier } from "../telegram/telegram-notifier.ts";
import { createWebhookNotifier } from "../webhook/webhook-notifier.ts";
import type { MakeNotifier } from "./made.ts";

const notice: Notice = {
  ...{ key: "notify:1", title: "question · shop-12", message: "<!channel> @everyone *now*", level: "urgent" },
  ...{ sessionId: "shop-12", url: "https://ao.example/sessions/shop-12" },
};

let receiver: Receiver | null = null;
afterEach(async () => {
  await receiver?.stop();
  receiver = null;
});

async function tell(
  make: MakeNotifier,
  settings: (url: string) => object,
  { env = {}, message = notice.message }: { readonly env?: NodeJS.ProcessEnv; readonly message?: string } = {},
) {
  receiver ??= await startReceiver();
  const made = make({ name: "mine", settings: { ...settings(receiver.url) }, env });
  if (!made.ok) throw new Error(made.why);
  return made.notifier.notify({ ...notice, message });
}

test("what a stranger wrote mentions nobody", async () => {
  await tell(createSlackNotifier, (webhookUrl) => ({ webhookUrl }));
  await tell(createDiscordNotifier, (webhookUrl) => ({ webhookUrl }));
  const [slack, discord] = receiver?.received.map(({ body }) => body) ?? [];
  expect(JSON.parse(slack ?? "")).toMatchObject({ text: "question · shop-12: &lt;!channel&gt; @everyone *now*" });
  expect(slack).not.toContain("mrkdwn");
  expect(JSON.parse(discord ?? "")).toMatchObject({ allowed_mentions: { parse: [] } });
});

test("in Discord nothing that a stranger wrote is a link under other words, a mention or a heading", async () => {
  const message = "# Urgent\n[Approve here](https://evil.test) <@1> <https://evil.test|ok>";
  await tell(createDiscordNotifier, (webhookUrl) => ({ webhookUrl }), { message });
  const description = "\\# Urgent\n\\[Approve here\\](https://evil.test) \\<@1\\> \\<https://evil.test\\|ok\\>";
  expect(JSON.parse(receiver?.received[0]?.body ?? "")).toMatchObject({ embeds: [{ description }] });
});

test("a webhook's body is signed with its time", async () => {
  await tell(createWebhookNotifier, (url) => ({ url, secret: "shared" }));
  const [sent] = receiver?.received ?? [];
  const [body, headers] = [sent?.body ?? "", sent?.headers ?? {}];
  const expected = createHmac("sha256", "shared")
    .update(`${String(headers["x-ao-timestamp"])}.${body}`)
    .digest("hex");
  expect(headers["x-ao-signature"]).toBe(`sha256=${expected}`);
  expect(headers["x-ao-delivery"]).toBe(notice.key);
});

test("the environment stands for a block", async () => {
  receiver = await startReceiver();
  expect((await tell(createSlackNotifier, () => ({}), { env: { SLACK_WEBHOOK_URL: receiver.url } })).ok).toBe(true);
});

test.each([
  [429, { "retry-after": "7" }, "rate_limited", 7_000],
  [503, {}, "unavailable", undefined],
  [403, {}, "unavailable", undefined],
  [400, {}, "refused", undefined],
  [413, {}, "refused", undefined],
  [415, {}, "refused", undefined],
  [422, {}, "refused", undefined],
])("an answer of %i", async (status, headers, code, retryAfterMs) => {
  receiver = await startReceiver();
  receiver.answer(status, headers);
  const told = await tell(createWebhookNotifier, (url) => ({ url }));
  expect(told).toMatchObject({ ok: false, error: { code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } });
});

test("a channel that is away is asked again later, and the sentence does not repeat its secret address", async () => {
  const gone = await startReceiver();
  await gone.stop();
  const told = await tell(createTelegramNotifier, () => ({ apiUrl: gone.url, botToken: "42:hush", chatId: 1 }));
  expect(told).toMatchObject({ ok: false, error: { code: "unavailable" } });
  expect(JSON.stringify(told)).not.toContain("hush");
});

test.each([
  [createSlackNotifier, {}, "set notifiers.mine.webhookUrl, or the environment variable SLACK_WEBHOOK_URL"],
  [createSlackNotifier, { webhookUrl: "file:///etc" }, "notifiers.mine.webhookUrl is not an http(s) URL"],
  [createWebhookNotifier, {}, "set notifiers.mine.url"],
])("what is missing is named", (make, settings, why) => {
  expect(make({ name: "mine", settings, env: {} })).toEqual({
    ok: false,
    why: `the notifier "mine" is not used: ${why}`,
  });
});

test.for<[channel: string, MakeNotifier, (url: string) => object, says: object, sent: object]>([
  [
    "discord",
    createDiscordNotifier,
    (url) => ({ webhookUrl: `${url}/api/webhooks/1/key?thread_id=5` }),
    { id: "77", channel_id: "5" },
    { method: "PATCH", path: "/api/webhooks/1/key/messages/77?thread_id=5" },
  ],
  [
    "discord, with a slash at its end",
    createDiscordNotifier,
    (url) => ({ webhookUrl: `${url}/api/webhooks/1/key/` }),
    { id: "77", channel_id: "5" },
    { method: "PATCH", path: "/api/webhooks/1/key/messages/77" },
  ],
  [
    "telegram",
    createTelegramNotifier,
    (url) => ({ apiUrl: url, botToken: "42:hush", chatId: 9 }),
    { ok: true, result: { message_id: 7 } },
    { method: "POST", path: "/bot42:hush/editMessageText", body: expect.stringContaining('"message_id":7') },
  ],
  [
    "slack",
    createSlackNotifier,
    (url) => ({ apiUrl: url, botToken: "xoxb-hush", channel: "#agents" }),
    { ok: true, channel: "C42", ts: "17.1" },
    { method: "POST", path: "/api/chat.update", body: expect.stringMatching(/"channel":"C42","ts":"17.1".*✓ over/) },
  ],
])("%s: what is over is changed where it stands", async ([, make, settings, says, sent]) => {
  receiver = await startReceiver();
  receiver.answer(200, {}, JSON.stringify(says));
  const made = make({ name: "mine", settings: { ...settings(receiver.url) }, env: {} });
  if (!made.ok) throw new Error(made.why);
  const told = await made.notifier.notify(notice);
  const ref = told.ok ? told.value : null;
  expect(await made.notifier.settle?.({ notice, ref })).toEqual({ ok: true, value: null });
  expect(receiver.received[1]).toMatchObject(sent);
  expect(receiver.received[1]?.body).toContain("✓ over · question · shop-12");
  receiver.answer(404);
  expect(await made.notifier.settle?.({ notice, ref })).toEqual({ ok: true, value: null });
  receiver.answer(503);
  expect(await made.notifier.settle?.({ notice, ref })).toMatchObject({ ok: false, error: { code: "unavailable" } });
  expect(await made.notifier.notify(notice)).toMatchObject({ ok: false, error: { code: "unavailable" } });
  expect(await made.notifier.settle?.({ notice, ref: null })).toEqual({ ok: true, value: null });
});

test("discord is asked to say which message it made", async () => {
  await tell(createDiscordNotifier, (url) => ({ webhookUrl: `${url}/api/webhooks/1/key?thread_id=5` }));
  expect(receiver?.received[0]?.path).toBe("/api/webhooks/1/key?thread_id=5&wait=true");
});

test("a webhook hears that a notice is over as a delivery of its own", async () => {
  receiver = await startReceiver();
  const made = createWebhookNotifier({ name: "mine", settings: { url: receiver.url }, env: {} });
  if (!made.ok) throw new Error(made.why);
  await made.notifier.notify(notice);
  await made.notifier.settle?.({ notice, ref: null });
  expect(receiver.received.map(({ headers, body }) => [headers["x-ao-delivery"], JSON.parse(body)])).toEqual([
    ["notify:1", { ...notice, over: false }],
    ["notify:1:over", { ...notice, title: "✓ over · question · shop-12", over: true }],
  ]);
});

test.for([
  ["channel_not_found", "unavailable"],
  ["msg_too_long", "refused"],
] as const)("Slack's word %s means %s, though the status says all is well", async ([error, code]) => {
  receiver = await startReceiver();
  receiver.answer(200, {}, JSON.stringify({ ok: false, error }));
  const told = await tell(createSlackNotifier, (apiUrl) => ({ apiUrl, botToken: "xoxb-hush", channel: "gone" }));
  expect(told).toMatchObject({ ok: false, error: { code, message: `Slack did not take it: ${error}` } });
});
