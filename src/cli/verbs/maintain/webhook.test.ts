/** What the words of `ao webhook` and `ao issue approve` ask the daemon for, and what a person reads then. */
import { expect, onTestFinished, test } from "vitest";
import type { ApprovalView, WebhookView } from "../../../protocol/daemon/webhook.ts";
import { fixtureDaemon } from "../../testing/fixture-daemon.ts";
import { ao } from "../../testing/run-ao.ts";

const hook: WebhookView = {
  project: "app",
  source: "github",
  title: "GitHub",
  url: "http://127.0.0.1:3000/api/webhooks/github",
  events: ["issues", "push"],
  where: "the repository's Settings",
  secret: "missing",
  rotating: false,
  taken: 0,
  replayed: 0,
  lastAt: null,
};
const text: ApprovalView = {
  kind: "issue",
  project: "app",
  id: "app#7",
  by: "mallory",
  text: "Add a page",
  digest: "d1",
};

async function aDaemon(ok = true) {
  const daemon = await fixtureDaemon({
    listWebhooks: () => [hook],
    testWebhook: () => ({ url: hook.url, ok, status: ok ? 202 : 401, ms: 3, sentence: ok ? "taken" : "not taken" }),
    approvals: () => [text, { ...text, id: "app#8", digest: "d2" }],
    approve: () => text,
  });
  onTestFinished(daemon.close);
  return daemon;
}

const at = ({ env }: { readonly env: NodeJS.ProcessEnv }, more: NodeJS.ProcessEnv = {}) => ({
  env: { ...env, ...more },
});

test("ao webhook says what to enter where, and how to set what is missing", async () => {
  const { stdout, code } = await ao({ ...at(await aDaemon()), width: 100 }, "webhook");
  expect(code).toBe(0);
  expect(stdout).toContain("http://127.0.0.1:3000/api/webhooks/github");
  expect(stdout).toContain("GITHUB_WEBHOOK_SECRET");
});

test("ao webhook tells when something came, and makes up no secret where Linear has its own", async () => {
  const linear = { ...hook, source: "linear", taken: 2, lastAt: new Date().toISOString() } as const;
  const daemon = await fixtureDaemon({ listWebhooks: () => [linear] });
  onTestFinished(daemon.close);
  const { stdout } = await ao({ ...at(daemon), width: 100 }, "webhook");
  expect(stdout).toMatch(/2 taken, 0 again; the last \S+ ago/);
  expect(stdout).not.toContain("openssl");
});

test.for([
  [true, 0],
  [false, 1],
] as const)("ao webhook test exits by what came of it: %s", async ([ok, expected]) => {
  const daemon = await aDaemon(ok);
  const { code } = await ao(at(daemon), "webhook", "test", "github", "--url", "https://ao.example.test");
  expect(code).toBe(expected);
  expect(daemon.asked.at(-1)).toMatchObject({
    route: "testWebhook",
    input: { source: "github", url: "https://ao.example.test" },
  });
});

test("ao issue approve takes the exact text of that issue, and no other", async () => {
  const daemon = await aDaemon();
  expect((await ao(at(daemon), "issue", "approve", "7", "--yes")).code).toBe(0);
  expect(daemon.asked.filter(({ route }) => route === "approve").map(({ input }) => input)).toEqual([{ digest: "d1" }]);
});

test.for(["ENG-12", "app#ENG-12", "https://linear.app/acme/issue/ENG-12/add-a-page"])(
  "ao issue approve knows an issue of a tracker as %s, and says what was let through",
  async (name) => {
    const issue = { ...text, id: "app#ENG-12" };
    const daemon = await fixtureDaemon({ approvals: () => [issue], approve: () => issue });
    onTestFinished(daemon.close);
    const { code, stdout } = await ao(
      { ...at(daemon, { NO_COLOR: "1" }), width: 80 },
      "issue",
      "approve",
      name,
      "--yes",
    );
    expect([code, stdout]).toEqual([0, "✓ app#ENG-12  what mallory wrote is let through\n"]);
  },
);

test("ao issue approve alone shows what waits, and what to type", async () => {
  const { stdout } = await ao({ ...at(await aDaemon(), { NO_COLOR: "1" }), width: 80 }, "issue", "approve");
  expect(stdout).toContain("app#7  mallory wrote\n  Add a page\n");
  expect(stdout).toContain("ao issue approve <issue> lets it through");
});

test("without a person at the terminal nothing is approved, and neither by an agent", async () => {
  const daemon = await aDaemon();
  expect((await ao({ ...at(daemon), stdin: "" }, "issue", "approve", "7")).code).toBe(1);
  expect((await ao(at(daemon, { AO_SESSION: "app-1" }), "issue", "approve", "7", "--yes")).code).toBe(1);
  expect(daemon.asked.some(({ route }) => route === "approve")).toBe(false);
});

test("an issue that nothing waits for is named", async () => {
  const { code, stderr } = await ao(at(await aDaemon()), "issue", "approve", "9", "--yes");
  expect([code, stderr.includes("no text of 9 waits")]).toEqual([1, true]);
});
