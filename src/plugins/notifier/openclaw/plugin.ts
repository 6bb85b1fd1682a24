import type { Plugin } from "../../plugin.ts";
import { createOpenclawNotifier } from "./openclaw-notifier.ts";

export const openclaw: Plugin = {
  name: "openclaw",
  title: "OpenClaw",
  variables: ["OPENCLAW_"],
  notifier: createOpenclawNotifier,
};
