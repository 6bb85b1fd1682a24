/** What the daemon says and does of itself. */
import { redactTexts } from "../../engine/inbox/parse-redacted.ts";
import type { ConfigView, DoctorView } from "../../protocol/daemon/housekeeping.ts";
import type { DaemonContext } from "../context.ts";
import { findDiskFinding } from "../upkeep/disk-use.ts";
import type { Endpoints } from "../http/endpoint.ts";
import { readFleetView } from "./fleet/fleet-view.ts";
import { readUsageReport } from "./fleet/usage-report.ts";
import { readHealth } from "./health.ts";
import { openApi } from "./openapi.ts";
import { findStartProject } from "./sessions/start-session.ts";
import { hideSecrets } from "./projects/without-secrets.ts";

export function createDaemonEndpoints(context: DaemonContext) {
  return {
    health: { kind: "read", read: (_input, { url }) => readHealth(Number(new URL(url).port)) },
    openapi: { kind: "read", read: () => openApi() },
    cleanup: {
      kind: "deed",
      isSecret: false,
      act: async () => {
        const { removed, freedBytes, kept } = await context.cleanUp();
        return { removed: [...removed], freedBytes, kept: [...kept], disk: await context.diskUse() };
      },
    },
    fleet: { kind: "read", read: (asked) => readFleetView(context, asked) },
    usage: { kind: "read", read: (asked) => readUsageReport(context, asked) },
    doctor: { kind: "read", read: () => readDoctorView(context) },
    config: { kind: "read", read: ({ project }) => readConfigView(context, project) },
    takeEnvironment: {
      kind: "deed",
      isSecret: true,
      act: async ({ variables, isWhole = false, isTrial = false }) => ({
        changed: [...(await context.takeEnvironment({ variables, isWhole, isTrial }))],
      }),
    },
    stopDaemon: {
      kind: "deed",
      isSecret: true,
      act: ({ replace = false }) => {
        context.shutDown(replace ? "replace" : "end");
        return {};
      },
    },
  } satisfies Partial<Endpoints>;
}

async function readDoctorView({ examine, diskUse }: DaemonContext): Promise<DoctorView> {
  const [rows, disk] = await Promise.all([examine(), diskUse()]);
  const behind = rows.findIndex(({ group }) => group !== "system" && group !== "disk");
  return { rows: rows.toSpliced(Math.max(0, behind), 0, findDiskFinding(disk)), disk };
}

/** Without a project: what holds for the whole daemon. Settings may hold what a variable put there. */
function readConfigView(context: DaemonContext, id: string | undefined): ConfigView {
  const view = findConfig(context, id);
  return { ...view, settings: hideSecrets(redactTexts(view.settings, context.redact)) };
}

function findConfig(context: DaemonContext, id: string | undefined): ConfigView {
  if (id === undefined) {
    const { config } = context.home;
    return { settings: { ...context.settings() }, files: [config], problems: [] };
  }
  const { settings, configFile, problems } = findStartProject(context, id);
  return {
    settings: { ...settings },
    files: configFile === null ? [] : [configFile],
    problems: problems.map(({ sentence }) => sentence),
  };
}
