import type { Plugin } from "../../plugin.ts";
import { endServer } from "./tmux-server.ts";
import { createTmuxRuntime } from "./tmux-runtime.ts";
import { findUsableTmux } from "./usable-tmux.ts";

export const tmux: Plugin = {
  name: "tmux",
  title: "tmux",
  runtime: {
    program: { name: "tmux", versionOption: "-V" },
    open: async ({ path, ...options }) => {
      const found = await findUsableTmux(path);
      return found.ok ? createTmuxRuntime({ ...options, tmux: found.program }) : null;
    },
    // It keeps the panes of turns that have ended. With no live session left nobody comes back to them.
    endIdle: async ({ home, path }) => {
      const found = await findUsableTmux(path);
      if (found.ok) await endServer(found.program, home);
    },
  },
};
