import type { Plugin } from "../../plugin.ts";
import { createDiscordNotifier } from "./discord-notifier.ts";

export const discord: Plugin = {
  name: "discord",
  title: "Discord",
  secrets: ["DISCORD_"],
  notifier: createDiscordNotifier,
};
