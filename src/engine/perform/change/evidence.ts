/** What a change took so far and what its checks said, a `Name: value` each: for people who read its description. */
import { listChecks, type Change } from "../../../domain/change/change.ts";
import type { Session } from "../../../domain/session/session.ts";

export function listEvidence({ turns, spent }: Session, change: Change | null): readonly string[] {
  const { usd, tokens } = spent;
  const parts = [
    ...(usd > 0 ? [`$${usd.toFixed(2)}`] : []),
    ...(tokens > 0 ? [`${tokens.toLocaleString("en")} tokens`] : []),
  ];
  const checks = change === null ? [] : listChecks(change).map(({ name, verdict }) => `${name} ${verdict}`);
  return [
    `Turns: ${turns}`,
    ...(parts.length === 0 ? [] : [`Cost: ${parts.join(", ")}`]),
    ...(checks.length === 0 ? [] : [`Checks: ${checks.join(", ")}`]),
  ];
}
