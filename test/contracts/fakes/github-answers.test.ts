import { expect, test } from "vitest";
import { describedAnswers, fillAnswer } from "../../fakes/github/described-answers.ts";
import { makeGithub, TOKEN } from "../../fakes/github/a-github.ts";
import type { Answer } from "../../fakes/github/rest-answer.ts";

const repo = "/repos/acme/shop";
const ann = { login: "ann", type: "User" };
const link = { link: '<https://github.test/?page=2>; rel="next"' };

test.for<[what: string, method: string, path: string, answer: Answer, misfit: RegExp | null]>([
  ["an issue", "GET", `${repo}/issues/1`, { status: 200, body: { number: 1, title: "One", user: ann } }, null],
  ["a list", "GET", `${repo}/issues`, { status: 200, body: [{ number: 1 }], headers: link }, null],
  ["an object for a list", "GET", `${repo}/issues`, { status: 200, body: { items: [] } }, /array/],
  ["a number that is a text", "GET", `${repo}/issues/1`, { status: 200, body: { number: "1" } }, /number/],
  ["an address that is none", "GET", `${repo}/issues/1`, { status: 200, body: { html_url: "" } }, /html_url/],
  ["a field that is not known", "GET", `${repo}/issues/1`, { status: 200, body: { nummer: 1 } }, /nummer is unknown/],
  ["one deep inside", "GET", `${repo}/issues`, { status: 200, body: [{ user: { name2: "a" } }] }, /0\.user\.name2/],
  ["a word that is not known", "GET", `${repo}/actions/jobs/1`, { status: 200, body: { status: "done" } }, /status/],
  ["a status that is not", "POST", `${repo}/issues/1/assignees`, { status: 200, body: {} }, /no such status/],
  ["a next page where nothing is listed", "GET", `${repo}/issues/1`, { status: 200, body: {}, headers: link }, /link/],
  ["a text where there is none", "GET", `${repo}/actions/jobs/1/logs`, { status: 302, body: {} }, /no body/],
  ["a refusal", "POST", `${repo}/issues`, { status: 422, body: { message: "no" } }, null],
  [
    "a refusal of a kind that is no text",
    "POST",
    `${repo}/issues`,
    { status: 422, body: { errors: [{ code: 3 }] } },
    /code/,
  ],
  ["a limit that is met", "GET", `${repo}/issues`, { status: 429, body: { message: "slower" } }, null],
  ["what nobody describes", "GET", `${repo}/nothing`, { status: 299, body: {} }, null],
])("%s: may GitHub answer that?", ([, method, path, answer, misfit]) => {
  const found = fillAnswer(method, path, answer).misfit;
  if (misfit === null) expect(found).toBeNull();
  else expect(found).toMatch(misfit);
});

test("what GitHub always tells is told, and what the fake says of it stays", () => {
  const { answer } = fillAnswer("GET", `${repo}/issues/1`, {
    status: 200,
    body: { number: 7, user: { login: "ann" } },
  });
  expect(answer.body).toMatchObject({ number: 7, milestone: null, closed_at: null, locked: false });
  expect(answer.body).toMatchObject({ user: { login: "ann", site_admin: false } });
});

test("an answer that GitHub never gives fails the test that was given it", async () => {
  const github = await makeGithub();
  github.fake.world.openIssue({ title: "One", labels: ["a"] });
  Object.assign(github.fake.world.state.issues.get(1) ?? {}, { title: 3 });
  const headers = { authorization: `Bearer ${TOKEN}` };
  await fetch(`${github.fake.url}/api/v3${repo}/issues/1`, { headers });
  await expect(github.dispose()).rejects.toThrow("never answered 200 like this: title");
});

/** Each is a decision: none of them is read here. */
test("Enterprise servers take and answer what is asked here as github.com does, but for what is not read", () => {
  const known = [
    "artifact has no digest",
    "collaborator may lack role_name",
    "there is no repository-rule-license-compliance-scanning",
  ];
  expect(describedAnswers.differences).toEqual({ "ghes-3.17": known, "ghes-3.18": known, "ghes-3.19": known });
});
