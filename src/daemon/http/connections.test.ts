/** A flood of connections drops its own; whoever shows a token gets in, and stays. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { anApi, type ApiRig } from "../../../test/fixtures/daemon-api.ts";
import { aSession, theSession } from "../../../test/fixtures/domain.ts";
import { limits } from "../../domain/model/limits.ts";
import { createClient } from "../../protocol/client/create-client.ts";
import type { Store } from "../../store/open.ts";
import { createSessionTokens } from "./secrets.ts";

type Held = { readonly sockets: Socket[]; readonly open: () => number };

/** Connections that begin a request and never end it. */
async function hold(rig: ApiRig, count: number, text: string): Promise<Held> {
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  for (let n = 0; n < count; n += 1) {
    const socket = connect(rig.port, "127.0.0.1").on("error", () => undefined);
    sockets.push(socket.resume());
    if (n % 50 === 0) await once(socket, "connect");
    socket.write(text);
  }
  return { sockets, open: () => sockets.filter(({ destroyed, readable }) => !destroyed && readable).length };
}

const SLOW = "GET /api/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\n";

test("two thousand connections that show nothing leave a person's command and stream alone", async () => {
  const rig = await anApi();
  const heard: string[] = [];
  const leaving = new AbortController();
  const following = (async () => {
    for await (const { kind } of rig.client().events({}, { signal: leaving.signal })) heard.push(kind);
  })();
  await expect.poll(() => heard).toEqual(["live"]);
  const flood = await hold(rig, 2_000, SLOW);
  expect(await rig.client({ retryForMs: 20_000 }).listSessions({})).toEqual([]);
  await expect.poll(() => flood.open(), { timeout: 20_000 }).toBeLessThanOrEqual(limits.strangerConnectionsMax);
  // It was never cut: a stream that is taken up again says so once more.
  expect(heard).toEqual(["live"]);
  leaving.abort();
  await following;
});

test("an agent holds only so many connections, and no other agent's", async () => {
  const rig = await anApi({ facts: (store: Store) => store.sessions.save(aSession(), { wants: null, dueMs: null }) });
  const tokens = createSessionTokens(rig.token);
  const stream = (session: string): string =>
    `GET /api/events?session=${session} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${tokens.make(session)}\r\n\r\n`;
  const other = await hold(rig, 1, stream("app-8"));
  await expect.poll(() => other.sockets[0]?.bytesRead ?? 0).toBeGreaterThan(0);
  const greedy = await hold(rig, 40, stream(theSession));
  await expect.poll(() => greedy.open(), { timeout: 20_000 }).toBe(limits.connectionsPerAgentMax);
  expect(other.open()).toBe(1);
  const own = createClient({ url: rig.url, token: tokens.make(theSession), retryForMs: 0 });
  expect(await own.status({ id: theSession })).toMatchObject({ id: theSession });
});

test("a request whose headers never end is cut", { timeout: 40_000 }, async () => {
  const rig = await anApi();
  const slow = await hold(rig, 1, SLOW);
  // Node itself would look for it only every half minute.
  await expect.poll(() => slow.open(), { timeout: 20_000 }).toBe(0);
});
