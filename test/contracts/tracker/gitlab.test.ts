import { expect, test } from "vitest";
import { parseGitlabPlace } from "../../../src/plugins/gitlab/place.ts";
import { plainGitlab } from "../../fakes/gitlab/plain-gitlab.ts";
import { trackerSubject } from "../remote-subjects.ts";
import {
  describeDeskContract,
  describeFilterContract,
  describeMovesContract,
  describeTrackerContract,
} from "../tracker.ts";

const makeSubject = async () => trackerSubject(await plainGitlab());

describeTrackerContract("GitLab", makeSubject);
describeMovesContract("GitLab", makeSubject);
describeDeskContract("GitLab", makeSubject);
describeFilterContract("GitLab", async () => trackerSubject(await plainGitlab({ labels: ["bug"] })));

test.for<[repo: string, url: string | null, api: string | null]>([
  ["group/sub/name", null, "https://gitlab.com/api/v4/ group/sub/name"],
  ["https://git.example.test/group/name.git", null, "https://git.example.test/api/v4/ group/name"],
  ["group/name", "https://example.test/gitlab/", "https://example.test/gitlab/api/v4/ group/name"],
  ["name", null, null],
  ["../etc/passwd x", null, null],
])("%s at %s is %s", ([repo, url, expected]) => {
  const place = parseGitlabPlace(repo, url === null ? null : new URL(url));
  expect(place === null ? null : `${place.api.href} ${place.path}`).toBe(expected);
});
