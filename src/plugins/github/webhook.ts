/** Deliveries of GitHub: signed with an HMAC of the body. */
import { isSameSecret } from "../../lib/same-secret.ts";
import type { HintKind } from "../../slots/hint.ts";
import { readText } from "../remote/parse-delivery.ts";
import { BOTH, header, hmac, repositoryPaths, type Wakened, type WebhookSender } from "../remote/webhook.ts";

export const githubWebhook: WebhookSender = {
  isGenuine: ({ headers, body }, secret) =>
    isSameSecret(header(headers, "x-hub-signature-256") ?? "", `sha256=${hmac(body, secret)}`),
  idOf: (headers) => header(headers, "x-github-delivery"),
  wakes: (headers) => whoseNews(header(headers, "x-github-event") ?? ""),
  kind: (headers) => classifyEvent(header(headers, "x-github-event") ?? ""),
  signed: (body, secret, id) => ({
    "x-hub-signature-256": `sha256=${hmac(body, secret)}`,
    "x-github-delivery": id,
    "x-github-event": "issues",
  }),
  about: (payload) => ({ repository: readText(payload, "repository", "full_name") }),
  names: ({ repo, now }) => ({ repository: [...repositoryPaths(repo ?? ""), ...now] }),
  events: [
    ...["issues", "issue_comment", "pull_request", "pull_request_review", "pull_request_review_comment"],
    ...["pull_request_review_thread", "check_run", "check_suite", "status", "push", "merge_group"],
  ],
  where: "the repository's Settings, Webhooks, Add webhook; content type application/json",
};

/** A comment below a pull request is one of an issue there. */
function whoseNews(event: string): readonly Wakened[] {
  if (event === "ping") return [];
  if (["issues", "sub_issues", "issue_dependencies"].includes(event)) return ["tracker"];
  return /^(pull_request|check_|status$|push$|merge_group$|workflow_)/.test(event) ? ["scm"] : BOTH;
}

function classifyEvent(event: string): HintKind {
  if (event === "issues") return "issues";
  if (event === "pull_request") return "changes";
  if (event.startsWith("pull_request_review")) return "reviews";
  if (/^(branch_protection_|repository_ruleset$)/.test(event)) return "rules";
  return /^(check_(run|suite)|status|workflow_(run|job))$/.test(event) ? "checks" : "other";
}
