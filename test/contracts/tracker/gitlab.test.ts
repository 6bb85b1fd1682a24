import { expect, test } from "vitest";
import { issueId } from "../../../src/domain/ids.ts";
import { gitlabTracker } from "../../../src/plugins/gitlab/issues/gitlab-tracker.ts";
import { gitlabPlace } from "../../../src/plugins/gitlab/place.ts";
import { aFolder } from "../../../src/store/testing/folder.ts";
import { startGitlab, TOKEN } from "../../fakes/gitlab/fake-gitlab.ts";
import { trackerOptions } from "../../fakes/tracker-options.ts";
import { describeDeskContract, describeMovesContract, describeTrackerContract, type MovesSubject } from "../tracker.ts";

describeTrackerContract("GitLab", makeSubject);
describeMovesContract("GitLab", makeSubject);
describeDeskContract("GitLab", makeSubject);

async function makeSubject(): Promise<MovesSubject> {
  const fake = await startGitlab({ root: aFolder() });
  const { world } = fake;
  const make = () => {
    const made = gitlabTracker(trackerOptions({ url: fake.url, token: TOKEN }, { repo: "acme/app" }));
    if (!made.ok) throw new Error(made.why);
    return made.tracker;
  };
  const numberOf = (issue: string): number => Number(issue.replace("app#", ""));
  const find = (issue: string) => world.issues.find(({ iid }) => iid === numberOf(issue));
  const idOf = ({ iid }: { readonly iid: number }) => issueId(`app#${iid}`);
  return {
    plugin: make(),
    afterDaemonDeath: async () => make(),
    createIssue: async ({ title, text }) => idOf(world.openIssue({ title, description: text })),
    createAsStranger: async ({ title, text }) => idOf(world.openIssue({ title, description: text, author: "mallory" })),
    editIssue: async (issue, text) => world.editIssue(numberOf(issue), { description: text }),
    reopenIssue: async (issue) => world.editIssue(numberOf(issue), { state: "opened" }),
    shownFor: async (issue) => (find(issue)?.labels ?? []).join(", "),
    shows: {
      started: "ao: working",
      change_opened: "ao: in review",
      escalated: "ao: needs you",
      stopped: "ao: stopped",
    },
    linksOf: async (issue) =>
      (find(issue)?.notes ?? []).flatMap(({ body }) => /\((https:[^)]+)\)/.exec(body)?.[1] ?? []),
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
