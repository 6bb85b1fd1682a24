/** The engine has taken in what a restored database does not know; now people are told, once. */
import type { Restored } from "../../config/backup/parse-restored.ts";
import { forgetRestored } from "../../config/backup/restored.ts";
import type { HomePaths } from "../../config/home.ts";
import type { Composed } from "../compose.ts";
import { notifyOnce } from "../notices/notify-once.ts";
import { findUnknownSessionFolders } from "./unknown-sessions.ts";

type Parts = { readonly home: HomePaths; readonly restored: Restored; readonly deps: Composed };

export async function settleRestored({ home, restored, deps }: Parts): Promise<void> {
  const { log, projects, slots, store } = deps;
  const unknown = findUnknownSessionFolders(home, store);
  log.warn({ ...restored, unknownSessions: unknown }, "the daemon came up on a restored database");
  forgetRestored(home);
  await notifyOnce(
    projects.registry.all().flatMap(({ id }) => slots.slotsOf(id) ?? []),
    {
      ...{ key: `restored:${restored.at}`, title: "database restored", level: "action", sessionId: null, url: null },
      message: describeRestored(restored, unknown),
    },
  );
}

function describeRestored({ from }: Restored, unknown: readonly string[]): string {
  const since = from === null ? "It began fresh." : `It is of ${from}; what happened since is not in it.`;
  const missing = unknown.length === 0 ? "" : ` It does not know ${unknown.join(", ")}; their work lies where it was.`;
  return `${since}${missing} Projects are paused: look at \`ao doctor\`, then \`ao resume --project P\`.`;
}
