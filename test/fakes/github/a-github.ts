import { join } from "node:path";
import { projectId } from "../../../src/domain/ids.ts";
import { githubForge, type GithubForge, type GithubForgeOptions } from "../../../src/plugins/github/github-forge.ts";
import { githubPlace } from "../../../src/plugins/github/place.ts";
import { aRepository } from "../../../src/plugins/local/testing/a-repository.ts";
import { ownClock } from "../../../src/plugins/remote/forge/own-clock.ts";
import { QuotaBroker, type RemoteClock } from "../../../src/plugins/remote/quota-broker.ts";
import { githubRules, type QuotaRules } from "../../../src/plugins/remote/quota-rules.ts";
import { remote } from "../../../src/plugins/remote/remote.ts";
import type { Fetch } from "../../../src/plugins/remote/send.ts";
import { elsewhere, type Elsewhere } from "../git/elsewhere.ts";
import { startGithub, type FakeGithub, type FakeOptions } from "./fake-github.ts";

export type AGithub = Elsewhere<FakeGithub, GithubForge>;

export type Wishes = Partial<Omit<FakeOptions, "root">> & {
  readonly files?: Readonly<Record<string, string>>;
  readonly forge?: Partial<GithubForgeOptions>;
  readonly rules?: QuotaRules;
  readonly clock?: RemoteClock;
  readonly fetch?: Fetch;
};

/** Tests would wait a second between two writes. */
const quickRules: QuotaRules = { ...githubRules, writeGapMs: 0 };

export async function makeGithub({
  files,
  forge: given = {},
  rules = quickRules,
  clock = ownClock,
  fetch: fetchIt = fetch,
  ...wishes
}: Wishes = {}): Promise<AGithub> {
  const repository = await aRepository(files);
  const { folder } = repository;
  const fake = await startGithub({ root: join(folder, "server"), ...wishes });
  await repository.git("push", "--quiet", fake.world.bare.path, "main");
  await repository.git("remote", "add", "origin", fake.cloneUrl);
  const { owner, name } = fake.world.state;
  const place = githubPlace(`${owner}/${name}`, fake.url);
  if (place === null) throw new Error("the fake lies nowhere");
  const token = async () => ({ ok: true, value: "ghtest_bot" }) as const;
  const authorize = async () => ({ ok: true, value: { authorization: "Bearer ghtest_bot" } }) as const;
  const redact = (text: string): string => text;
  const options: Omit<GithubForgeOptions, "remote"> = {
    ...{ project: projectId("shop"), place, token, repository: repository.path, gitDir: join(folder, "git") },
    ...{ file: join(folder, "github.db"), logs: join(folder, "logs"), defaultBranch: "main", redact, lookEveryMs: 20 },
    settings: { labels: [], assignee: null, bots: [], moves: {}, pollMs: 1, draft: false },
    deleteAfter: () => true,
    logDirOf: (session) => join(folder, "sessions", session),
  };
  return elsewhere(repository, fake, () => {
    const broker = new QuotaBroker({ credential: "github:test", rules, clock });
    const client = remote({ name: "GitHub", base: place.api, authorize, broker, clock, redact, fetch: fetchIt });
    return githubForge({ ...options, remote: client, ...given });
  });
}
