/** Gits of other versions than the machine's, built from their released sources into a cache outside the repository. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { findProgram } from "../../src/lib/process/find-program.ts";
import { runProgram } from "../../src/lib/run.ts";
import { cacheFolder } from "../agents/under-test.ts";

export type OtherGit = { readonly version: string; readonly sha256: string; readonly source?: string };

/** The oldest that `ao start` takes, one that cannot merge in memory either, and a new one. */
export const OTHER_GITS: readonly OtherGit[] = [
  {
    version: "2.25.1",
    sha256: "222796cc6e3bf2f9fd765f8f097daa3c3999bb7865ac88a8c974d98182e29f26",
    // Debian never had it.
    source: "http://archive.ubuntu.com/ubuntu/pool/main/g/git/git_2.25.1.orig.tar.xz",
  },
  { version: "2.30.2", sha256: "41f7d90c71f9476cd387673fcb10ce09ccbed67332436a4cc58d7af32c355faa" },
  { version: "2.55.0", sha256: "457fdb04dc8728e007d4688695e6912e6f680727920f2a40bf11eacc17505357" },
];

export type BuiltGit = { readonly ok: true; readonly bin: string } | { readonly ok: false; readonly why: string };

/** Written last: an installation that was interrupted is not used. */
const COMPLETE = "complete";

/** From the cache, or built now. */
export async function buildGit(git: OtherGit): Promise<BuiltGit> {
  const folder = join(cacheFolder(), `git-${git.version}`);
  const built = { ok: true, bin: join(folder, "bin") } as const;
  if (existsSync(join(folder, COMPLETE))) return built;
  const missing = ["make", "cc", "tar", "xz"].filter((program) => findProgram(program) === null);
  if (missing.length > 0) return { ok: false, why: `${missing.join(" and ")} not installed` };
  mkdirSync(cacheFolder(), { recursive: true });
  const sources = mkdtempSync(join(cacheFolder(), "git-sources-"));
  try {
    const archive = await download(git);
    if (archive === null) return { ok: false, why: `the sources of git ${git.version} cannot be downloaded` };
    writeFileSync(join(sources, "git.tar.xz"), archive);
    await must("tar", ["xf", "git.tar.xz", "--strip-components=1"], sources);
    await must("make", [`-j${availableParallelism()}`, `prefix=${folder}`, ...WITHOUT, "install"], sources);
    writeFileSync(join(folder, COMPLETE), "");
    return built;
  } finally {
    rmSync(sources, { recursive: true, force: true });
  }
}

/** What no suite here needs: transports over HTTP, translations, scripts in other languages. */
const WITHOUT = [
  ...["CURL", "GETTEXT", "TCLTK", "PERL", "PYTHON", "EXPAT", "OPENSSL", "RUST"].map((part) => `NO_${part}=1`),
  ...["CFLAGS=-O1", "NO_INSTALL_HARDLINKS=1", "INSTALL_SYMLINKS=1"],
];

async function download({ version, sha256, source }: OtherGit): Promise<Uint8Array | null> {
  const mirror = await debianMirror();
  const sources = [
    `https://mirrors.edge.kernel.org/pub/software/scm/git/git-${version}.tar.xz`,
    ...(source === undefined ? [] : [source]),
    ...(mirror === null ? [] : [`${mirror}pool/main/g/git/git_${version}.orig.tar.xz`]),
  ];
  for (const url of sources) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(120_000) }).catch(absent);
    if (answer === null || !answer.ok) continue;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (createHash("sha256").update(bytes).digest("hex") === sha256) return bytes;
  }
  return null;
}

/** A host that cannot be reached has nothing for us; the next one may. */
function absent(error: unknown): null {
  if (error instanceof TypeError || error instanceof DOMException) return null;
  throw error;
}

/** Where the machine has its own packages from. */
async function debianMirror(): Promise<string | null> {
  const args = ["indextargets", "--format", "$(ORIGIN) $(REPO_URI)", "Created-By: Packages"];
  const asked = await runProgram({ program: "apt-get", args, timeoutMs: 10_000 });
  return /^Debian (\S+\/debian\/)$/m.exec(asked.stdout)?.[1] ?? null;
}

const BUILD_MS = 30 * 60_000;

async function must(program: string, args: readonly string[], cwd: string): Promise<void> {
  const ended = await runProgram({ program, args, cwd, timeoutMs: BUILD_MS });
  if (!ended.ok || ended.code !== 0) throw new Error(`${program}: ${ended.stderr.slice(-2_000)}`);
}
