/** A forge elsewhere as tests meet it: its fake, a person's clone of what lies there, and the forge a daemon would make for it. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { projectId } from "../../../src/domain/model/ids.ts";
import { aRepository, type ARepository } from "../../../src/plugins/local/testing/a-repository.ts";
import { formatCredentialName } from "../../../src/plugins/remote/credential-name.ts";
import type { ForgeOptions, ForgeSettings } from "../../../src/plugins/remote/forge/forge.ts";
import { ownClock } from "../../../src/plugins/remote/forge/own-clock.ts";
import { QuotaBrokers, type RemoteClock } from "../../../src/plugins/remote/quota/quota-broker.ts";
import type { QuotaRules } from "../../../src/plugins/remote/quota/quota-rules.ts";
import { createRemote, type Remote } from "../../../src/plugins/remote/http/remote.ts";
import type { FetchUrl } from "../../../src/plugins/remote/http/send.ts";
import type { BareGit } from "./bare-git.ts";

/** What CI says of one commit; `attempt` counts from 1. */
export type Ci<JobResult> = (tree: {
  readonly commit: string;
  readonly attempt: number;
  readonly read: (path: string) => Promise<string | null>;
}) => Promise<readonly JobResult[]> | readonly JobResult[];

export type Elsewhere<Fake, Forge> = {
  readonly fake: Fake;
  readonly repository: ARepository;
  readonly forge: Forge;
  /** The same as the next daemon finds it: the forge, its file and git, and no memory. */
  readonly again: () => Forge;
  /** A commit of these files on top of where the base is on the forge, or of the commits given. */
  readonly commit: (files: Readonly<Record<string, string>>, parents?: readonly string[]) => Promise<string>;
  /** A person puts a commit of their clone on a branch, by force if need be. */
  readonly personPushes: (branch: string, commit: string) => Promise<void>;
  readonly dispose: () => Promise<void>;
};

/** What a test may want otherwise than usual of whichever forge. */
export type ForgeWishes<Options> = {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Partial<ForgeSettings>;
  /** Issues without these are not asked for. */
  readonly labels?: readonly string[];
  readonly forge?: Partial<Options>;
  readonly rules?: QuotaRules;
  readonly clock?: RemoteClock;
  readonly fetch?: FetchUrl;
};

export type AFake = {
  readonly world: {
    readonly bare: BareGit;
    readonly afterPush: (before: ReadonlyMap<string, string>) => Promise<unknown>;
  };
  readonly cloneUrl: string;
  readonly stop: () => Promise<void>;
};
type AForge = { readonly close: () => Promise<void> };

const usual = { labels: [], assignee: null, bots: [], moves: {}, pollMs: 1, draft: false } as const;

type Basis = ForgeOptions & {
  readonly settings: typeof usual;
  readonly brokers: QuotaBrokers;
  readonly remoteAt: (api: URL) => Remote;
};

type Making<Fake, Forge, Options> = ForgeWishes<Options> & {
  /** As people know it. */
  readonly title: string;
  readonly token: string;
  readonly rules: QuotaRules;
  readonly start: (root: string) => Promise<Fake>;
  readonly make: (fake: Fake, basis: Basis) => Forge;
};

export async function makeElsewhere<Fake extends AFake, Forge extends AForge, Options>(
  making: Making<Fake, Forge, Options>,
): Promise<Elsewhere<Fake, Forge>> {
  const repository = await aRepository(making.files);
  const fake = await making.start(join(repository.folder, "server"));
  const { bare } = fake.world;
  await repository.git("push", "--quiet", bare.path, "main");
  await repository.git("remote", "add", "origin", fake.cloneUrl);
  const forges: Forge[] = [];
  const open = (): Forge => {
    const forge = making.make(fake, basisOf(making, repository));
    forges.push(forge);
    return forge;
  };
  const tip = async (): Promise<string> => {
    await repository.git("fetch", "--quiet", bare.path, "main");
    return repository.git("rev-parse", "FETCH_HEAD");
  };
  return {
    ...{ fake, repository, forge: open(), again: open },
    commit: async (files, parents) => repository.commit({ files, parents: parents ?? [await tip()] }),
    personPushes: async (branch, commit) => {
      const before = bare.refs();
      await repository.git("push", "--quiet", "--force", bare.path, `${commit}:refs/heads/${branch}`);
      await fake.world.afterPush(before);
    },
    dispose: async () => {
      for (const one of forges) await one.close();
      try {
        await fake.stop();
      } finally {
        rmSync(repository.folder, { recursive: true, force: true });
      }
    },
  };
}

function basisOf<Fake, Forge, Options>(
  { title, token, rules, settings, labels, clock = ownClock, fetch: fetchIt = fetch }: Making<Fake, Forge, Options>,
  { folder, path }: ARepository,
): Basis {
  const name = title.toLowerCase();
  const redact = (text: string): string => text;
  const authorize = async () => ({ ok: true, value: { authorization: `Bearer ${token}` } }) as const;
  const brokers = new QuotaBrokers(clock);
  const remoteAt = (base: URL): Remote => {
    const broker = brokers.of(formatCredentialName(name, base.host, token), rules);
    return createRemote({ name: title, base, authorize, broker, clock, redact, fetch: fetchIt });
  };
  return {
    ...{ project: projectId("shop"), repository: path, gitDir: join(folder, "git"), defaultBranch: "main", redact },
    ...{ file: join(folder, `${name}.db`), logs: join(folder, "logs"), lookEveryMs: 20 },
    settings: { ...usual, ...settings, ...(labels === undefined ? {} : { labels }) } as typeof usual,
    deleteAfter: () => true,
    logDirOf: (session) => join(folder, "sessions", session),
    ...{ brokers, remoteAt },
  };
}
