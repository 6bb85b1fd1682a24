import { expect, test } from "vitest";
import { issueId } from "../../../src/domain/ids.ts";
import { gitlabTracker } from "../../../src/plugins/tracker/gitlab/gitlab-tracker.ts";
import { gitlabPlace } from "../../../src/plugins/tracker/gitlab/place.ts";
import { GitlabFake, mallory } from "../../fakes/gitlab-fake.ts";
import { trackerOptions } from "../../fakes/tracker-options.ts";
import { describeDeskContract, describeMovesContract, describeTrackerContract, type MovesSubject } from "../tracker.ts";

describeTrackerContract("GitLab", makeSubject);
describeMovesContract("GitLab", makeSubject);
describeDeskContract("GitLab", makeSubject);

async function makeSubject(): Promise<MovesSubject> {
  const fake = await GitlabFake.start();
  const make = () => {
    const made = gitlabTracker(trackerOptions({ url: fake.url, token: "glpat-test" }, { repo: "acme/app" }));
    if (!made.ok) throw new Error(made.why);
    return made.tracker;
  };
  const numberOf = (issue: string): number => Number(issue.replace("app#", ""));
  const idOf = ({ iid }: { readonly iid: number }) => issueId(`app#${iid}`);
  return {
    plugin: make(),
    afterDaemonDeath: async () => make(),
    createIssue: async ({ title, text }) => idOf(fake.create({ title, description: text })),
    createAsStranger: async ({ title, text }) => idOf(fake.create({ title, description: text, author: mallory })),
    editIssue: async (issue, text) => fake.edit(numberOf(issue), { description: text }),
    reopenIssue: async (issue) => fake.edit(numberOf(issue), { state: "opened" }),
    shownFor: async (issue) => (fake.find(numberOf(issue))?.labels ?? []).join(", "),
    shows: {
      started: "ao: working",
      change_opened: "ao: in review",
      escalated: "ao: needs you",
      stopped: "ao: stopped",
    },
    linksOf: async (issue) =>
      fake.notes
        .filter(({ iid }) => iid === numberOf(issue))
        .flatMap(({ body }) => /\((https:[^)]+)\)/.exec(body)?.[1] ?? []),
    dispose: fake.stop,
  };
}

test.for<[repo: string, url: string | null, api: string | null]>([
  ["group/sub/name", null, "https://gitlab.com/api/v4/ group/sub/name"],
  ["https://git.example.test/group/name.git", null, "https://git.example.test/api/v4/ group/name"],
  ["group/name", "https://example.test/gitlab/", "https://example.test/gitlab/api/v4/ group/name"],
  ["name", null, null],
  ["../etc/passwd x", null, null],
])("%s at %s is %s", ([repo, url, expected]) => {
  const place = gitlabPlace(repo, url === null ? null : new URL(url));
  expect(place === null ? null : `${place.api.href} ${place.path}`).toBe(expected);
});
