/** What runtimes keep of turns that have ended. With no live session left nobody comes back to it. */
import type { HomePaths } from "../../config/home.ts";
import { pluginsWith } from "../../plugins/find-plugin.ts";
import type { Store } from "../../store/open.ts";

export async function endIdleRuntimes({ path: home }: HomePaths, env: NodeJS.ProcessEnv, store: Store): Promise<void> {
  const live = store.sessions.page({ live: true, project: null, before: null, limit: 1 });
  if (live.length > 0) return;
  for (const { part } of pluginsWith("runtime")) await part.endIdle?.({ home, path: env["PATH"] });
}
