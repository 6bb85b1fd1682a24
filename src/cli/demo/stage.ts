/** Everything the demo stands on: a folder of its own, a home, a repository, a daemon. Nothing of the person's is touched. */
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSandbox } from "../../lib/sandbox/sandbox.ts";
import type { Client } from "../../protocol/client/create-client.ts";
import { createDaemonClient } from "../daemon/daemon-client.ts";
import type { Io } from "../render/io.ts";
import { launchDaemon } from "../daemon/start-daemon.ts";
import { createBacklog, type DemoIssue } from "./backlog.ts";
import { createConfig, makeRepository } from "./repository.ts";
import { startFailingService } from "./service.ts";

export type DemoOptions = {
  readonly seed: number;
  readonly runtime: string;
  readonly byHand: boolean;
  readonly keep: boolean;
};

export type Stage = {
  readonly io: Io;
  readonly folder: string;
  readonly repo: string;
  readonly home: string;
  readonly client: Client;
  readonly issues: readonly DemoIssue[];
  readonly url: string;
  /** Lets go of what this process holds; the daemon is another one. */
  readonly close: () => void;
};

export async function setStage(io: Io, { seed, runtime, byHand }: DemoOptions): Promise<Stage> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ao-demo-")));
  const [repo, home] = [join(folder, "words-and-numbers"), join(folder, "home")];
  const own: Io = { ...io, env: buildEnvironment(io.env, home), cwd: folder };
  const service = await startFailingService();
  const issues = createBacklog({ seed, service: service.url, byHand });
  const found = await findSandbox("auto");
  // Who runs the demo runs our own agents; without a sandbox that has to be written down.
  const sandbox = found.ok && found.sandbox.name !== "none" ? "auto" : "none";
  const config = createConfig({ runtime, sandbox, byHand });
  await makeRepository({ path: repo, env: own.env, issues, config });
  const { port } = await launchDaemon(own, 0);
  const client = createDaemonClient(own.env);
  await client.addProject({ path: repo, accept: true });
  await writeIssues(client, issues);
  const url = `http://127.0.0.1:${port}`;
  return { io: own, folder, repo, home, client, issues, url, close: service.close };
}

/** Without what would lead elsewhere: another home or configuration, another repository, somebody's git settings. */
function buildEnvironment(env: NodeJS.ProcessEnv, home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(AO_|GIT_)/.test(name) || name === "AO_ASCII");
  return {
    ...Object.fromEntries(kept),
    AO_HOME: home,
    // Its agents are scripts that cost nothing: a busy machine does not hold them up.
    AO_LOAD_PER_CORE: "1000",
    GIT_CONFIG_GLOBAL: process.platform === "win32" ? "NUL" : "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
}

async function writeIssues(client: Client, issues: readonly DemoIssue[]): Promise<void> {
  const ids = new Map<string, string>();
  for (const { of, title, body, priority, after } of issues) {
    const blocker = after === null ? undefined : ids.get(after);
    const blockedBy = blocker === undefined ? [] : [blocker];
    const { id } = await client.createIssue({ title, body, priority, blockedBy });
    ids.set(of.name, id);
  }
}
