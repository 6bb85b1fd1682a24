import { flag, key, text } from "../../../lib/setting-keys.ts";
import type { Plugin } from "../../plugin.ts";
import { modestRules } from "../../remote/quota/quota-rules.ts";
import { createJiraTracker } from "./jira-tracker.ts";
import { jiraWebhook } from "./webhook.ts";

export const jira: Plugin = {
  name: "jira",
  title: "Jira",
  settings: {
    projectKey: key(text, "the project's key."),
    email: key(text, "whose token it is, on Jira Cloud. Left out: `JIRA_EMAIL`."),
    cloud: key(flag, "it is Jira Cloud, though its address does not say so."),
    query: key(text, "further JQL that issues must meet."),
    issueType: key(text, "the type of issues that are written here. Default: Task."),
  },
  secrets: ["JIRA_"],
  webhook: jiraWebhook,
  // It tells no budget beforehand: it answers 429 with `Retry-After`.
  quota: modestRules,
  tracker: createJiraTracker,
};
