import { expect, test } from "vitest";
import { described, findMisfit } from "../../fakes/github/described.ts";
import { makeGithub, TOKEN } from "../../fakes/github/a-github.ts";
import { prepare } from "../../fakes/github/graphql.ts";

const repo = "/repos/acme/shop";

test.for<[what: string, method: string, path: string, query: string, body: unknown, isFit: boolean]>([
  ["a list of issues", "GET", `${repo}/issues`, "state=all&per_page=100", null, true],
  ["a state that there is not", "GET", `${repo}/issues`, "state=any", null, false],
  ["a parameter that there is not", "GET", `${repo}/issues`, "status=open", null, false],
  ["a page of more than a hundred", "GET", `${repo}/issues`, "per_page=101", null, false],
  ["a page that is no number", "GET", `${repo}/issues`, "page=two", null, false],
  ["a body that is read from nobody", "GET", `${repo}/issues`, "", { state: "open" }, false],
  ["an issue", "POST", `${repo}/issues`, "", { title: "One", labels: ["a"] }, true],
  ["an issue without a title", "POST", `${repo}/issues`, "", { body: "One" }, false],
  ["a field that there is not", "POST", `${repo}/issues`, "", { title: "One", text: "a" }, false],
  ["a word that there is not", "PATCH", `${repo}/issues/1`, "", { state: "done" }, false],
  ["labels", "POST", `${repo}/issues/1/labels`, "", { labels: ["a"] }, true],
  ["an operation that nobody describes", "POST", `${repo}/nothing`, "", { a: 1 }, false],
  ["one that is described for another method", "DELETE", `${repo}/issues/1`, "", null, false],
])("%s: does it fit GitHub's description?", ([, method, path, query, body, isFit]) => {
  expect(findMisfit({ method, path, query: new URLSearchParams(query), body }) === null).toBe(isFit);
});

test("a request that GitHub does not describe fails the test that made it", async () => {
  const github = await makeGithub();
  const headers = { authorization: `Bearer ${TOKEN}` };
  const answer = await fetch(`${github.fake.url}/api/v3${repo}/issues?per_page=1000`, { headers });
  expect(answer.status).toBe(422);
  const unknown = await fetch(`${github.fake.url}/api/v3${repo}/nothing`, { headers });
  expect(unknown.status).toBe(404);
  expect(github.fake.misfits).toEqual([expect.stringContaining("not 1000"), expect.stringContaining("/nothing")]);
  // Whoever stops it is told, however it was started.
  await expect(github.fake.stop()).rejects.toThrow("GitHub does not describe what was asked");
  github.fake.misfits.pop();
  await expect(github.dispose()).rejects.toThrow("GitHub does not describe what was asked");
});

const issue = "/repos/{owner}/{repo}/issues/{issue_number}";
const blocking = [`GET ${issue}/dependencies/blocked_by`, `POST ${issue}/dependencies/blocked_by`];

/** Each is a decision: the order of issues is written below them there, and sub-issues are waited for nowhere. */
test("Enterprise servers have all that is asked here but the order of issues and their parts", () => {
  expect(described.missing).toEqual({
    "ghes-3.17": [`GET ${issue}/sub_issues`, ...blocking],
    "ghes-3.18": [`GET ${issue}/sub_issues`, ...blocking],
    "ghes-3.19": [`GET ${issue}/sub_issues`],
  });
});

test.for<[what: string, query: string, isFit: boolean]>([
  ["a hundred", "first: 100", true],
  ["more than a hundred", "first: 101", false],
  ["nothing said", "orderBy: { field: UPDATED_AT, direction: DESC }", false],
])("a GraphQL list of %s is answered or refused, as on GitHub", ([, args, isFit]) => {
  const query = `query { repository(owner: "a", name: "b") { issues(${args}) { nodes { number } } } }`;
  expect(prepare({ query }).ok).toBe(isFit);
});
