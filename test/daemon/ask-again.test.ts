/** A daemon that dies in the middle of a request: the client asks again under the same key, and the deed is done once. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveHome, openHome } from "../../src/config/home.ts";
import { openToken } from "../../src/daemon/http/secrets.ts";
import { createClient } from "../../src/protocol/client/create-client.ts";
import { openStore } from "../../src/store/open.ts";
import { aDaemon, aHome } from "../fixtures/daemon-process.ts";
import { aProject, aSession, theSession } from "../fixtures/domain.ts";

/** Somebody works in the session, so that a message only waits. */
function aHomeWithASession(): string {
  const home = aHome();
  openHome({ AO_HOME: home });
  openToken(join(home, "token"));
  const store = openStore({ path: resolveHome({ AO_HOME: home }).database });
  store.transaction(() => {
    store.projects.save(aProject());
    const hold = { by: "take_over", idleSinceMs: Date.now(), over: null } as const;
    store.sessions.save(aSession({ hold }), { wants: null, dueMs: null });
  });
  store.close();
  return home;
}

const texts = (home: string): readonly string[] => {
  const store = openStore({ path: resolveHome({ AO_HOME: home }).database });
  const messages = store.messages.ofSession(theSession, 99).map(({ text }) => text);
  store.close();
  return messages;
};

test.for(["commit:before:1", "commit:after:1"])(
  "killed at %s, the daemon has the message once, and the client its receipt",
  async (failpoint) => {
    const home = aHomeWithASession();
    const first = aDaemon(home, { env: { AO_FAILPOINT: failpoint } });
    const url = await first.up();
    const token = readFileSync(join(home, "token"), "utf8").trim();
    const client = createClient({ url, token, retryForMs: 30_000 });
    const sent = client.sendMessage({ id: theSession, content: "once" });
    expect(await first.ended).toEqual({ code: null, signal: "SIGKILL" });

    const next = aDaemon(home, { port: new URL(url).port });
    const message = await sent;
    expect(message).toMatchObject({ session: theSession, text: "once", state: "queued" });
    expect(await client.message({ id: message.id })).toMatchObject({ id: message.id });
    next.kill("SIGTERM");
    expect((await next.ended).code).toBe(0);
    expect(texts(home)).toEqual(["once"]);
  },
);
