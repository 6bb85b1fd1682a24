/** OpenClaw: its gateway is told by `/hooks/wake`, and passes the notice on to wherever the person talks to it. */
import type { Notice } from "../../../slots/notifier.ts";
import { createHttpNotifier } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import {
  parseHttpAddress,
  reportMissingSetting,
  reportInvalidAddress,
  readNotifierSetting,
} from "../shared/read-settings.ts";

const VARIABLE = "OPENCLAW_HOOKS_TOKEN";

export const createOpenclawNotifier: MakeNotifier = (options) => {
  const token = readNotifierSetting(options, "token", VARIABLE);
  if (token === null) return reportMissingSetting(options, "token", VARIABLE);
  const url = parseHttpAddress(readNotifierSetting(options, "url") ?? "http://127.0.0.1:18789/hooks/wake");
  if (url === null) return reportInvalidAddress(options, "url");
  const headers = { authorization: `Bearer ${token}` };
  return { ok: true, notifier: createHttpNotifier(options.name, (notice) => ({ url, headers, body: wake(notice) })) };
};

function wake({ title, message, level, url }: Notice): string {
  const text = [`${title}: ${message}`, ...(url === null ? [] : [url])].join("\n");
  return JSON.stringify({ text, mode: level === "urgent" || level === "action" ? "now" : "next-heartbeat" });
}
