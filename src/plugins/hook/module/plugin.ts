import { resolve } from "node:path";
import type { Plugin } from "../../plugin.ts";
import { createModuleHook } from "./module-hook.ts";

export const moduleHooks: Plugin = {
  name: "module",
  title: "a module of yours",
  hook: ({ moment, written, folder }) =>
    createModuleHook({ moment, file: resolve(folder, typeof written === "string" ? written : written.join(" ")) }),
};
