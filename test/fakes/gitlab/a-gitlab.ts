import { createGitlabForge, type GitlabForgeOptions } from "../../../src/plugins/gitlab/gitlab-forge.ts";
import { createGitlabTracker } from "../../../src/plugins/gitlab/issues/gitlab-tracker.ts";
import { parseGitlabPlace } from "../../../src/plugins/gitlab/place.ts";
import type { RemoteForge } from "../../../src/plugins/remote/forge/forge.ts";
import { gitlabRules } from "../../../src/plugins/gitlab/quota-rules.ts";
import type { TrackerPlugin } from "../../../src/slots/tracker.ts";
import { makeElsewhere, type Elsewhere, type ForgeWishes } from "../git/elsewhere.ts";
import { trackerOptions } from "../tracker-options.ts";
import { startGitlab, TOKEN, type FakeGitlab, type FakeOptions } from "./fake-gitlab.ts";

export type AGitlab = Elsewhere<FakeGitlab, RemoteForge & { readonly tracker: TrackerPlugin }>;

export type Wishes = Partial<Omit<FakeOptions, "root">> & ForgeWishes<GitlabForgeOptions>;

/** Tests would wait between two writes. */
const quickRules = { ...gitlabRules, writeGapMs: 0, writesPerMinuteMax: 10_000 };

export function makeGitlab(wishes: Wishes = {}): Promise<AGitlab> {
  return makeElsewhere({
    ...{ title: "GitLab", token: TOKEN, rules: quickRules },
    ...wishes,
    start: (root) => startGitlab({ root, ...wishes }),
    make: ({ world, url }, { remoteAt, brokers, ...basis }) => {
      const place = parseGitlabPlace(world.path, new URL(url));
      if (place === null) throw new Error("the fake lies nowhere");
      const { clock, fetch } = wishes;
      const brokerOf = (credential: string) => brokers.of(credential, gitlabRules);
      const special = { project: basis.project, repo: world.path, brokerOf, redact: basis.redact };
      const given = { ...(clock === undefined ? {} : { clock }), ...(fetch === undefined ? {} : { fetch }) };
      // The forge comes first: the broker that both share has its rules.
      const forge = createGitlabForge({ ...basis, place, token: TOKEN, remote: remoteAt(place.api), ...wishes.forge });
      const made = createGitlabTracker(
        trackerOptions({ url, token: TOKEN, labels: wishes.labels ?? [] }, { ...special, ...given }),
      );
      if (!made.ok) throw new Error(made.why);
      return { ...forge, tracker: made.tracker };
    },
  });
}
