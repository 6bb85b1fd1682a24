/**
 * Composio: one of its tools is called with the notice. `tool` is the tool's slug (`SLACK_SEND_MESSAGE`), `arguments` are
 * handed to it, the notice as `textArgument`.
 */
import type { Notice } from "../../../slots/notifier.ts";
import { createHttpNotifier } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import {
  parseHttpAddress,
  reportMissingSetting,
  reportInvalidAddress,
  readNotifierSetting,
} from "../shared/read-settings.ts";

const VARIABLE = "COMPOSIO_API_KEY";

export const createComposioNotifier: MakeNotifier = (options) => {
  const apiKey = readNotifierSetting(options, "apiKey", VARIABLE);
  if (apiKey === null) return reportMissingSetting(options, "apiKey", VARIABLE);
  const tool = readNotifierSetting(options, "tool");
  if (tool === null) return reportMissingSetting(options, "tool");
  const base = parseHttpAddress(readNotifierSetting(options, "apiUrl") ?? "https://backend.composio.dev");
  if (base === null) return reportInvalidAddress(options, "apiUrl");
  const url = new URL(`/api/v3/tools/execute/${encodeURIComponent(tool)}`, base);
  const whose = chooseAccount(
    readNotifierSetting(options, "connectedAccountId"),
    readNotifierSetting(options, "userId"),
  );
  const written: unknown = options.settings["arguments"];
  const own = typeof written === "object" && written !== null ? written : {};
  const textArgument = readNotifierSetting(options, "textArgument") ?? "text";
  const body = (notice: Notice): string =>
    JSON.stringify({ ...whose, arguments: { ...own, [textArgument]: formatText(notice) } });
  const headers = { "x-api-key": apiKey };
  return { ok: true, notifier: createHttpNotifier(options.name, (notice) => ({ url, headers, body: body(notice) })) };
};

function chooseAccount(connected: string | null, user: string | null): object {
  return connected === null ? { user_id: user ?? "default" } : { connected_account_id: connected };
}

const formatText = ({ title, message, url }: Notice): string =>
  [`${title}: ${message}`, ...(url === null ? [] : [url])].join("\n");
