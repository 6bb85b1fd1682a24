/** A planted notifier: rings whoever listens at its address. */
import type { Plugin } from "../../../../../src/plugins/plugin.ts";
import { httpNotifier } from "../../../../../src/plugins/notifier/shared/http-notifier.ts";
import {
  httpAddress,
  lacks,
  noAddress,
  textSetting,
} from "../../../../../src/plugins/notifier/shared/read-settings.ts";

export const bell: Plugin = {
  name: "bell",
  title: "the bell",
  secrets: ["BELL_"],
  notifier: (options) => {
    const address = textSetting(options, "url", "BELL_URL");
    if (address === null) return lacks(options, "url", "BELL_URL");
    const url = httpAddress(address);
    if (url === null) return noAddress(options, "url");
    const request = ({ title, message }: { readonly title: string; readonly message: string }) => ({
      url,
      body: JSON.stringify({ ring: `${title}: ${message}` }),
    });
    return { ok: true, notifier: httpNotifier(options.name, request) };
  },
};
