/** Caps in money that cannot hold, because an agent does not tell what it costs. */
import { createFinding, type Finding } from "../../config/doctor/finding.ts";
import type { Rules } from "../../domain/model/rules.ts";
import type { AgentPlugin } from "../../slots/agent.ts";
import type { ProjectSlots } from "../../slots/slots.ts";

type Examined = {
  readonly id: string;
  readonly rules: Pick<Rules, "agent" | "specialists" | "perSession" | "perDay" | "daemonPerDay">;
  readonly agent: ProjectSlots["agent"];
};

export function findMoneyFindings({ id, rules, agent }: Examined): readonly Finding[] {
  const caps = [
    ...describeCap(rules.perSession.usd, "per session"),
    ...describeCap(rules.perDay.usd, "per day of the project"),
    ...describeCap(rules.daemonPerDay.usd, "per day"),
  ];
  if (caps.length === 0) return [];
  const all = [{ id: null, agent: rules.agent.plugin }, ...rules.specialists];
  const namesOf = (holds: (agent: AgentPlugin | undefined) => boolean): string => {
    const found = all.filter((one) => holds(agent({ plugin: one.agent, specialist: one.id })));
    return [...new Set(found.map((one) => one.id ?? one.agent))].join(", ");
  };
  const listed = caps.join(", ");
  return [
    ...describeAgents(
      namesOf((one) => one?.tellsNoTokens === true),
      `neither cost nor tokens are reported, so spending caps (${listed}) cannot be enforced`,
    ),
    ...describeAgents(
      namesOf((one) => one?.tellsNoMoney === true && one.tellsNoTokens !== true),
      `no cost is reported, so caps in money (${listed}) cannot be enforced; caps in tokens can`,
    ),
  ].map((text) => createFinding(id, "off", text));
}

const describeAgents = (names: string, text: string): readonly string[] => (names === "" ? [] : [`${names}: ${text}`]);

const describeCap = (usd: number | null, what: string): readonly string[] => (usd === null ? [] : [`$${usd} ${what}`]);
