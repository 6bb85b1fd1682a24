/** The composition root: home, lock, store, engine, server; each is closed in the opposite order. */
import { createWriteStream, renameSync, rmSync, writeFileSync } from "node:fs";
import { defaultRules } from "../config/rules.ts";
import { limits } from "../domain/limits.ts";
import { boot } from "../engine/boot.ts";
import type { EngineDeps, Log } from "../engine/deps.ts";
import { createLog } from "../lib/log.ts";
import { redactor } from "../lib/redact.ts";
import { ulidSource } from "../lib/ulid.ts";
import { version } from "../lib/version.ts";
import { failed } from "../slots/result.ts";
import { lockHome } from "../store/home-lock.ts";
import { openStore, type Store } from "../store/open.ts";
import { failpointFrom } from "./failpoint.ts";
import { openHome } from "./home.ts";
import { listen } from "./server.ts";
import { wallClock } from "./wall-clock.ts";

export type Daemon = { readonly port: number; readonly home: string; readonly stop: () => Promise<void> };

export async function startDaemon(options: {
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
}): Promise<Daemon> {
  const home = openHome(options.env);
  const redact = redactor(secretsIn(options.env));
  const log = createLog(createWriteStream(home.log, { flags: "a", mode: 0o600 }), redact);
  let store: Store | null = null;
  const { engine, lock } = await boot({
    lock: () => lockHome(home.lock),
    open: () => {
      store = openStore({ path: home.database });
      return depsFor(store, { env: options.env, redact, log });
    },
  });
  const server = await listen(options.port, (port) => ({ pid: process.pid, port, version }));
  publish(home.daemon, { pid: process.pid, port: server.port, version });
  log.info({ port: server.port, home: home.path }, "the daemon is up");

  /** Nothing new begins, what is under way ends, and only then is the lock given up. */
  async function stop(): Promise<void> {
    await server.close();
    await engine.stop();
    rmSync(home.daemon, { force: true });
    store?.close();
    lock.release();
    log.info({}, "the daemon is down");
  }

  return { port: server.port, home: home.path, stop };
}

type Surroundings = { readonly env: NodeJS.ProcessEnv; readonly redact: (text: string) => string; readonly log: Log };

function depsFor(store: Store, { env, redact, log }: Surroundings): EngineDeps {
  const rules = defaultRules();
  return {
    store,
    slotsOf: () => undefined,
    rulesOf: () => rules,
    fleet: () => ({ turnsMax: limits.turnsMaxDefault, refusedBy: null }),
    clock: wallClock,
    newId: ulidSource(wallClock.wallMs),
    redact,
    runCommand: () => Promise.resolve(failed("refused", "no project may run commands yet")),
    sweepMs: limits.sweepMs,
    log,
    failpoint: failpointFrom(env),
  };
}

/** By rename, so that no reader ever sees half of it. */
function publish(path: string, doc: object): void {
  writeFileSync(`${path}.new`, JSON.stringify(doc), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function secretsIn(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    /TOKEN|SECRET|PASSWORD|API_KEY|WEBHOOK_URL/.test(name) && value !== undefined ? [value] : [],
  );
}
