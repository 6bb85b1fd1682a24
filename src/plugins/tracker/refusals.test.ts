/** What a tracker says when it refuses, in the form in which each publishes it, told to whoever asked. */
import { expect, test } from "vitest";
import { trackerOptions } from "../../../test/fakes/tracker-options.ts";
import { issueId } from "../../domain/model/ids.ts";
import { createGitlabTracker } from "../gitlab/issues/gitlab-tracker.ts";
import { createJiraTracker } from "./jira/jira-tracker.ts";
import { createLinearTracker } from "./linear/linear-tracker.ts";

const at = { url: "http://127.0.0.1:1/", token: "t" };
const trackers = {
  gitlab: { make: createGitlabTracker, settings: { ...at, project: "acme/shop" }, issue: "app#1" },
  jira: { make: createJiraTracker, settings: { ...at, projectKey: "ENG" }, issue: "app#ENG-1" },
  linear: { make: createLinearTracker, settings: { ...at, teamId: "ENG" }, issue: "app#ENG-1" },
};

type Refusal = {
  readonly of: keyof typeof trackers;
  readonly status: number;
  readonly body: object;
  readonly code: "refused" | "gone";
  readonly said: string;
};

const linearSays = (code: string, message: string, told: string) => ({
  errors: [{ message, path: ["issue"], extensions: { type: code, code, userPresentableMessage: told } }],
});

const refusals: readonly Refusal[] = [
  {
    of: "gitlab",
    status: 403,
    body: { message: "403 Forbidden - project is archived" },
    code: "refused",
    said: "project is archived",
  },
  {
    of: "gitlab",
    status: 403,
    body: { error: "insufficient_scope", error_description: "needs api" },
    code: "refused",
    said: "needs api",
  },
  {
    of: "gitlab",
    status: 404,
    body: { message: "404 Project Not Found" },
    code: "gone",
    said: "404 Project Not Found",
  },
  {
    of: "jira",
    status: 403,
    body: { message: "The app is not installed here." },
    code: "refused",
    said: "not installed here",
  },
  {
    of: "jira",
    status: 404,
    body: { errorMessages: ["You may not see it."], errors: {} },
    code: "gone",
    said: "You may not see it.",
  },
  {
    of: "linear",
    status: 200,
    body: linearSays("FORBIDDEN", "Forbidden", "You are no member."),
    code: "refused",
    said: "You are no member.",
  },
  {
    of: "linear",
    status: 400,
    body: linearSays("INPUT_ERROR", "Argument Validation Error", "id is no UUID."),
    code: "refused",
    said: "id is no UUID.",
  },
  {
    of: "linear",
    status: 403,
    body: linearSays("FORBIDDEN", "Forbidden", "This address is not allowed."),
    code: "refused",
    said: "This address is not allowed.",
  },
];

test.for(refusals)("$of's $status, $said, is told in its own words", async ({ of, status, body, code, said }) => {
  const { make, settings, issue } = trackers[of];
  const made = make(trackerOptions(settings, { fetch: async () => Response.json(body, { status }) }));
  if (!made.ok) throw new Error(made.why);
  const read = await made.tracker.read(issueId(issue));
  expect(read).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(said) } });
});
