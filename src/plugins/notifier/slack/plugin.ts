import type { Plugin } from "../../plugin.ts";
import { slackNotifier } from "./slack-notifier.ts";

export const slack: Plugin = { name: "slack", title: "Slack", secrets: ["SLACK_"], notifier: slackNotifier };
