/** Codex by a run for each message (`drive: exec`): for versions and machines where its app-server does not do. */
import type { TurnRequest } from "../../../slots/agent.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { DialectLaunch } from "../shared/dialect.ts";
import type { Memory } from "../shared/memory.ts";
import type { AgentSettings } from "../shared/parse-agent-settings.ts";
import type { CodexStart } from "./on-screen.ts";

const NEVER_ASKS =
  "The agent cannot be started: with `drive: exec` codex asks nobody for leave. Leave `drive` out, or write `permissions: auto` without `deny`.";

export function launchExec(
  { program, args, settings, env, needs }: CodexStart,
  { permissions }: AgentSettings,
  { text }: TurnRequest,
  { conversation }: Memory,
): SlotResult<DialectLaunch> {
  if (permissions.mode === "ask" || permissions.deny.length > 0) return failed("refused", NEVER_ASKS);
  const manners = ["--json", "--dangerously-bypass-approvals-and-sandbox", "--skip-git-repo-check"];
  const resumed = conversation === null ? [] : ["resume", conversation];
  // With `-` the message is what stdin holds.
  return ok({
    argv: [program, ...args, "exec", ...manners, ...settings, ...resumed, "-"],
    stdin: text,
    takesFrames: false,
    env,
    needs,
  });
}
