import { projectId, type ProjectId } from "../../../domain/model/ids.ts";
import { limits } from "../../../domain/model/limits.ts";
import { sumSpentByAll } from "../../../domain/core/project.ts";
import { chooseTighter } from "../../../domain/model/usage.ts";
import type { SpentView, UsageReport } from "../../../protocol/daemon/usage.ts";
import type { PaidTurn } from "../../../store/turns.ts";
import type { DaemonContext } from "../../context.ts";

const DAYS = 7;

type Asked = { readonly days?: number | undefined; readonly project?: string | undefined };

/** What turns that ended in the last days have cost; today is one of them. */
export function readUsageReport(context: DaemonContext, { days = DAYS, project }: Asked): UsageReport {
  const { store, engine } = context;
  const tomorrowMs = (Math.floor(engine.now().wallMs / limits.dayMs) + 1) * limits.dayMs;
  const turns = store.turns.endedSince(
    tomorrowMs - days * limits.dayMs,
    project === undefined ? null : projectId(project),
  );
  return {
    days,
    today: readToday(context, project === undefined ? null : projectId(project)),
    total: sumTurns("total", turns),
    byDay: sumBy(turns, formatDay).toSorted((a, b) => b.name.localeCompare(a.name)),
    byAgent: sumBy(turns, ({ agent }) => agent),
    byProject: sumBy(turns, (turn) => turn.project),
    byIssue: sumBy(turns, ({ issue }) => issue),
    bySession: sumBy(turns, ({ session }) => session),
  };
}

/** A project that was removed spends nothing any more; what it spent counts for all. */
function readToday({ store, engine, settings, projects }: DaemonContext, id: ProjectId | null): UsageReport["today"] {
  const counted = store.projects.all().filter((project) => id === null || project.id === id);
  const { perDay } = settings();
  const own = id === null ? perDay : chooseTighter(perDay, projects.get(id)?.rules.perDay ?? perDay);
  return { spent: sumSpentByAll(counted, engine.now()), budget: own };
}

const formatDay = ({ endedMs }: PaidTurn): string => new Date(endedMs).toISOString().slice(0, "2026-01-01".length);

/** The dearest first. */
function sumBy(turns: readonly PaidTurn[], nameOf: (turn: PaidTurn) => string | null): SpentView[] {
  return [...Map.groupBy(turns, nameOf)]
    .flatMap(([name, some]) => (name === null ? [] : [sumTurns(name, some)]))
    .toSorted((a, b) => b.usd - a.usd || b.tokens - a.tokens || a.name.localeCompare(b.name));
}

function sumTurns(name: string, turns: readonly PaidTurn[]): SpentView {
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
