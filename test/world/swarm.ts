/**
 * What kind of world a seed has: which faults, which rules, which agents and people. Each seed switches most things off,
 * because a fault that is always on hides what would happen without it.
 */
import type { ProjectId } from "../../src/domain/model/ids.ts";
import { projectId } from "../../src/domain/model/ids.ts";
import type { NoticeTiming } from "../../src/domain/incident/notice-timing.ts";
import type { Rules } from "../../src/domain/model/rules.ts";
import type { Budget } from "../../src/domain/model/usage.ts";
import type { Behaviour } from "./behaviour.ts";
import { faultKinds, type FaultKind, type FaultRates } from "./faults.ts";
import { Random } from "./random.ts";
import { drawRules, plainRules } from "./swarm-rules.ts";

export type Swarm = {
  readonly seed: number;
  /** Open turns of the whole daemon. */
  readonly turnsMax: number;
  /** All projects ask with one credential, and so share one cool-down. */
  readonly sharesCredential: boolean;
  /** How long a run of the checks takes at most. */
  readonly checksMaxMs: number;
  readonly rates: FaultRates;
  readonly projects: readonly ProjectPlan[];
  readonly agents: AgentTraits;
  readonly people: PeopleTraits;
  /** Of the whole daemon. */
  readonly notices: NoticeTiming;
};

export type ProjectPlan = {
  readonly id: ProjectId;
  readonly rules: Rules;
  readonly issues: number;
  readonly isRedFromTheStart: boolean;
  /** How many pairs of issues are green alone and red together. */
  readonly pairs: number;
  readonly strangersWrite: boolean;
};

export type AgentTraits = {
  readonly behaviours: Readonly<Record<Behaviour, number>>;
  /** Can be spoken to while it works. */
  readonly takesFrames: boolean;
  readonly breaksThings: number;
  /** How often it fixes one of the failures that its branch has from main. */
  readonly fixesMain: number;
  /** How often a process lives on for a while after it has said that its turn ended. */
  readonly lingers: number;
  readonly touchesSharedFile: number;
  /** How often a task reaches for the file that steers the daemon itself. */
  readonly touchesOwnSettings: number;
};

export type PeopleTraits = {
  readonly pauseMs: readonly [from: number, to: number];
  readonly breakMain: boolean;
  readonly closeLids: boolean;
  /** Answers to threads come back as threads of our own. */
  readonly ownAnswersAreThreads: boolean;
};

const MINUTE_MS = 60_000;
const LOW = 0.03;
const HIGH = 0.18;

export function drawSwarm(seed: number): Swarm {
  const random = new Random(seed).fork("swarm");
  const daemonPerDay = drawDaemonBudget(random.fork("budget"));
  const projects = Array.from({ length: random.int(1, 10) > 7 ? random.int(2, 3) : 1 }, (_, n) =>
    drawProject(random.fork(`project ${n}`), n + 1),
  ).map((project) => ({ ...project, rules: { ...project.rules, daemonPerDay } }));
  return {
    seed,
    turnsMax: random.int(1, 5),
    sharesCredential: random.chance(0.5),
    checksMaxMs: random.fork("checks").oneOf([4, 4, 4, 60]) * MINUTE_MS,
    rates: drawRates(random.fork("rates")),
    projects,
    agents: drawAgents(random.fork("agents")),
    people: {
      pauseMs: random.oneOf([
        [1 * MINUTE_MS, 10 * MINUTE_MS],
        [5 * MINUTE_MS, 40 * MINUTE_MS],
        [30 * MINUTE_MS, 180 * MINUTE_MS],
      ]),
      breakMain: random.chance(0.2),
      closeLids: random.chance(0.3),
      ownAnswersAreThreads: random.chance(0.4),
    },
    notices: drawNotices(random.fork("notices")),
  };
}

const drawDaemonBudget = (random: Random): Budget => ({
  usd: random.chance(0.3) ? random.int(5, 30) : null,
  tokens: null,
});

/** A world without faults: one project that fixes and lands, agents that do as they are told. */
export function plainSwarm(): Swarm {
  return {
    seed: 0,
    turnsMax: 4,
    sharesCredential: true,
    checksMaxMs: MINUTE_MS,
    rates: ratesFrom(() => 0),
    projects: [
      {
        id: projectId("p1"),
        rules: plainRules(),
        issues: 2,
        isRedFromTheStart: false,
        pairs: 0,
        strangersWrite: false,
      },
    ],
    agents: {
      behaviours: onlyWork,
      takesFrames: true,
      lingers: 0,
      breaksThings: 0,
      fixesMain: 0,
      touchesSharedFile: 0,
      touchesOwnSettings: 0,
    },
    people: { pauseMs: [MINUTE_MS, MINUTE_MS], breakMain: false, closeLids: false, ownAnswersAreThreads: false },
    notices: { quiet: [], digestEveryMs: null, digestOf: [] },
  };
}

/** A few quiet hours in the first day, so that all is told before the world ends; and what can wait, together. */
function drawNotices(random: Random): NoticeTiming {
  const from = random.int(10, 20 * 60);
  const isDigest = random.chance(0.2);
  return {
    quiet: random.chance(0.3) ? [{ from, to: from + random.int(30, 180) }] : [],
    digestEveryMs: isDigest ? random.oneOf([15, 60]) * MINUTE_MS : null,
    digestOf: isDigest ? ["info", "warning", "action"] : [],
  };
}

function drawProject(random: Random, n: number): ProjectPlan {
  return {
    id: projectId(`p${n}`),
    rules: drawRules(random.fork("rules")),
    issues: random.int(2, 8),
    isRedFromTheStart: random.chance(0.12),
    pairs: random.chance(0.5) ? random.int(1, 2) : 0,
    strangersWrite: random.chance(0.5),
  };
}

function drawRates(random: Random): FaultRates {
  const isStormy = random.chance(0.8);
  return ratesFrom((kind) => {
    const level = random.weighted({ off: 5, low: 3, high: 2 });
    if (!isStormy || level === "off") return 0;
    const rate = level === "low" ? LOW : HIGH;
    return rare.has(kind) ? rate / 4 : rate;
  });
}

/** Faults that a person has to come for: seldom, or the world would be nothing but people. */
const rare: ReadonlySet<FaultKind> = new Set<FaultKind>(["setup_failed", "name_taken", "rate_limited"]);

function ratesFrom(rate: (kind: FaultKind) => number): FaultRates {
  const rates: Partial<Record<FaultKind, number>> = {};
  for (const kind of faultKinds) rates[kind] = rate(kind);
  return rates as FaultRates;
}

const onlyWork: Readonly<Record<Behaviour, number>> = {
  work: 1,
  idle: 0,
  leave_dirty: 0,
  hang: 0,
  hang_deaf: 0,
  hang_unread: 0,
  die_unread: 0,
  die_read: 0,
  swallow: 0,
  never_start: 0,
  ask_inside: 0,
  ask_at_end: 0,
  reach_limit: 0,
  fail: 0,
};

/** Mostly workers; each seed adds a few bad habits, and seldom all of them. */
function drawAgents(random: Random): AgentTraits {
  const habit = (weight: number): number => (random.chance(0.35) ? weight : 0);
  const takesFrames = random.chance(0.6);
  return {
    behaviours: {
      work: 10,
      idle: habit(1),
      leave_dirty: habit(2),
      hang: habit(1),
      hang_deaf: habit(0.5),
      hang_unread: habit(0.5),
      die_unread: habit(1.5),
      die_read: habit(1.5),
      swallow: habit(1),
      never_start: habit(0.7),
      ask_inside: takesFrames ? habit(1) : 0,
      ask_at_end: habit(1),
      reach_limit: habit(0.4),
      fail: habit(0.7),
    },
    takesFrames,
    breaksThings: random.oneOf([0, 0.15, 0.45]),
    fixesMain: random.fork("fixes main").oneOf([0, 0.4]),
    touchesSharedFile: random.oneOf([0, 0.3, 0.8]),
    lingers: random.oneOf([0, 0, 0.3]),
    touchesOwnSettings: random.fork("settings").oneOf([0, 0, 0, 0.3]),
  };
}
