import {
  createGithubForge,
  type GithubForge,
  type GithubForgeOptions,
} from "../../../src/plugins/github/github-forge.ts";
import { parseGithubPlace } from "../../../src/plugins/github/place.ts";
import { githubRules } from "../../../src/plugins/github/quota-rules.ts";
import { makeElsewhere, type Elsewhere, type ForgeWishes } from "../git/elsewhere.ts";
import { startGithub, type FakeGithub, type FakeOptions } from "./fake-github.ts";

export type AGithub = Elsewhere<FakeGithub, GithubForge>;

export type Wishes = Partial<Omit<FakeOptions, "root">> & ForgeWishes<GithubForgeOptions>;

/** Tests would wait a second between two writes. */
const quickRules = { ...githubRules, writeGapMs: 0 };

export const TOKEN = "ghtest_bot";

export function makeGithub(wishes: Wishes = {}): Promise<AGithub> {
  const token = async () => ({ ok: true, value: TOKEN }) as const;
  return makeElsewhere({
    ...{ title: "GitHub", token: TOKEN, rules: quickRules },
    ...wishes,
    start: (root) => startGithub({ root, ...wishes }),
    make: ({ world, url }, { remoteAt, brokers: _brokers, ...basis }) => {
      const place = parseGithubPlace(`${world.state.owner}/${world.state.name}`, url);
      if (place === null) throw new Error("the fake lies nowhere");
      return createGithubForge({ ...basis, place, token, remote: remoteAt(place.api), ...wishes.forge });
    },
  });
}
