import { slackNotifier } from "../../../src/plugins/notifier/slack/slack-notifier.ts";
import { describeNotifierContract } from "../notifier.ts";
import { overHttp } from "./http-subject.ts";

describeNotifierContract(
  "slack",
  overHttp(slackNotifier, (url) => ({ webhookUrl: `${url}/hook` })),
);
