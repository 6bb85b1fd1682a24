import type { SessionId } from "../../../../domain/model/ids.ts";

/** Who commits for the agent. By environment alone: nobody's configuration is edited. */
export function buildIdentity(session: SessionId): Readonly<Record<string, string>> {
  const [name, email] = [`Agent ${session}`, `agent-${session}@orchestrator.local`];
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}
