import { expect, test } from "vitest";
import { aRules, aSpecialist } from "../../../test/fixtures/rules.ts";
import type { ChosenAgent } from "../../domain/session/session.ts";
import type { AgentPlugin } from "../../slots/agent.ts";
import { findMoneyFindings } from "./money-findings.ts";

const noCap = { usd: null, tokens: null };
const agent = ({ plugin: name }: ChosenAgent): AgentPlugin =>
  ({
    name,
    tellsNoMoney: name !== "claude-code",
    tellsNoTokens: name === "command",
  }) satisfies Partial<AgentPlugin> as AgentPlugin;

test("doctor names agents that tell no money, with the caps that cannot hold for them", () => {
  const rules = aRules({
    ...{ perSession: { usd: 5, tokens: null }, perDay: noCap, daemonPerDay: { usd: 50, tokens: null } },
    specialists: [aSpecialist("tester", { agent: "codex" })],
    agent: { plugin: "claude-code", runtime: "process", workspace: "worktree", credential: "key" },
  });
  const texts = findMoneyFindings({ id: "app", rules, agent }).map(({ text }) => text);
  expect(texts).toEqual([
    "tester: no cost is reported, so caps in money ($5 per session, $50 per day) cannot be enforced; caps in tokens can",
  ]);
  expect(findMoneyFindings({ id: "app", rules: { ...rules, specialists: [] }, agent })).toEqual([]);
  const own = { ...rules, agent: { ...rules.agent, plugin: "command" } };
  expect(findMoneyFindings({ id: "app", rules: own, agent }).map(({ text }) => text)).toEqual([
    "command: neither cost nor tokens are reported, so spending caps ($5 per session, $50 per day) cannot be enforced",
    ...texts,
  ]);
  const uncapped = { ...rules, perSession: noCap, daemonPerDay: noCap };
  expect(findMoneyFindings({ id: "app", rules: uncapped, agent })).toEqual([]);
});
