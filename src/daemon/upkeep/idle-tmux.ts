/** Our tmux keeps the panes of turns that have ended. With no live session left nobody comes back to them. */
import type { Home } from "../../config/home.ts";
import { endServer } from "../../plugins/runtime/tmux/tmux-server.ts";
import { usableTmux } from "../../plugins/runtime/tmux/usable-tmux.ts";
import type { Store } from "../../store/open.ts";

export async function endIdleTmux({ path }: Home, env: NodeJS.ProcessEnv, store: Store): Promise<void> {
  const live = store.sessions.page({ live: true, project: null, before: null, limit: 1 });
  const tmux = await usableTmux(env["PATH"]);
  if (live.length === 0 && tmux.ok) await endServer(tmux.program, path);
}
