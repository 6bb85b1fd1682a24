/** What tools say when nobody is logged in to them, and what is no such thing. */
import { expect, test } from "vitest";
import { addLoginAdvice } from "./login.ts";

const said = (agent: string, why: string) => addLoginAdvice(agent, { kind: "failed", why });

test.for([
  ["claude-code", "Not logged in · Please run /login", "claude /login"],
  ["claude-code", "Invalid API key · Fix external API key", "ANTHROPIC_API_KEY"],
  ["claude-code", 'Failed to authenticate. API Error: 401 {"type":"authentication_error"}', "claude /login"],
  ["claude-code", "OAuth token has expired", "claude /login"],
  ["codex", "unexpected status 401 Unauthorized: Missing bearer or basic authentication in header", "codex login"],
  ["codex", "Incorrect API key provided: sk-x", "OPENAI_API_KEY"],
  ["goose", "exit 1: error: Authentication failed", "goose configure"],
  ["kimi", "Login required", "run `kimi` and log in"],
] as const)("%s: %s", ([agent, why, fix]) => {
  expect(said(agent, why)).toMatchObject({ kind: "never_started", why: expect.stringContaining(fix) });
  expect(said(agent, why)).toMatchObject({ why: expect.stringContaining(why) });
});

test.for(["exit 3", "the provider did not answer (HTTP 500)", "exit 1: 403 Forbidden", "fix the login form first"])(
  "%s is an ordinary failure",
  (why) => expect(said("claude-code", why)).toEqual({ kind: "failed", why }),
);

test("what did not fail is left as it is", () => {
  expect(addLoginAdvice("codex", { kind: "done" })).toEqual({ kind: "done" });
});
