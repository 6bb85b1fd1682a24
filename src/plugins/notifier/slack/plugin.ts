import type { Plugin } from "../../plugin.ts";
import { createSlackNotifier } from "./slack-notifier.ts";

export const slack: Plugin = { name: "slack", title: "Slack", secrets: ["SLACK_"], notifier: createSlackNotifier };
