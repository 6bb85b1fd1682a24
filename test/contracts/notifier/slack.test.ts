import { createSlackNotifier } from "../../../src/plugins/notifier/slack/slack-notifier.ts";
import { describeNotifierContract } from "../notifier.ts";
import { overHttp } from "./http-subject.ts";

describeNotifierContract(
  "slack",
  overHttp(createSlackNotifier, (url) => ({ webhookUrl: `${url}/hook` })),
);

const POSTED = { ok: true, channel: "C42", ts: "1700000000.000100" };

describeNotifierContract(
  "slack, by a bot",
  overHttp(createSlackNotifier, (url) => ({ apiUrl: url, botToken: "xoxb-not-a-secret", channel: "agents" }), POSTED),
);
