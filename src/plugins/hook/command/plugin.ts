import { resolve } from "node:path";
import type { Plugin } from "../../plugin.ts";
import { createCommandHook } from "./command-hook.ts";

export const commandHooks: Plugin = {
  name: "command",
  title: "a program of yours",
  hook: ({ written, folder, ...options }) => {
    const [program = "", ...args] = typeof written === "string" ? [written] : written;
    return createCommandHook({
      ...options,
      command: [program.includes("/") ? resolve(folder, program) : program, ...args],
    });
  },
};
