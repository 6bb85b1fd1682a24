/** People are told where they are, and a channel that never answers holds up neither the others nor the work. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "../fixtures/receiver.ts";
import { aStage } from "./stage.ts";

const isLong = process.env["AO_TEST_LONG"] === "1";
const SECRET = "a secret of the test";
const WITHIN_MS = 40_000;

const prompt = `Please.\n\n\`\`\`script\n${JSON.stringify({
  start: [{ ask: { question: "Tabs or spaces?", choices: ["tabs", "spaces"] } }],
  answer: [{ write: { "a.txt": "a\n" } }, { commit: "Add a" }],
})}\n\`\`\`\n`;

/** It takes every request and answers none. */
async function aDeadChannel() {
  const asked = { count: 0 };
  const server = createServer(() => void (asked.count += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

test(
  "a question reaches Slack and a signed webhook while a third channel is dead, and the work goes on",
  { timeout: 120_000 },
  async () => {
    const [slack, hook, dead] = [await startReceiver(), await startReceiver(), await aDeadChannel()];
    onTestFinished(() => slack.stop());
    onTestFinished(() => hook.stop());
    const names = ["dead", "slack", "hook"];
    const stage = await aStage({
      file: {
        notifiers: {
          slack: { webhookUrl: slack.url },
          hook: { plugin: "webhook", url: hook.url, secret: SECRET },
          dead: { plugin: "webhook", url: dead.url },
        },
        notificationRouting: { urgent: names, action: names, warning: [], info: [] },
      },
    });
    const id = await stage.begin("ask", prompt);
    await expect.poll(() => [slack.received.length, hook.received.length], { timeout: WITHIN_MS }).toEqual([1, 1]);
    expect(slack.received[0]?.body).toContain("Tabs or spaces?");
    expect(slack.received[0]?.body).toContain(`/sessions/${id}`);
    const [arrived] = hook.received;
    const header = (name: string): string => String(arrived?.headers[name]);
    const signature = createHmac("sha256", SECRET).update(`${header("x-ao-timestamp")}.${arrived?.body ?? ""}`);
    expect(header("x-ao-signature")).toBe(`sha256=${signature.digest("hex")}`);
    expect(JSON.parse(arrived?.body ?? "{}")).toMatchObject({ sessionId: id, level: "urgent", over: false });

    expect(dead.asked.count).toBeGreaterThan(0);
    await stage.client.answer({ id, content: "spaces" });
    await stage.until(id, "has a change", ({ change }) => change !== null);
    // It was told once, though the dead channel is tried again.
    const told = slack.received.filter(({ body }) => body.includes("Tabs or spaces?"));
    expect(told).toHaveLength(1);
    if (!isLong) return;
    const over = () => hook.received.map(({ body }) => JSON.parse(body)).filter((notice) => notice.over);
    await expect.poll(over, { timeout: 60_000 }).toMatchObject([{ sessionId: id, title: expect.stringMatching(/^✓/) }]);
    const failing = async () => (await stage.client.failingChannels({})).map(({ name }) => name);
    await expect.poll(failing, { timeout: 60_000 }).toEqual(["dead"]);
  },
);
