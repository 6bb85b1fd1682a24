/** Where a story takes place: one project without issues, under rules of which only the special ones are named. */
import type { Rules } from "../../src/domain/model/rules.ts";
import type { SpecialRules } from "../fixtures/rules.ts";
import { plainRules } from "../world/swarm-rules.ts";
import { plainSwarm, type Swarm } from "../world/swarm.ts";

export type Setting = {
  /** Beside the plain ones: everything lands by itself once one person has approved it. */
  readonly rules?: SpecialRules;
  readonly mainIsRed?: boolean;
  /** The answers to threads come back as threads, as on some forges. */
  readonly answersAreThreads?: boolean;
};
export function swarmOf({ rules = {}, mainIsRed = false, answersAreThreads = false }: Setting): Swarm {
  const plain = plainSwarm();
  return {
    ...plain,
    projects: plain.projects.map((plan) => ({
      ...plan,
      rules: rulesWith(rules),
      issues: 0,
      isRedFromTheStart: mainIsRed,
    })),
    people: { ...plain.people, ownAnswersAreThreads: answersAreThreads },
  };
}

function rulesWith({ reactions = {}, policy = {}, ...special }: SpecialRules): Rules {
  const plain = plainRules();
  const merged = { ...plain.reactions };
  for (const name of Object.keys(plain.reactions) as (keyof typeof merged)[])
    merged[name] = { ...merged[name], ...reactions[name] };
  return { ...plain, ...special, reactions: merged, policy: { ...plain.policy, approvals: 1, ...policy } };
}
