/** The settings of one project, drawn from the seed. The engine is given exactly these. */
import type {
  ReactionAction,
  Autonomy,
  PolicyRules,
  Priority,
  ReactionName,
  ReactionRule,
  Rules,
} from "../../src/domain/model/rules.ts";
import type { Random } from "./random.ts";

const MINUTE_MS = 60_000;

/** Names by which the engine finds the fakes of this world. */
export const pluginNames = { agent: "scripted", runtime: "machine", workspace: "directory" } as const;

export const checkNames = ["test", "lint"] as const;
export type CheckName = (typeof checkNames)[number];

export function plainRules(): Rules {
  return {
    autonomy: "land",
    reactions: reactionsWith(() => ({})),
    policy: {
      approvals: 0,
      requiredChecks: [],
      protectedPaths: [],
      codeOwners: false,
      maxDiffLines: null,
      holdLabels: ["hold"],
      freeze: [],
    },
    prompts: { "ci-failed": "The checks failed (attempt {{attempt}} of {{retries}}).\n\n{{errors}}" },
    handoverAt: 85,
    strategy: "squash",
    perSession: { usd: null, tokens: null },
    perDay: { usd: null, tokens: null },
    daemonPerDay: { usd: null, tokens: null },
    checks: [...checkNames],
    checksKey: "k1",
    watchesBase: false,
    setup: false,
    autoAssign: true,
    autoCommit: false,
    agentRules: null,
    turnsMax: null,
    agent: {
      plugin: pluginNames.agent,
      runtime: pluginNames.runtime,
      workspace: pluginNames.workspace,
      credential: "provider",
    },
    specialists: [],
    naming: { prefix: null, branch: "agent/{{name}}" },
    moves: ["landed"],
  };
}

export function drawRules(random: Random): Rules {
  const plain = plainRules();
  return {
    ...plain,
    autonomy: drawAutonomy(random),
    reactions: reactionsWith((name) => drawReaction(random.fork(name), name)),
    policy: {
      ...plain.policy,
      approvals: random.oneOf([0, 0, 1, 1, 2]),
      requiredChecks: random.chance(0.2) ? ["test"] : [],
      ...drawGuards(random.fork("guards")),
    },
    strategy: random.oneOf(["squash", "squash", "merge"]),
    perSession: { usd: random.chance(0.3) ? random.int(2, 6) : null, tokens: null },
    perDay: { usd: random.chance(0.3) ? random.int(5, 20) : null, tokens: null },
    checks: random.chance(0.8) ? [...checkNames] : ["test"],
    setup: random.chance(0.4),
    autoCommit: random.chance(0.5),
    watchesBase: random.chance(0.25),
    turnsMax: random.chance(0.3) ? null : random.int(1, 5),
  };
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Most worlds have no windows, owners or protected paths: what waits for them would hide all else. */
function drawGuards(random: Random): Pick<PolicyRules, "freeze" | "codeOwners" | "protectedPaths"> {
  return {
    freeze: random.chance(0.25) ? drawFreeze(random) : [],
    codeOwners: random.chance(0.25),
    protectedPaths: random.chance(0.25) ? ["shared.txt", "people/**"].filter(() => random.chance(0.7)) : [],
  };
}

/** A weekend that ends in the first hours of the world, a few hours of one of its first days, or an hour now and then. */
function drawFreeze(random: Random): PolicyRules["freeze"] {
  const kind = random.weighted({ weekend: 2, once: 1, often: 1 });
  if (kind === "weekend") return [{ from: 5 * DAY_MINUTES, to: random.int(1, 10) * HOUR_MINUTES }];
  const first = random.int(10, kind === "once" ? 2 * DAY_MINUTES : 2 * HOUR_MINUTES);
  if (kind === "once") return [{ from: first, to: first + random.int(1, 8) * HOUR_MINUTES }];
  return Array.from({ length: 24 }, (_, n) => {
    const from = first + n * 2 * HOUR_MINUTES;
    return { from, to: from + HOUR_MINUTES };
  });
}

function drawAutonomy(random: Random): Autonomy {
  return random.weighted({ land: 7, fix: 3, propose: 1, observe: 0.5 });
}

const actions: Record<ReactionName, ReactionAction> = {
  "ci-failed": { kind: "send-to-agent" },
  "changes-requested": { kind: "send-to-agent" },
  "merge-conflicts": { kind: "send-to-agent" },
  "approved-and-green": { kind: "merge" },
  "label-added": { kind: "notify" },
  "agent-stuck": { kind: "recover" },
  "agent-needs-input": { kind: "notify" },
  "agent-exited": { kind: "restart" },
  "budget-exceeded": { kind: "pause" },
};

const priorities: Partial<Record<ReactionName, Priority>> = {
  "approved-and-green": "info",
  "agent-needs-input": "action",
};

function reactionsWith(draw: (name: ReactionName) => Partial<ReactionRule>): Rules["reactions"] {
  const rule = (name: ReactionName): ReactionRule => ({
    auto: true,
    action: actions[name],
    retriesMax: 2,
    escalateAfter: null,
    approvalAfter: null,
    message: null,
    thresholdMs: 10 * MINUTE_MS,
    priority: priorities[name] ?? "urgent",
    condition: null,
    ...draw(name),
  });
  return {
    "ci-failed": rule("ci-failed"),
    "changes-requested": rule("changes-requested"),
    "merge-conflicts": rule("merge-conflicts"),
    "approved-and-green": rule("approved-and-green"),
    "label-added": rule("label-added"),
    "agent-stuck": rule("agent-stuck"),
    "agent-needs-input": rule("agent-needs-input"),
    "agent-exited": rule("agent-exited"),
    "budget-exceeded": rule("budget-exceeded"),
  };
}

function drawReaction(random: Random, name: ReactionName): Partial<ReactionRule> {
  const retriesMax = random.int(0, 4);
  switch (name) {
    case "ci-failed":
    case "changes-requested":
    case "merge-conflicts":
      return {
        retriesMax,
        auto: random.chance(0.9),
        escalateAfter: drawEscalateAfter(random),
        approvalAfter: random.chance(0.15) ? random.int(0, 2) : null,
      };
    case "approved-and-green":
      return { auto: random.chance(0.95), action: random.chance(0.9) ? { kind: "merge" } : { kind: "notify" } };
    case "agent-stuck":
      return {
        thresholdMs: random.int(8, 20) * MINUTE_MS,
        action: random.chance(0.85) ? { kind: "recover" } : { kind: "notify" },
      };
    case "agent-exited":
      return { retriesMax, action: random.chance(0.9) ? { kind: "restart" } : { kind: "notify" } };
    case "label-added":
    case "agent-needs-input":
    case "budget-exceeded":
      return {};
  }
}

function drawEscalateAfter(random: Random): ReactionRule["escalateAfter"] {
  const kind = random.weighted({ none: 3, attempts: 3, time: 4 });
  if (kind === "none") return null;
  return kind === "attempts" ? { kind, n: random.int(1, 4) } : { kind, ms: random.int(10, 120) * MINUTE_MS };
}
