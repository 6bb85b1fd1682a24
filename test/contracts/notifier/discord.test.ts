import { createDiscordNotifier } from "../../../src/plugins/notifier/discord/discord-notifier.ts";
import { describeNotifierContract } from "../notifier.ts";
import { overHttp } from "./http-subject.ts";

describeNotifierContract(
  "discord",
  overHttp(createDiscordNotifier, (url) => ({ webhookUrl: `${url}/hook` }), { id: "77" }),
);
