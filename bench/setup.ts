/** A workspace of about 10,000 installed files: by `npm ci`, and by what one `npm ci` made for all. No network. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitSha, treeSha } from "../src/domain/model/ids.ts";
import { setAside } from "../src/lib/prepared/lay-in-workspace.ts";
import { openPrepared } from "../src/lib/prepared/prepared.ts";
import { runProgram } from "../src/lib/run.ts";
import { noSandbox } from "../src/lib/sandbox/sandbox.ts";
import { aClosedHome } from "../src/lib/sandbox/testing/closed-home.ts";
import { layOutWorkspace } from "../src/plugins/local/checks/run/lay-out.ts";
import { createGitContext } from "../src/plugins/shared/git/git-context.ts";
import { timesAtMost, type Line } from "./report.ts";

const [PACKAGES, FILES, ALLOWED] = [100, 99, 0.2];

export async function benchSetup(): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), "ao-bench-setup-"));
  try {
    return await benchIn(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function benchIn(folder: string): Promise<readonly Line[]> {
  const repository = await aProject(folder);
  const ground = createGitContext({ repository, gitDir: join(folder, "git") });
  const prepared = openPrepared({
    ...{ sandbox: noSandbox, git: ground, surroundings: () => "", folder: join(folder, "prepared") },
    settings: () => ({
      commands: [CI],
      keyFiles: ["package-lock.json"],
      cache: ["node_modules"],
      copy: [],
      symlinks: [],
    }),
    environment: async () => ({ PATH: process.env["PATH"] ?? "", HOME: folder }),
    home: () => aClosedHome(join(folder, "closed")),
    layOut: async (place, { commit, tree }) => {
      const layout = { commit: commitSha(commit), tree: treeSha(tree), base: null, cache: [] };
      return (await layOutWorkspace(await ground(), { ...place, setupNote: join(place.folder, "note") }, layout))
        .readable;
    },
    warn: (error) => {
      throw error;
    },
  });
  const head = await (await ground()).headOf("main");
  if (head === null) throw new Error("the repository has no commit");
  const request = { tree: head.tree, trusted: head, signal: new AbortController().signal };
  const into = async (name: string): Promise<void> => {
    mkdirSync(join(folder, name));
    if ((await prepared.lay(join(folder, name), request)) === null) throw new Error("nothing was laid");
  };
  const desk = { folder: join(folder, "desk"), tree: join(folder, "desk/tree") };
  mkdirSync(desk.tree, { recursive: true });
  const intoDesk = async (): Promise<void> => {
    await setAside(desk);
    if (!(await prepared.layInDesk(desk, request))) throw new Error("nothing was laid");
  };
  const first = await took(() => into("first"));
  const second = await took(() => into("second"));
  const check = await took(intoDesk);
  const nextCheck = await took(intoDesk);
  await prepared.end();
  return [
    timesAtMost("set-up of the second session, × the first", second, first, ALLOWED),
    timesAtMost("set-up of a new check workspace, × the first", check, first, ALLOWED),
    timesAtMost("set-up of the next check there, × the first", nextCheck, first, ALLOWED),
  ];
}

const QUIET = ["--offline", "--no-audit", "--no-fund"] as const;
const CI = ["npm", "ci", ...QUIET] as const;

/** Its packages lie in the repository, packed. */
async function aProject(folder: string): Promise<string> {
  const repository = join(folder, "app");
  const dependencies: Record<string, string> = {};
  mkdirSync(join(repository, "packed"), { recursive: true });
  for (let n = 0; n < PACKAGES; n += 1) {
    const source = join(folder, "source", String(n));
    mkdirSync(join(source, "package"), { recursive: true });
    writeFileSync(join(source, "package/package.json"), JSON.stringify({ name: `p${n}`, version: "1.0.0" }));
    for (let file = 0; file < FILES; file += 1)
      writeFileSync(join(source, "package", `f${file}.js`), `export const v${file} = ${n};\n`.repeat(120));
    await start("tar", ["-czf", join(repository, `packed/p${n}.tgz`), "-C", source, "package"], folder);
    dependencies[`p${n}`] = `file:packed/p${n}.tgz`;
  }
  const about = { name: "app", version: "1.0.0", dependencies };
  writeFileSync(join(repository, "package.json"), JSON.stringify(about));
  writeFileSync(join(repository, ".gitignore"), "node_modules\n");
  await start("npm", ["install", "--package-lock-only", ...QUIET], repository);
  await start("git", ["init", "-q", "-b", "main"], repository);
  await start("git", ["add", "."], repository);
  await start("git", ["-c", "user.name=B", "-c", "user.email=b@b", "commit", "-q", "-m", "Begin"], repository);
  return repository;
}

async function start(program: string, args: readonly string[], cwd: string): Promise<void> {
  const ended = await runProgram({ program, args, cwd, timeoutMs: 300_000 });
  if (!ended.ok || ended.code !== 0) throw new Error(`${program} ${args.join(" ")}: ${ended.stderr}`);
}

async function took(task: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await task();
  return performance.now() - startedMs;
}
