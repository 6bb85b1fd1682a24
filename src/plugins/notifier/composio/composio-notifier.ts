/**
 * Composio: one of its tools is called with the notice. `tool` is the tool's slug (`SLACK_SEND_MESSAGE`), `arguments` are
 * handed to it, the notice as `textArgument`.
 */
import type { Notice } from "../../../slots/notifier.ts";
import { httpNotifier } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import { httpAddress, lacks, noAddress, textSetting } from "../shared/read-settings.ts";

const VARIABLE = "COMPOSIO_API_KEY";

export const composioNotifier: MakeNotifier = (options) => {
  const apiKey = textSetting(options, "apiKey", VARIABLE);
  if (apiKey === null) return lacks(options, "apiKey", VARIABLE);
  const tool = textSetting(options, "tool");
  if (tool === null) return lacks(options, "tool");
  const base = httpAddress(textSetting(options, "apiUrl") ?? "https://backend.composio.dev");
  if (base === null) return noAddress(options, "apiUrl");
  const url = new URL(`/api/v3/tools/execute/${encodeURIComponent(tool)}`, base);
  const whose = account(textSetting(options, "connectedAccountId"), textSetting(options, "userId"));
  const written: unknown = options.settings["arguments"];
  const own = typeof written === "object" && written !== null ? written : {};
  const textArgument = textSetting(options, "textArgument") ?? "text";
  const body = (notice: Notice): string =>
    JSON.stringify({ ...whose, arguments: { ...own, [textArgument]: textOf(notice) } });
  const headers = { "x-api-key": apiKey };
  return { ok: true, notifier: httpNotifier(options.name, (notice) => ({ url, headers, body: body(notice) })) };
};

function account(connected: string | null, user: string | null): object {
  return connected === null ? { user_id: user ?? "default" } : { connected_account_id: connected };
}

const textOf = ({ title, message, url }: Notice): string =>
  [`${title}: ${message}`, ...(url === null ? [] : [url])].join("\n");
