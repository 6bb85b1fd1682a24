/**
 * A tool that nobody is logged in to, or whose key is refused. No second try helps, so the turn counts as never started:
 * it is not tried again, and a person is told what to type.
 */
import type { EndResult } from "./dialect.ts";

/** As the tools and their providers say it. */
const REFUSED = new RegExp(
  [
    "not logged in|please (run )?/?log ?in|log ?in required|run /login",
    "invalid (x-)?api[- ]key|(missing|no|incorrect|expired) api[- ]key|api key (is )?(missing|not (set|found|valid))",
    "authentication[_ ](error|failed|required)|failed to authenticate|not authenticated|unauthenticated",
    "401 unauthorized|missing bearer|oauth token (has )?(expired|been revoked)",
  ].join("|"),
  "i",
);

const FIXES: Readonly<Record<string, string>> = {
  "claude-code": "run `claude /login`, or set ANTHROPIC_API_KEY",
  codex: "run `codex login`, or set OPENAI_API_KEY",
  cursor: "run `cursor-agent login`, or set CURSOR_API_KEY",
  goose: "run `goose configure`, or set your provider's key",
  opencode: "run `opencode auth login`, or set your provider's key",
  gemini: "run `gemini` and log in, or set GEMINI_API_KEY",
};

export function addLoginAdvice(agent: string, result: EndResult): EndResult {
  if (result.kind !== "failed" || !REFUSED.test(result.why)) return result;
  const fix = FIXES[agent] ?? `run \`${agent}\` and log in, or set its key`;
  const said = result.why.replace(/[.\s]+$/, "");
  // What to type comes first: of a long sentence people are shown the beginning.
  const restart = "after exporting a variable, run `ao start`";
  return { kind: "never_started", why: `${fix}; ${restart}. It said: ${said}` };
}
