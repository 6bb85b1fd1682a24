import type { Plugin } from "../../plugin.ts";
import { createWebhookNotifier } from "./webhook-notifier.ts";

export const webhook: Plugin = { name: "webhook", title: "a webhook", notifier: createWebhookNotifier };
