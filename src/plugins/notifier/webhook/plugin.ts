import type { Plugin } from "../../plugin.ts";
import { webhookNotifier } from "./webhook-notifier.ts";

export const webhook: Plugin = { name: "webhook", title: "a webhook", notifier: webhookNotifier };
