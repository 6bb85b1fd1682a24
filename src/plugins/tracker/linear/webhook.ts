/** Deliveries of Linear: signed with an HMAC of the body. A comment tells of its issue's team only. */
import { isSameSecret } from "../../../lib/same-secret.ts";
import { readPrefix, readText } from "../../remote/parse-delivery.ts";
import { header, hmac, settingsNamed, type WebhookSender } from "../../remote/webhook.ts";

export const linearWebhook: WebhookSender = {
  isGenuine: ({ headers, body }, secret) => isSameSecret(header(headers, "linear-signature") ?? "", hmac(body, secret)),
  idOf: (headers) => header(headers, "linear-delivery"),
  ...{ wakes: () => ["tracker"], kind: () => "issues" },
  signed: (body, secret, id) => ({
    "linear-signature": hmac(body, secret),
    "linear-delivery": id,
    "linear-event": "Issue",
  }),
  about: (payload) => ({
    teamKey:
      readText(payload, "data", "team", "key") ??
      readText(payload, "data", "issue", "team", "key") ??
      readPrefix(payload, "data", "issue", "identifier"),
    teamId:
      readText(payload, "data", "teamId") ??
      readText(payload, "data", "team", "id") ??
      readText(payload, "data", "issue", "teamId"),
  }),
  names: ({ tracker }) => {
    const teams = settingsNamed(tracker, "teamId", "team");
    return { teamKey: teams.filter(isKey), teamId: teams.filter((team) => !isKey(team)) };
  },
  events: ["Issues", "Comments"],
  where: "Settings, API, Webhooks, New webhook; the secret is the signing secret shown there",
  makesSecret: true,
};

const isKey = (team: string): boolean => /^[a-z][a-z0-9]{0,9}$/i.test(team);
