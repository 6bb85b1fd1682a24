import type { Plugin } from "../../plugin.ts";
import { telegramNotifier } from "./telegram-notifier.ts";

export const telegram: Plugin = {
  name: "telegram",
  title: "Telegram",
  secrets: ["TELEGRAM_"],
  notifier: telegramNotifier,
};
