import { discordNotifier } from "../../../src/plugins/notifier/discord/discord-notifier.ts";
import { describeNotifierContract } from "../notifier.ts";
import { overHttp } from "./http-subject.ts";

describeNotifierContract(
  "discord",
  overHttp(discordNotifier, (url) => ({ webhookUrl: `${url}/hook` }), { id: "77" }),
);
