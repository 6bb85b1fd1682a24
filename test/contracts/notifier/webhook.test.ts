import { createWebhookNotifier } from "../../../src/plugins/notifier/webhook/webhook-notifier.ts";
import { describeNotifierContract } from "../notifier.ts";
import { overHttp } from "./http-subject.ts";

describeNotifierContract(
  "webhook",
  overHttp(createWebhookNotifier, (url) => ({ url: `${url}/hook` })),
);
