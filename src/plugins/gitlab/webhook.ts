/** Deliveries of GitLab: with the secret itself as their token. */
import { isSameSecret } from "../../lib/same-secret.ts";
import type { HintKind } from "../../slots/hint.ts";
import { readText } from "../remote/parse-delivery.ts";
import { BOTH, header, repositoryPaths, settingsNamed, type Wakened, type WebhookSender } from "../remote/webhook.ts";

export const gitlabWebhook: WebhookSender = {
  isGenuine: ({ headers }, secret) => isSameSecret(header(headers, "x-gitlab-token") ?? "", secret),
  idOf: (headers) => header(headers, "idempotency-key") ?? header(headers, "x-gitlab-event-uuid"),
  wakes: (headers) => whoseNews(header(headers, "x-gitlab-event") ?? ""),
  kind: (headers) => classifyEvent(header(headers, "x-gitlab-event") ?? ""),
  signed: (_body, secret, id) => ({
    "x-gitlab-token": secret,
    "x-gitlab-event-uuid": id,
    "x-gitlab-event": "Issue Hook",
  }),
  about: (payload) => ({ repository: readText(payload, "project", "path_with_namespace") }),
  names: ({ repo, tracker, now }) => ({
    repository: [...[repo ?? "", ...settingsNamed(tracker, "project")].flatMap(repositoryPaths), ...now],
  }),
  events: ["Push", "Comments", "Issues", "Merge requests", "Jobs", "Pipelines"],
  where: "the project's Settings, Webhooks, Add new webhook; the secret is the Secret token",
};

function whoseNews(event: string): readonly Wakened[] {
  if (/\bIssue Hook$|^Work Item Hook$/.test(event)) return ["tracker"];
  return /^(Merge Request|Pipeline|Job|Push|Tag Push) Hook$/.test(event) ? ["scm"] : BOTH;
}

function classifyEvent(event: string): HintKind {
  if (/\bIssue Hook$|^Work Item Hook$/.test(event)) return "issues";
  if (event === "Merge Request Hook") return "changes";
  if (/\bNote Hook$/.test(event)) return "reviews";
  return /^(Pipeline|Job) Hook$/.test(event) ? "checks" : "other";
}
