import { projectId, type ProjectId } from "../../domain/model/ids.ts";
import { limits } from "../../domain/model/limits.ts";
import { spentByAll } from "../../domain/core/project.ts";
import { tighterThan } from "../../domain/model/usage.ts";
import type { SpentView, UsageReport } from "../../protocol/usage.ts";
import type { PaidTurn } from "../../store/turns.ts";
import type { DaemonContext } from "../context.ts";

const DAYS = 7;

type Asked = { readonly days?: number | undefined; readonly project?: string | undefined };

/** What turns that ended in the last days have cost; today is one of them. */
export function usageReport(context: DaemonContext, { days = DAYS, project }: Asked): UsageReport {
  const { store, engine } = context;
  const tomorrowMs = (Math.floor(engine.now().wallMs / limits.dayMs) + 1) * limits.dayMs;
  const turns = store.turns.endedSince(
    tomorrowMs - days * limits.dayMs,
    project === undefined ? null : projectId(project),
  );
  return {
    days,
    today: todayOf(context, project === undefined ? null : projectId(project)),
    total: sumOf("total", turns),
    byDay: sumsBy(turns, dayOf).toSorted((a, b) => b.name.localeCompare(a.name)),
    byAgent: sumsBy(turns, ({ agent }) => agent),
    byProject: sumsBy(turns, (turn) => turn.project),
    byIssue: sumsBy(turns, ({ issue }) => issue),
    bySession: sumsBy(turns, ({ session }) => session),
  };
}

/** A project that was removed spends nothing any more; what it spent counts for all. */
function todayOf({ store, engine, settings, projects }: DaemonContext, id: ProjectId | null): UsageReport["today"] {
  const counted = store.projects.all().filter((project) => id === null || project.id === id);
  const { perDay } = settings();
  const own = id === null ? perDay : tighterThan(perDay, projects.get(id)?.rules.perDay ?? perDay);
  return { spent: spentByAll(counted, engine.now()), budget: own };
}

const dayOf = ({ endedMs }: PaidTurn): string => new Date(endedMs).toISOString().slice(0, "2026-01-01".length);

/** The dearest first. */
function sumsBy(turns: readonly PaidTurn[], nameOf: (turn: PaidTurn) => string | null): SpentView[] {
  return [...Map.groupBy(turns, nameOf)]
    .flatMap(([name, some]) => (name === null ? [] : [sumOf(name, some)]))
    .toSorted((a, b) => b.usd - a.usd || b.tokens - a.tokens || a.name.localeCompare(b.name));
}

function sumOf(name: string, turns: readonly PaidTurn[]): SpentView {
  const sum = (pick: (turn: PaidTurn) => number): number => turns.reduce((all, turn) => all + pick(turn), 0);
  return {
    name,
    turns: turns.length,
    unknownTurns: sum(({ unknownTurns }) => unknownTurns),
    usd: sum(({ usd }) => usd),
    tokens: sum(({ tokens }) => tokens),
    cacheReadTokens: sum(({ cacheReadTokens }) => cacheReadTokens),
  };
}
