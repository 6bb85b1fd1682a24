import { webhookNotifier } from "../../../src/plugins/notifier/webhook/webhook-notifier.ts";
import { describeNotifierContract } from "../notifier.ts";
import { overHttp } from "./http-subject.ts";

describeNotifierContract(
  "webhook",
  overHttp(webhookNotifier, (url) => ({ url: `${url}/hook` })),
);
