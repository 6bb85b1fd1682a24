/** Caps in money that cannot hold, because an agent does not tell what it costs. */
import { finding, type Finding } from "../config/doctor/finding.ts";
import type { Rules } from "../domain/model/rules.ts";
import type { AgentPlugin } from "../slots/agent.ts";
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
  if (caps.length === 0) return [];
  const all = [{ id: null, agent: rules.agent.plugin }, ...rules.specialists];
  const namesOf = (holds: (agent: AgentPlugin | undefined) => boolean): string => {
    const found = all.filter((one) => holds(agent({ plugin: one.agent, specialist: one.id })));
    return [...new Set(found.map((one) => one.id ?? one.agent))].join(", ");
  };
  const listed = caps.join(", ");
  return [
    ...about(
      namesOf((one) => one?.tellsNoTokens === true),
      `neither cost nor tokens are reported, so spending caps (${listed}) cannot be enforced`,
    ),
    ...about(
      namesOf((one) => one?.tellsNoMoney === true && one.tellsNoTokens !== true),
      `no cost is reported, so caps in money (${listed}) cannot be enforced; caps in tokens can`,
    ),
  ].map((text) => finding(id, "off", text));
}

const about = (names: string, text: string): readonly string[] => (names === "" ? [] : [`${names}: ${text}`]);

const capOf = (usd: number | null, what: string): readonly string[] => (usd === null ? [] : [`$${usd} ${what}`]);
