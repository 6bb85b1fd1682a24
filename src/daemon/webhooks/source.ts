/**
 * Who may send us deliveries, and how each proves that it is the sender: by an HMAC of the raw bytes, or by a token. What
 * a delivery says is a hint and nothing more, so its words are never obeyed.
 */
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { HintKind } from "../../slots/hint.ts";
import { isSame } from "../http/secrets.ts";

export const webhookSources = ["github", "gitlab", "linear", "jira"] as const;
export type WebhookSource = (typeof webhookSources)[number];

export type Delivery = {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly query: URLSearchParams;
};

/** Who looks at the sender's side of a project. */
export type Wakened = "tracker" | "scm";

export type SourceRules = {
  /** As people know it. */
  readonly title: string;
  /** Takes as long for a near miss as for a wild guess. */
  readonly isGenuine: (delivery: Delivery, secret: string) => boolean;
  /** The sender's own id of the delivery, the same when it is sent again; null: it gave none. */
  readonly idOf: (headers: IncomingHttpHeaders) => string | null;
  /** Whose news it may be; nobody's: the sender only tries whether it gets through. */
  readonly wakes: (headers: IncomingHttpHeaders) => readonly Wakened[];
  /** Of what it tells: a sender need not be set up to tell of everything. */
  readonly kind: (headers: IncomingHttpHeaders) => HintKind;
  /** What the sender would add to this body. */
  readonly signed: (body: Buffer, secret: string, id: string) => Readonly<Record<string, string>>;
  /** Which of its events are of use here. */
  readonly events: readonly string[];
  /** Where a person enters address and secret. */
  readonly where: string;
};

const header = (headers: IncomingHttpHeaders, name: string): string | null => {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : null;
};

const hmac = (body: Buffer, secret: string): string => createHmac("sha256", secret).update(body).digest("hex");

/** On what `ao webhook test` sends. */
export const TRIAL_HEADER = "x-ao-trial";

/** An event that is not known here may be anybody's. */
const BOTH: readonly Wakened[] = ["tracker", "scm"];

/** A comment below a pull request is one of an issue there. */
function githubNews(event: string): readonly Wakened[] {
  if (event === "ping") return [];
  if (["issues", "sub_issues", "issue_dependencies"].includes(event)) return ["tracker"];
  return /^(pull_request|check_|status$|push$|merge_group$|workflow_)/.test(event) ? ["scm"] : BOTH;
}

function githubKind(event: string): HintKind {
  if (event === "issues") return "issues";
  if (event === "pull_request") return "changes";
  if (event.startsWith("pull_request_review")) return "reviews";
  if (/^(branch_protection_|repository_ruleset$)/.test(event)) return "rules";
  return /^(check_(run|suite)|status|workflow_(run|job))$/.test(event) ? "checks" : "other";
}

function gitlabKind(event: string): HintKind {
  if (/\bIssue Hook$|^Work Item Hook$/.test(event)) return "issues";
  if (event === "Merge Request Hook") return "changes";
  if (/\bNote Hook$/.test(event)) return "reviews";
  return /^(Pipeline|Job) Hook$/.test(event) ? "checks" : "other";
}

function gitlabNews(event: string): readonly Wakened[] {
  if (/\bIssue Hook$|^Work Item Hook$/.test(event)) return ["tracker"];
  return /^(Merge Request|Pipeline|Job|Push|Tag Push) Hook$/.test(event) ? ["scm"] : BOTH;
}

export const sourceRules: Readonly<Record<WebhookSource, SourceRules>> = {
  github: {
    title: "GitHub",
    isGenuine: ({ headers, body }, secret) =>
      isSame(header(headers, "x-hub-signature-256") ?? "", `sha256=${hmac(body, secret)}`),
    idOf: (headers) => header(headers, "x-github-delivery"),
    wakes: (headers) => githubNews(header(headers, "x-github-event") ?? ""),
    kind: (headers) => githubKind(header(headers, "x-github-event") ?? ""),
    signed: (body, secret, id) => ({
      "x-hub-signature-256": `sha256=${hmac(body, secret)}`,
      "x-github-delivery": id,
      "x-github-event": "issues",
    }),
    events: [
      ...["issues", "issue_comment", "pull_request", "pull_request_review", "pull_request_review_comment"],
      ...["pull_request_review_thread", "check_run", "check_suite", "status", "push", "merge_group"],
    ],
    where: "the repository's Settings, Webhooks, Add webhook; content type application/json",
  },
  gitlab: {
    title: "GitLab",
    isGenuine: ({ headers }, secret) => isSame(header(headers, "x-gitlab-token") ?? "", secret),
    idOf: (headers) => header(headers, "idempotency-key") ?? header(headers, "x-gitlab-event-uuid"),
    wakes: (headers) => gitlabNews(header(headers, "x-gitlab-event") ?? ""),
    kind: (headers) => gitlabKind(header(headers, "x-gitlab-event") ?? ""),
    signed: (_body, secret, id) => ({
      "x-gitlab-token": secret,
      "x-gitlab-event-uuid": id,
      "x-gitlab-event": "Issue Hook",
    }),
    events: ["Push", "Comments", "Issues", "Merge requests", "Jobs", "Pipelines"],
    where: "the project's Settings, Webhooks, Add new webhook; the secret is the Secret token",
  },
  linear: {
    title: "Linear",
    isGenuine: ({ headers, body }, secret) => isSame(header(headers, "linear-signature") ?? "", hmac(body, secret)),
    idOf: (headers) => header(headers, "linear-delivery"),
    ...{ wakes: () => ["tracker"], kind: () => "issues" },
    signed: (body, secret, id) => ({
      "linear-signature": hmac(body, secret),
      "linear-delivery": id,
      "linear-event": "Issue",
    }),
    events: ["Issues", "Comments"],
    where: "Settings, API, Webhooks, New webhook; the secret is the signing secret shown there",
  },
  jira: {
    title: "Jira",
    isGenuine: ({ headers, body, query }, secret) => {
      const signature = header(headers, "x-hub-signature");
      // A Jira Server that cannot sign puts the secret into the address.
      if (signature === null) return isSame(query.get("secret") ?? "", secret);
      return isSame(signature, `sha256=${hmac(body, secret)}`);
    },
    idOf: (headers) => header(headers, "x-atlassian-webhook-identifier"),
    ...{ wakes: () => ["tracker"], kind: () => "issues" },
    signed: (body, secret, id) => ({
      "x-hub-signature": `sha256=${hmac(body, secret)}`,
      "x-atlassian-webhook-identifier": id,
    }),
    events: ["Issue created, updated, deleted", "Comment created, updated", "Issue link created, deleted"],
    where: "Settings, System, WebHooks, Create; where there is no field for a secret, add ?secret=… to the address",
  },
};

export function sourceNamed(name: string): WebhookSource | null {
  return webhookSources.find((source) => source === name) ?? null;
}
