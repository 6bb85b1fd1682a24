import { key, someTexts, text } from "../../../lib/setting-keys.ts";
import type { Plugin } from "../../plugin.ts";
import { modestRules } from "../../remote/quota/quota-rules.ts";
import { createLinearTracker } from "./linear-tracker.ts";
import { linearWebhook } from "./webhook.ts";

export const linear: Plugin = {
  name: "linear",
  title: "Linear",
  settings: {
    teamId: key(text, "the team's key or id."),
    states: key(someTexts, "only issues in one of these states."),
  },
  secrets: ["LINEAR_"],
  webhook: linearWebhook,
  // 5,000 requests and 3,000,000 points of complexity an hour, told in the headers.
  quota: modestRules,
  tracker: createLinearTracker,
};
