/** A repository on the fake GitHub, a person's clone of it, and the forge that a daemon would make for it. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { projectId } from "../../../src/domain/ids.ts";
import { githubForge, type GithubForge, type GithubForgeOptions } from "../../../src/plugins/github/github-forge.ts";
import { githubPlace } from "../../../src/plugins/github/place.ts";
import { aRepository, type ARepository } from "../../../src/plugins/local/testing/a-repository.ts";
import { QuotaBroker } from "../../../src/plugins/remote/quota-broker.ts";
import { githubRules, type QuotaRules } from "../../../src/plugins/remote/quota-rules.ts";
import type { Fetch } from "../../../src/plugins/remote/send.ts";
import { remote } from "../../../src/plugins/remote/remote.ts";
import { startGithub, type FakeGithub, type FakeOptions } from "./fake-github.ts";

export type AGithub = {
  readonly fake: FakeGithub;
  readonly repository: ARepository;
  readonly forge: GithubForge;
  /** The same as the next daemon finds it: GitHub, its file and git, and no memory. */
  readonly again: () => GithubForge;
  /** A commit of these files on top of where the base is on GitHub, or of the commits given. */
  readonly commit: (files: Readonly<Record<string, string>>, parents?: readonly string[]) => Promise<string>;
  /** A person puts a commit of their clone on a branch, by force if need be. */
  readonly personPushes: (branch: string, commit: string) => Promise<void>;
  readonly dispose: () => Promise<void>;
};

/** Tests would wait a second between two writes. */
const quickRules: QuotaRules = { ...githubRules, writeGapMs: 0 };

export const realClock = {
  wallMs: Date.now,
  after: (ms: number, callback: () => void) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

export type Wishes = Partial<Omit<FakeOptions, "root">> & {
  readonly files?: Readonly<Record<string, string>>;
  readonly forge?: Partial<GithubForgeOptions>;
  readonly rules?: QuotaRules;
  readonly clock?: typeof realClock;
  readonly fetch?: Fetch;
};

export async function makeGithub({
  files,
  forge: given = {},
  rules = quickRules,
  clock = realClock,
  fetch: fetchIt = fetch,
  ...wishes
}: Wishes = {}): Promise<AGithub> {
  const repository = await aRepository(files);
  const { folder } = repository;
  const fake = await startGithub({ root: join(folder, "server"), ...wishes });
  const { bare } = fake.world;
  await repository.git("push", "--quiet", bare.path, "main");
  await repository.git("remote", "add", "origin", fake.cloneUrl);
  const { owner, name } = fake.world.state;
  const place = githubPlace(`${owner}/${name}`, fake.url);
  if (place === null) throw new Error("the fake lies nowhere");
  const token = async () => ({ ok: true, value: "ghtest_bot" }) as const;
  const open = (): GithubForge => {
    const broker = new QuotaBroker({ credential: "github:test", rules, clock });
    const authorize = async () => ({ ok: true, value: { authorization: "Bearer ghtest_bot" } }) as const;
    const redact = (text: string): string => text;
    const client = remote({ name: "GitHub", base: place.api, authorize, broker, clock, redact, fetch: fetchIt });
    const made = githubForge({ ...options, remote: client, ...given });
    forges.push(made);
    return made;
  };
  const forges: GithubForge[] = [];
  const options: Omit<GithubForgeOptions, "remote"> = {
    ...{ project: projectId("shop"), place, token, repository: repository.path, gitDir: join(folder, "git") },
    ...{ file: join(folder, "github.db"), logs: join(folder, "logs"), defaultBranch: "main" },
    settings: { labels: [], assignee: null, bots: [], moves: {}, pollMs: 1, draft: false },
    deleteAfter: () => true,
    logDirOf: (session) => join(folder, "sessions", session),
    redact: (text) => text,
    lookEveryMs: 20,
  };
  const tip = async (): Promise<string> => {
    await repository.git("fetch", "--quiet", bare.path, "main");
    return repository.git("rev-parse", "FETCH_HEAD");
  };
  const forge = open();
  return {
    ...{ fake, repository, forge, again: open },
    commit: async (content, parents) => repository.commit({ files: content, parents: parents ?? [await tip()] }),
    personPushes: async (branch, commit) => {
      const before = bare.refs();
      await repository.git("push", "--quiet", "--force", bare.path, `${commit}:refs/heads/${branch}`);
      await fake.world.afterPush(before);
    },
    dispose: async () => {
      for (const one of forges) await one.close();
      await fake.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
