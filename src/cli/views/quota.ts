/** What was asked of forges and trackers in the last hour, a line for each credential. */
import type { QuotaView } from "../../protocol/daemon/webhook.ts";
import { blank, indentLine, createSpan, type Line, type Pen } from "../render/line.ts";
import { count } from "../render/quantity.ts";

export function formatQuotas(quotas: readonly QuotaView[], nowMs: number, pen: Pen): readonly Line[] {
  return [
    blank,
    [createSpan("Asked in the last hour", "hint")],
    ...quotas.flatMap((quota) => formatQuota(quota, nowMs, pen)),
  ];
}

function formatQuota(quota: QuotaView, nowMs: number, pen: Pen): readonly Line[] {
  const { credential, requests, unchanged, agents, budgets, restsUntil, restsBecause, waiting } = quota;
  const said = [
    `${count(requests, "request")}${unchanged === 0 ? "" : `, ${unchanged} of them unchanged`}${agents === 0 ? "" : `, ${agents} by agents`}`,
    ...budgets.map(({ name, remaining, limit }) => `${remaining} of ${limit} left (${name})`),
    ...(waiting === 0 ? [] : [`${waiting} in line`]),
    ...(restsUntil === null ? [] : [`rests for ${formatMinutes(Date.parse(restsUntil) - nowMs)}: ${restsBecause}`]),
  ];
  return pen
    .wrap(`${credential}  ${said.join("; ")}`, Math.max(20, pen.width - 2))
    .map((line) => indentLine([createSpan(line, restsUntil === null ? "plain" : "needs")], 2));
}

export const formatMinutes = (ms: number): string =>
  ms < 60_000 ? "less than a minute" : count(Math.ceil(ms / 60_000), "minute");
