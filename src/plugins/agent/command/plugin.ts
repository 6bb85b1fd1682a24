import type { Plugin } from "../../plugin.ts";
import { commandAgent } from "./command-agent.ts";

export const command: Plugin = {
  name: "command",
  title: "a program of yours",
  agent: { make: commandAgent, environment: [], runsAnything: true },
};
