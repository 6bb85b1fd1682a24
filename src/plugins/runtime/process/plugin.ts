import type { Plugin } from "../../plugin.ts";
import { createProcessRuntime } from "./process-runtime.ts";

export const processes: Plugin = {
  name: "process",
  title: "plain processes",
  runtime: { open: async (options) => createProcessRuntime(options) },
};
