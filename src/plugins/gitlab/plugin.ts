import type { Plugin } from "../plugin.ts";
import { createGitlabTracker } from "./issues/gitlab-tracker.ts";
import { openGitlab } from "./open.ts";
import { gitlabOrigin } from "./origin.ts";
import { gitlabRules } from "./quota-rules.ts";
import { gitlabKeys } from "./settings.ts";
import { gitlabWebhook } from "./webhook.ts";

export const gitlab: Plugin = {
  name: "gitlab",
  title: "GitLab",
  settings: gitlabKeys,
  secrets: ["GITLAB_", "GL_"],
  webhook: gitlabWebhook,
  quota: gitlabRules,
  tracker: createGitlabTracker,
  forge: {
    open: openGitlab,
    changes: "merge requests",
    hasRepository: (repo) => /gitlab/i.test(repo),
    findOrigin: gitlabOrigin,
    agents: { root: "/api/v4/" },
  },
};
