import type { Plugin } from "../../plugin.ts";
import { discordNotifier } from "./discord-notifier.ts";

export const discord: Plugin = { name: "discord", title: "Discord", secrets: ["DISCORD_"], notifier: discordNotifier };
