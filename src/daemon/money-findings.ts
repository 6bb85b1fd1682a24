/** Caps in money that cannot hold, because an agent does not tell what it costs. */
import { finding, type Finding } from "../config/doctor/finding.ts";
import type { Rules } from "../domain/rules.ts";
import type { ProjectSlots } from "../slots/slots.ts";

type Examined = {
  readonly id: string;
  readonly rules: Pick<Rules, "agent" | "specialists" | "perSession" | "perDay" | "daemonPerDay">;
  readonly agent: ProjectSlots["agent"];
};

export function moneyFindings({ id, rules, agent }: Examined): readonly Finding[] {
  const caps = [
    ...capOf(rules.perSession.usd, "per session"),
    ...capOf(rules.perDay.usd, "per day of the project"),
    ...capOf(rules.daemonPerDay.usd, "per day"),
  ];
  const silent = [{ id: null, agent: rules.agent.plugin }, ...rules.specialists].filter(
    (one) => agent({ plugin: one.agent, specialist: one.id })?.tellsNoMoney === true,
  );
  if (caps.length === 0 || silent.length === 0) return [];
  const names = [...new Set(silent.map((one) => one.id ?? one.agent))].join(", ");
  const text = `${names}: costs are not told, so caps in money (${caps.join(", ")}) cannot hold; only caps in tokens can`;
  return [finding(id, "off", text)];
}

const capOf = (usd: number | null, what: string): readonly string[] => (usd === null ? [] : [`$${usd} ${what}`]);
