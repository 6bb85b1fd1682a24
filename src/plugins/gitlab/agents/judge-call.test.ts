import { expect, test } from "vitest";
import { parseGitlabPlace, type GitlabPlace } from "../place.ts";
import { judgeGitlabCall } from "./judge-call.ts";

const judge = judgeGitlabCall(parseGitlabPlace("acme/app", null) as GitlabPlace);
const get = (path: string) => judge({ method: "GET", path, body: null, isShown: () => false });

test.for([
  ["projects/acme%2Fapp", true],
  ["projects/acme%2fapp/merge_requests/3/discussions", true],
  ["projects/Acme%2FApp/jobs/7/trace", true],
  ["projects/acme%2Fapp/repository/files/src%2Fa.ts/raw", true],
  ["version", true],
  ["projects/acme%2Fother", false],
  ["projects/7", false],
  ["projects/acme%2Fapp%2F..%2Fother/issues", false],
  ["projects/acme%2Fapp/variables", false],
  ["projects/acme%2Fapp/pipelines/3/variables", false],
  ["projects/acme%2Fapp/hooks", false],
  ["projects/acme%2Fapp/access_tokens", false],
  ["projects/acme%2Fapp/issues/1/links", false],
  ["user", false],
  ["groups/acme", false],
  ["graphql", false],
] as const)("/%s is read by an agent: %s", ([path, isRead]) => {
  expect(get(path).ok).toBe(isRead);
});

test.for(["POST", "PUT", "DELETE"])("%s is not passed on", (method) => {
  expect(judge({ method, path: "projects/acme%2Fapp/issues/1/notes", body: {}, isShown: () => false }).ok).toBe(false);
});
