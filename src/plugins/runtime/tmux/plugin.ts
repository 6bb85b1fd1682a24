import type { Plugin } from "../../plugin.ts";
import { endServer } from "./tmux-server.ts";
import { tmuxRuntime } from "./tmux-runtime.ts";
import { usableTmux } from "./usable-tmux.ts";

export const tmux: Plugin = {
  name: "tmux",
  title: "tmux",
  runtime: {
    program: { name: "tmux", versionOption: "-V" },
    open: async ({ path, ...options }) => {
      const found = await usableTmux(path);
      return found.ok ? tmuxRuntime({ ...options, tmux: found.program }) : null;
    },
    // It keeps the panes of turns that have ended. With no live session left nobody comes back to them.
    endIdle: async ({ home, path }) => {
      const found = await usableTmux(path);
      if (found.ok) await endServer(found.program, home);
    },
  },
};
