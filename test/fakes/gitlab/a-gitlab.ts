import { join } from "node:path";
import { projectId } from "../../../src/domain/ids.ts";
import { gitlabForge, type GitlabForge, type GitlabForgeOptions } from "../../../src/plugins/gitlab/gitlab-forge.ts";
import { gitlabPlace } from "../../../src/plugins/gitlab/place.ts";
import { aRepository } from "../../../src/plugins/local/testing/a-repository.ts";
import { ownClock } from "../../../src/plugins/remote/forge/own-clock.ts";
import { QuotaBroker } from "../../../src/plugins/remote/quota-broker.ts";
import { gitlabRules } from "../../../src/plugins/remote/quota-rules.ts";
import { remote } from "../../../src/plugins/remote/remote.ts";
import { elsewhere, type Elsewhere } from "../git/elsewhere.ts";
import { startGitlab, TOKEN, type FakeGitlab } from "./fake-gitlab.ts";
import type { WorldOptions } from "./world.ts";

export type AGitlab = Elsewhere<FakeGitlab, GitlabForge>;

export type Wishes = Partial<Omit<WorldOptions, "root">> & {
  readonly files?: Readonly<Record<string, string>>;
  readonly forge?: Partial<GitlabForgeOptions>;
};

/** Tests would wait between two writes. */
const quickRules = { ...gitlabRules, writeGapMs: 0, writesPerMinuteMax: 10_000 };

export async function makeGitlab({ files, forge: given = {}, ...wishes }: Wishes = {}): Promise<AGitlab> {
  const repository = await aRepository(files);
  const { folder } = repository;
  const fake = await startGitlab({ root: join(folder, "server"), ...wishes });
  const { bare, path } = fake.world;
  await repository.git("push", "--quiet", bare.path, "main");
  const place = gitlabPlace(path, new URL(fake.url));
  if (place === null) throw new Error("the fake lies nowhere");
  const authorize = async () => ({ ok: true, value: { authorization: `Bearer ${TOKEN}` } }) as const;
  const redact = (text: string): string => text;
  const options: Omit<GitlabForgeOptions, "remote"> = {
    ...{ project: projectId("shop"), place, token: TOKEN, repository: repository.path, gitDir: join(folder, "git") },
    ...{ file: join(folder, "gitlab.db"), logs: join(folder, "logs"), defaultBranch: "main" },
    ...{ bots: [], pollMs: 1, draft: false, lookEveryMs: 20, redact },
    deleteAfter: () => true,
    logDirOf: (session) => join(folder, "sessions", session),
  };
  return elsewhere(repository, fake, () => {
    const broker = new QuotaBroker({ credential: "gitlab:test", rules: quickRules, clock: ownClock });
    const client = remote({ name: "GitLab", base: place.api, authorize, broker, clock: ownClock, redact });
    return gitlabForge({ ...options, remote: client, ...given });
  });
}
