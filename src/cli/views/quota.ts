/** What was asked of forges and trackers in the last hour, a line for each credential. */
import type { QuotaView } from "../../protocol/webhook.ts";
import { blank, indented, span, type Line, type Pen } from "../render/line.ts";
import { count } from "../render/quantity.ts";

export function quotaLines(quotas: readonly QuotaView[], nowMs: number, pen: Pen): readonly Line[] {
  return [blank, [span("Asked in the last hour", "hint")], ...quotas.flatMap((quota) => lines(quota, nowMs, pen))];
}

function lines(quota: QuotaView, nowMs: number, pen: Pen): readonly Line[] {
  const { credential, requests, unchanged, agents, budgets, restsUntil, restsBecause, waiting } = quota;
  const said = [
    `${count(requests, "request")}${unchanged === 0 ? "" : `, ${unchanged} of them unchanged`}${agents === 0 ? "" : `, ${agents} by agents`}`,
    ...budgets.map(({ name, remaining, limit }) => `${remaining} of ${limit} left (${name})`),
    ...(waiting === 0 ? [] : [`${waiting} in line`]),
    ...(restsUntil === null ? [] : [`rests for ${minutes(Date.parse(restsUntil) - nowMs)}: ${restsBecause}`]),
  ];
  return pen
    .wrap(`${credential}  ${said.join("; ")}`, Math.max(20, pen.width - 2))
    .map((line) => indented([span(line, restsUntil === null ? "plain" : "needs")], 2));
}

export const minutes = (ms: number): string =>
  ms < 60_000 ? "less than a minute" : count(Math.ceil(ms / 60_000), "minute");
