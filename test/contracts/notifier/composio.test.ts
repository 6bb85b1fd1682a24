import { createComposioNotifier } from "../../../src/plugins/notifier/composio/composio-notifier.ts";
import { describeNotifierContract } from "../notifier.ts";
import { overHttp } from "./http-subject.ts";

const settings = (url: string) => ({
  apiUrl: url,
  apiKey: "none",
  tool: "SLACK_SEND_MESSAGE",
  arguments: { channel: "dev" },
});

describeNotifierContract("composio", overHttp(createComposioNotifier, settings));
