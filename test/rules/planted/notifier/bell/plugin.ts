/** A planted notifier: rings whoever listens at its address. */
import type { Plugin } from "../../../../../src/plugins/plugin.ts";
import { createHttpNotifier } from "../../../../../src/plugins/notifier/shared/http-notifier.ts";
import {
  parseHttpAddress,
  reportMissingSetting,
  reportInvalidAddress,
  readNotifierSetting,
} from "../../../../../src/plugins/notifier/shared/read-settings.ts";

export const bell: Plugin = {
  name: "bell",
  title: "the bell",
  secrets: ["BELL_"],
  notifier: (options) => {
    const address = readNotifierSetting(options, "url", "BELL_URL");
    if (address === null) return reportMissingSetting(options, "url", "BELL_URL");
    const url = parseHttpAddress(address);
    if (url === null) return reportInvalidAddress(options, "url");
    const request = ({ title, message }: { readonly title: string; readonly message: string }) => ({
      url,
      body: JSON.stringify({ ring: `${title}: ${message}` }),
    });
    return { ok: true, notifier: createHttpNotifier(options.name, request) };
  },
};
