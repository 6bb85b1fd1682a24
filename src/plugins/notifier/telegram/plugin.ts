import type { Plugin } from "../../plugin.ts";
import { createTelegramNotifier } from "./telegram-notifier.ts";

export const telegram: Plugin = {
  name: "telegram",
  title: "Telegram",
  secrets: ["TELEGRAM_"],
  notifier: createTelegramNotifier,
};
