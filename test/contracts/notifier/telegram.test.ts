import { createTelegramNotifier } from "../../../src/plugins/notifier/telegram/telegram-notifier.ts";
import { describeNotifierContract } from "../notifier.ts";
import { overHttp } from "./http-subject.ts";

const settings = (url: string) => ({ apiUrl: url, botToken: "42:not-a-secret", chatId: 42 });

describeNotifierContract(
  "telegram",
  overHttp(createTelegramNotifier, settings, { ok: true, result: { message_id: 7 } }),
);
