/** The composition root: home, lock, store, projects, engine, server; each is closed in the opposite order. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { adviseOn, refuseFresh } from "../config/backup/refuse-fresh.ts";
import { readRestored } from "../config/backup/restored.ts";
import { openHome, type HomePaths } from "../config/home.ts";
import { boot } from "../engine/boot.ts";
import type { Engine } from "../engine/engine.ts";
import { createLog, type Logger } from "../lib/log.ts";
import { createRedactor } from "../lib/text/redact.ts";
import { version } from "../lib/version.ts";
import { lockHome } from "../store/home-lock.ts";
import { openStore } from "../store/open.ts";
import { EVERYWHERE, serve } from "./api/serve.ts";
import { listenWhere } from "./process/choose-port.ts";
import { keepSupervisor } from "./process/supervised.ts";
import { createDailyBackups } from "./upkeep/backups.ts";
import { createChores } from "./upkeep/chores.ts";
import { composeDaemon, type Close, type Composed, type HowToEnd } from "./compose.ts";
import { createContext } from "./daemon-context.ts";
import { Hints } from "./watch/hints.ts";
import { watchUntilGone } from "./upkeep/home-gone.ts";
import { keepHouse } from "./upkeep/housekeeping.ts";
import { openToken } from "./http/secrets.ts";
import { openLogFile } from "./process/log-file.ts";
import { endRemoved } from "./projects/end-removed.ts";
import { parseDaemonFile } from "./process/parse-daemon-file.ts";
import { readText } from "./projects/project-files.ts";
import { settleRestored } from "./upkeep/settle-restored.ts";
import { watchWorkspaces } from "./watch/workspace-watch.ts";
import { createAutoTriage } from "./triage/triage.ts";
import { stayAwake } from "./upkeep/stay-awake.ts";

export type DaemonOptions = {
  readonly env: NodeJS.ProcessEnv;
  /** Null: none was given by hand. */
  readonly port: number | null;
  /** Somebody asked the daemon itself to end; whoever started it does that. */
  readonly onShutDown?: (how: HowToEnd) => void;
};
export type Daemon = {
  readonly port: number;
  /** Where this machine reaches it. */
  readonly url: string;
  readonly home: string;
  /** One that makes room for the next leaves its file: whoever waits for it knows that another one comes. */
  readonly stop: (how?: HowToEnd) => Promise<void>;
};

export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const closing: Close[] = [];
  const stop = async (how: HowToEnd = "end"): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close(how);
  };
  try {
    return { ...(await open(options, (close) => closing.push(close))), stop };
  } catch (error) {
    // Why it did not start is what matters; what cannot be closed any more ends with the process.
    await stop().catch((left: unknown) => process.emitWarning(`not everything was closed: ${String(left)}`));
    throw error;
  }
}

/** Each thing that is opened says how it is closed: nothing new begins, what is under way ends, the lock goes last. */
async function open(options: DaemonOptions, later: (close: Close) => void): Promise<Omit<Daemon, "stop">> {
  const { env, onShutDown = () => undefined } = options;
  const home = openHome(env);
  const { redact, learnSecrets } = openRedactor(env, openToken(home.token));
  const log = openLog(home, redact, later);
  const hints = new Hints();
  const restored = readRestored(home);
  const { engine, deps } = await boot({
    lock: () => {
      const lock = lockHome(home.lock);
      later(() => {
        lock.release();
        log.info({}, "the daemon is down");
      });
      return lock;
    },
    open: async () => {
      refuseFresh(home);
      const store = openStore({ path: home.database, advise: () => adviseOn(home, "state.db") });
      later(() => store.close());
      return composeDaemon({ env, home, store, restored, log, redact, hints, later });
    },
  });
  later(async () => {
    const stopped = engine.stop();
    // Checks may run for hours: those under way are called off, and begin again with the next daemon.
    await deps.slots.close();
    await stopped;
  });
  if (restored !== null) await settleRestored({ home, restored, deps });
  hints.attach(engine);
  const backups = createDailyBackups({ home, log, wallMs: deps.clock.wallMs });
  later(backups.close);
  const workspaces = watchWorkspaces({ engine, deps, log, later });
  later(keepHouse(createChores(home, deps, { backups, workspaces }), log));
  later(
    stayAwake({
      ...{ env, log, onChange: (changed) => engine.onCommit(changed) },
      isWanted: () => deps.projects.settings().preventIdleSleep,
      isWorking: () => deps.store.sessions.openTurns().length > 0,
    }),
  );
  const context = createContext({ env, home, engine, deps, backups, onShutDown, learnSecrets, later });
  later(engine.onCommit(createAutoTriage(context)));
  later(engine.onCommit(context.ownScreens.endUnheld));
  later(keepRemovedEnding(engine, deps));
  const server = await listenWhere(chooseAddress(options, home, deps), (port) => serve(context, { port }));
  later(() => server.close());
  const host = formatReachableHost(context.settings().host);
  later(publish(home.daemon, JSON.stringify({ pid: process.pid, port: server.port, host, version })));
  later(keepSupervisor({ home, env, log }));
  later(
    watchUntilGone(home.database, () => {
      log.error({ home: home.path }, "the home was removed; the daemon ends");
      onShutDown("end");
    }),
  );
  log.info({ port: server.port, home: home.path }, "the daemon is up");
  return { port: server.port, url: `http://${host}:${server.port}`, home: home.path };
}

function keepRemovedEnding(engine: Engine, { store, runtimes, projects, log }: Composed): Close {
  const endSessions = endRemoved({ store, engine, runtimes, registry: projects.registry, log });
  endSessions();
  return engine.onCommit(endSessions);
}

/** Where this machine finds it: one that listens everywhere is found at home, too. */
function formatReachableHost(host: string): string {
  if (EVERYWHERE.includes(host)) return "127.0.0.1";
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function chooseAddress({ port: byHand }: DaemonOptions, home: HomePaths, { projects }: Composed) {
  const { port, isPortSet } = projects.settings();
  const last = parseDaemonFile(readText(home.daemon) ?? "")?.port ?? null;
  return { byHand: byHand ?? (isPortSet ? port : null), last, usual: port };
}

function openLog(home: HomePaths, redact: (text: string) => string, later: (close: Close) => void): Logger {
  const file = openLogFile(home.log);
  later(() => file.close());
  return createLog(file, redact);
}

/** By rename, so that no reader ever sees half of it. Taken back only while it says the same: a home may be made anew. */
function publish(path: string, text: string): Close {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return (how) => {
    if (how === "end" && readText(path) === text) rmSync(path, { force: true });
  };
}

/** Secrets that the environment held once stay known: they stand in what was written meanwhile. */
function openRedactor(env: NodeJS.ProcessEnv, token: string) {
  const secrets = new Set([...collectSecrets(env), token]);
  let current = createRedactor([...secrets]);
  return {
    redact: (text: string): string => current(text),
    learnSecrets: (): void => {
      for (const secret of collectSecrets(env)) secrets.add(secret);
      current = createRedactor([...secrets]);
    },
  };
}

function collectSecrets(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    /TOKEN|SECRET|PASSWORD|API_KEY|WEBHOOK_URL/.test(name) && value !== undefined ? [value] : [],
  );
}
