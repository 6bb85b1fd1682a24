/** Codex by a run for each message (`drive: exec`): for versions and machines where its app-server does not do. */
import type { TurnRequest } from "../../../slots/agent.ts";
import { ok, type SlotResult } from "../../../slots/result.ts";
import type { DialectLaunch } from "../shared/dialect.ts";
import type { Memory } from "../shared/conversation/memory.ts";
import type { Permissions } from "../shared/permission.ts";
import type { CodexStart } from "./on-screen.ts";

const NEVER_ASKS =
  "with `drive: exec` codex asks nobody for leave: choose `turns`, or write `permissions: auto` without `deny`";

export const explainNotByRuns = ({ mode, deny }: Permissions): string | null =>
  mode === "ask" || deny.length > 0 ? NEVER_ASKS : null;

export function launchExec(
  { program, args, settings, env, needs }: CodexStart,
  { text }: TurnRequest,
  { conversation }: Memory,
): SlotResult<DialectLaunch> {
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
