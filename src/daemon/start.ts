/** The composition root: home, lock, store, engine, server; each is closed in the opposite order. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
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
import { openHome } from "../config/home.ts";
import { openLogFile } from "./log-file.ts";
import { listen } from "./server.ts";
import { wallClock } from "./wall-clock.ts";

export type DaemonOptions = { readonly env: NodeJS.ProcessEnv; readonly port: number };
export type Daemon = { readonly port: number; readonly home: string; readonly stop: () => Promise<void> };

export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const closing: Close[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    return { ...(await open(options, (close) => closing.push(close))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Close = () => void | Promise<void>;

/** Each thing that is opened says how it is closed: nothing new begins, what is under way ends, the lock goes last. */
async function open(options: DaemonOptions, later: (close: Close) => void): Promise<Omit<Daemon, "stop">> {
  const home = openHome(options.env);
  const redact = redactor(secretsIn(options.env));
  const file = openLogFile(home.log);
  later(() => file.close());
  const log = createLog(file, redact);
  const { engine } = await boot({
    lock: () => {
      const lock = lockHome(home.lock);
      later(() => {
        lock.release();
        log.info({}, "the daemon is down");
      });
      return lock;
    },
    open: () => {
      const store = openStore({ path: home.database });
      later(() => store.close());
      return depsFor(store, { env: options.env, redact, log });
    },
  });
  later(() => engine.stop());
  const server = await listen(options.port, (port) => ({ pid: process.pid, port, version }));
  later(() => server.close());
  publish(home.daemon, { pid: process.pid, port: server.port, version });
  later(() => rmSync(home.daemon, { force: true }));
  log.info({ port: server.port, home: home.path }, "the daemon is up");
  return { port: server.port, home: home.path };
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
    environmentOf: () => Promise.resolve({}),
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
