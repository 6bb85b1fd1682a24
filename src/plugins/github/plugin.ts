import type { Plugin } from "../plugin.ts";
import { githubInterface } from "./agents/interface.ts";
import { openGithub } from "./open.ts";
import { githubOrigin } from "./origin.ts";
import { githubRules } from "./quota-rules.ts";
import { githubKeys } from "./settings.ts";
import { githubWebhook } from "./webhook.ts";

export const github: Plugin = {
  name: "github",
  title: "GitHub",
  settings: githubKeys,
  secrets: ["GITHUB_", "GH_"],
  webhook: githubWebhook,
  quota: githubRules,
  forge: {
    open: openGithub,
    changes: "pull requests",
    findOrigin: githubOrigin,
    agents: githubInterface,
  },
};
