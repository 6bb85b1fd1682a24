import type { Change } from "../../../domain/change/change.ts";
import { projectId } from "../../../domain/model/ids.ts";
import type { Incident } from "../../../domain/incident/incident.ts";
import type { Session } from "../../../domain/session/session.ts";
import type { FleetView } from "../../../protocol/daemon/fleet.ts";
import type { DaemonContext } from "../../context.ts";
import { computeFleetFigures, reachMs, type FleetLanding } from "./fleet-figures.ts";

type Asked = { readonly period?: FleetView["period"] | undefined; readonly project?: string | undefined };

/** How the fleet did in the last day, week or month. */
export function readFleetView({ store, engine }: DaemonContext, { period = "week", project }: Asked): FleetView {
  const { wallMs, countedMs } = engine.now();
  const ended = store.sessions.endedSince(
    countedMs - reachMs(period),
    project === undefined ? null : projectId(project),
  );
  const landings = ended.flatMap((session) => toLandings(session, store.changes.ofSession(session.id)));
  const onTheWall = landings.map((landing) => ({ ...landing, atMs: landing.atMs + wallMs - countedMs }));
  return computeFleetFigures(onTheWall, { period, endMs: wallMs });
}

function toLandings(session: Session, changes: readonly Change[]): FleetLanding[] {
  const { phase, agent, project, createdAtMs, spent } = session;
  if (phase.kind !== "ended" || phase.because !== "landed") return [];
  const told = changes.flatMap(({ incidents }) => incidents).filter(({ attempts }) => attempts > 0);
  return [
    {
      atMs: phase.atMs,
      agent: agent.specialist ?? agent.plugin,
      project,
      leadMs: phase.atMs - createdAtMs,
      retries: told.reduce((sum, { attempts }) => sum + attempts, 0),
      hasFailed: told.some(isCi),
      usd: spent.usd === 0 && spent.tokens === 0 ? null : spent.usd,
    },
  ];
}

function isCi({ trouble }: Incident): boolean {
  return trouble === "ci";
}
