/** Who may send us deliveries: the plugins that say how theirs are told from others'. */
import { builtIn } from "../../plugins/index.ts";
import type { WebhookSender } from "../../plugins/remote/webhook.ts";

/** `title`: as people know it. */
export type WebhookSource = WebhookSender & { readonly name: string; readonly title: string };

export const webhookSources: readonly WebhookSource[] = builtIn.flatMap(({ name, title, webhook }) =>
  webhook === undefined ? [] : [{ name, title, ...webhook }],
);

/** On what `ao webhook test` sends. */
export const TRIAL_HEADER = "x-ao-trial";

export const findSource = (name: string): WebhookSource | null =>
  webhookSources.find((source) => source.name === name) ?? null;
