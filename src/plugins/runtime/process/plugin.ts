import type { Plugin } from "../../plugin.ts";
import { processRuntime } from "./process-runtime.ts";

export const processes: Plugin = {
  name: "process",
  title: "plain processes",
  runtime: { open: async (options) => processRuntime(options) },
};
