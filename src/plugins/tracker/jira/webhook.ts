/** Deliveries of Jira: signed with an HMAC of the body, where it can. */
import { isSameSecret } from "../../../lib/same-secret.ts";
import { readPrefix, readText } from "../../remote/parse-delivery.ts";
import { header, hmac, settingsNamed, type WebhookSender } from "../../remote/webhook.ts";

export const jiraWebhook: WebhookSender = {
  isGenuine: ({ headers, body, query }, secret) => {
    const signature = header(headers, "x-hub-signature");
    // A Jira Server that cannot sign puts the secret into the address.
    if (signature === null) return isSameSecret(query.get("secret") ?? "", secret);
    return isSameSecret(signature, `sha256=${hmac(body, secret)}`);
  },
  idOf: (headers) => header(headers, "x-atlassian-webhook-identifier"),
  ...{ wakes: () => ["tracker"], kind: () => "issues" },
  signed: (body, secret, id) => ({
    "x-hub-signature": `sha256=${hmac(body, secret)}`,
    "x-atlassian-webhook-identifier": id,
  }),
  about: (payload) => ({
    projectKey: readText(payload, "issue", "fields", "project", "key") ?? readPrefix(payload, "issue", "key"),
  }),
  names: ({ tracker }) => ({ projectKey: settingsNamed(tracker, "projectKey", "project") }),
  events: ["Issue created, updated, deleted", "Comment created, updated", "Issue link created, deleted"],
  where: "Settings, System, WebHooks, Create; where there is no field for a secret, add ?secret=… to the address",
};
