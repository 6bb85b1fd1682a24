/** From the request to a directory that is ready, compared with a bare `git worktree add` of the same repository. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { projectId, sessionId } from "../src/domain/model/ids.ts";
import { aClosedHome } from "../src/lib/sandbox/testing/closed-home.ts";
import { noSandbox } from "../src/lib/sandbox/sandbox.ts";
import { cloneWorkspace } from "../src/plugins/workspace/clone/index.ts";
import type { GitWorkspace } from "../src/plugins/workspace/shared/git-workspace.ts";
import type { WorkspaceOptions } from "../src/plugins/workspace/shared/options.ts";
import { createWorktreeWorkspace } from "../src/plugins/workspace/worktree/index.ts";
import { aRepository, git, inMemory } from "./repository.ts";
import { atMost, median, type Line } from "./report.ts";

const SIZES = [
  { files: 200, rounds: 31 },
  { files: 50_000, rounds: 5 },
] as const;
const ALLOWED = 1.1;

export async function benchWorkspace(): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const size of SIZES) lines.push(...(await benchSize(size)));
  return lines;
}

function benchSize({ files, rounds }: (typeof SIZES)[number]): Promise<readonly Line[]> {
  return inMemory(async (folder) => {
    const repository = await aRepository(join(folder, "app"), files);
    const ways: Record<string, (n: number) => Promise<string>> = {
      bare: async (n) => {
        const path = join(folder, `b${n}`);
        await git(repository, "worktree", "add", "--quiet", "--no-track", "-b", `b${n}`, path, "main");
        return path;
      },
      worktree: making(createWorktreeWorkspace(optionsAt(folder, "worktree")), "w"),
      clone: making(cloneWorkspace(optionsAt(folder, "clone")), "c"),
    };
    const took = await interleaved(ways, rounds);
    const ratio = (name: string): number => median(took[name] ?? []) / median(took["bare"] ?? []);
    const of = `a workspace of ${files.toLocaleString("en")} files, × a bare git worktree add`;
    return ["worktree", "clone"].map((name) => atMost(`${name}: ${of}`, ratio(name), ALLOWED, "×"));
  });
}

/** One of each, then the next round in the opposite order: what slows the machine down slows all of them. */
async function interleaved(
  ways: Readonly<Record<string, (n: number) => Promise<string>>>,
  rounds: number,
): Promise<Readonly<Record<string, number[]>>> {
  const took: Record<string, number[]> = {};
  for (let n = 0; n <= rounds; n += 1) {
    const order = n % 2 === 0 ? Object.entries(ways) : Object.entries(ways).toReversed();
    for (const [name, make] of order) {
      const startedAt = performance.now();
      const place = await make(n);
      // The first round opens repositories and warms caches; nobody waits for it twice.
      if (n > 0) (took[name] ??= []).push(performance.now() - startedAt);
      await rm(place, { recursive: true });
    }
  }
  return took;
}

function making(plugin: GitWorkspace, prefix: string): (n: number) => Promise<string> {
  return async (n) => {
    const name = `${prefix}${n}`;
    const spec = { project: projectId("app"), session: sessionId(name), branch: `agent/${name}`, base: null };
    const made = await plugin.create(spec);
    if (!made.ok) throw new Error(made.error.message);
    return made.value.path;
  };
}

function optionsAt(folder: string, name: string): WorkspaceOptions {
  const home = join(folder, name);
  return {
    project: projectId("app"),
    repository: join(folder, "app"),
    defaultBranch: "main",
    root: join(home, "workspaces"),
    gitDir: join(home, "git"),
    trash: join(home, "trash"),
    repositories: join(home, "repositories"),
    copy: [],
    symlinks: [],
    setup: [],
    setupEnv: async () => ({}),
    sandbox: noSandbox,
    home: aClosedHome(home),
    logDirOf: () => join(home, "logs"),
  };
}
