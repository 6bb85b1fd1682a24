/** A project on the fake GitLab, a person's clone of it, and the forge that a daemon would make for it. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { projectId } from "../../../src/domain/ids.ts";
import { gitlabForge, type GitlabForge, type GitlabForgeOptions } from "../../../src/plugins/gitlab/gitlab-forge.ts";
import { gitlabPlace } from "../../../src/plugins/gitlab/place.ts";
import { aRepository, type ARepository } from "../../../src/plugins/local/testing/a-repository.ts";
import { QuotaBroker } from "../../../src/plugins/remote/quota-broker.ts";
import { gitlabRules } from "../../../src/plugins/remote/quota-rules.ts";
import { remote } from "../../../src/plugins/remote/remote.ts";
import { realClock } from "../tracker-options.ts";
import { startGitlab, TOKEN, type FakeGitlab } from "./fake-gitlab.ts";
import type { WorldOptions } from "./world.ts";

export type AGitlab = {
  readonly fake: FakeGitlab;
  readonly repository: ARepository;
  readonly forge: GitlabForge;
  /** The same as the next daemon finds it: GitLab, its file and git, and no memory. */
  readonly again: () => GitlabForge;
  /** A commit of these files on top of where the base is on GitLab, or of the commits given. */
  readonly commit: (files: Readonly<Record<string, string>>, parents?: readonly string[]) => Promise<string>;
  /** A person puts a commit of their clone on a branch, by force if need be. */
  readonly personPushes: (branch: string, commit: string) => Promise<void>;
  readonly dispose: () => Promise<void>;
};

export type Wishes = Partial<Omit<WorldOptions, "root">> & {
  readonly files?: Readonly<Record<string, string>>;
  readonly forge?: Partial<GitlabForgeOptions>;
};

export async function makeGitlab({ files, forge: given = {}, ...wishes }: Wishes = {}): Promise<AGitlab> {
  const repository = await aRepository(files);
  const { folder } = repository;
  const fake = await startGitlab({ root: join(folder, "server"), ...wishes });
  const { bare, path } = fake.world;
  await repository.git("push", "--quiet", bare.path, "main");
  const place = gitlabPlace(path, new URL(fake.url));
  if (place === null) throw new Error("the fake lies nowhere");
  const forges: GitlabForge[] = [];
  const open = (): GitlabForge => {
    const rules = { ...gitlabRules, writeGapMs: 0, writesPerMinuteMax: 10_000 };
    const broker = new QuotaBroker({ credential: "gitlab:test", rules, clock: realClock });
    const authorize = async () => ({ ok: true, value: { authorization: `Bearer ${TOKEN}` } }) as const;
    const redact = (text: string): string => text;
    const made = gitlabForge({
      ...{ project: projectId("shop"), place, token: TOKEN, repository: repository.path, gitDir: join(folder, "git") },
      ...{
        file: join(folder, "gitlab.db"),
        logs: join(folder, "logs"),
        defaultBranch: "main",
        bots: [],
        pollMs: 1,
        draft: false,
      },
      remote: remote({ name: "GitLab", base: place.api, authorize, broker, clock: realClock, redact }),
      deleteAfter: () => true,
      logDirOf: (session) => join(folder, "sessions", session),
      redact,
      lookEveryMs: 20,
      ...given,
    });
    forges.push(made);
    return made;
  };
  const tip = async (): Promise<string> => {
    await repository.git("fetch", "--quiet", bare.path, "main");
    return repository.git("rev-parse", "FETCH_HEAD");
  };
  return {
    ...{ fake, repository, forge: open(), again: open },
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
