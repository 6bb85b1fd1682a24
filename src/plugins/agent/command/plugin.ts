import type { Plugin } from "../../plugin.ts";
import { createCommandAgent } from "./command-agent.ts";

export const command: Plugin = {
  name: "command",
  title: "a program of yours",
  agent: { make: createCommandAgent, environment: [], runsAnything: true },
};
