/** OpenClaw: its gateway is told by `/hooks/wake`, and passes the notice on to wherever the person talks to it. */
import type { Notice } from "../../../slots/notifier.ts";
import { httpNotifier } from "../shared/http-notifier.ts";
import type { MakeNotifier } from "../shared/made.ts";
import { httpAddress, lacks, noAddress, textSetting } from "../shared/read-settings.ts";

const VARIABLE = "OPENCLAW_HOOKS_TOKEN";

export const openclawNotifier: MakeNotifier = (options) => {
  const token = textSetting(options, "token", VARIABLE);
  if (token === null) return lacks(options, "token", VARIABLE);
  const url = httpAddress(textSetting(options, "url") ?? "http://127.0.0.1:18789/hooks/wake");
  if (url === null) return noAddress(options, "url");
  const headers = { authorization: `Bearer ${token}` };
  return { ok: true, notifier: httpNotifier(options.name, (notice) => ({ url, headers, body: wake(notice) })) };
};

function wake({ title, message, level, url }: Notice): string {
  const text = [`${title}: ${message}`, ...(url === null ? [] : [url])].join("\n");
  return JSON.stringify({ text, mode: level === "urgent" || level === "action" ? "now" : "next-heartbeat" });
}
