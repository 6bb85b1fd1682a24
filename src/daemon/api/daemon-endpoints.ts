/** What the daemon says and does of itself. */
import { redactTexts } from "../../engine/parse-redacted.ts";
import type { ConfigView, DoctorView } from "../../protocol/housekeeping.ts";
import type { DaemonContext } from "../context.ts";
import { diskFinding } from "../upkeep/disk-use.ts";
import type { Endpoints } from "../http/endpoint.ts";
import { fleetView } from "./fleet-view.ts";
import { usageReport } from "./usage-report.ts";
import { health } from "./health.ts";
import { openApi } from "./openapi.ts";
import { findProject } from "./start-session.ts";
import { withoutSecrets } from "./without-secrets.ts";

export function daemonEndpoints(context: DaemonContext) {
  return {
    health: { kind: "read", read: (_input, { url }) => health(Number(new URL(url).port)) },
    openapi: { kind: "read", read: () => openApi() },
    cleanup: {
      kind: "deed",
      isSecret: false,
      act: async () => {
        const { removed, freedBytes, kept } = await context.cleanUp();
        return { removed: [...removed], freedBytes, kept: [...kept], disk: await context.diskUse() };
      },
    },
    fleet: { kind: "read", read: (asked) => fleetView(context, asked) },
    usage: { kind: "read", read: (asked) => usageReport(context, asked) },
    doctor: { kind: "read", read: () => doctorView(context) },
    config: { kind: "read", read: ({ project }) => configView(context, project) },
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

async function doctorView({ examine, diskUse }: DaemonContext): Promise<DoctorView> {
  const [rows, disk] = await Promise.all([examine(), diskUse()]);
  const behind = rows.findIndex(({ group }) => group !== "system" && group !== "disk");
  return { rows: rows.toSpliced(Math.max(0, behind), 0, diskFinding(disk)), disk };
}

/** Without a project: what holds for the whole daemon. Settings may hold what a variable put there. */
function configView(context: DaemonContext, id: string | undefined): ConfigView {
  const view = configOf(context, id);
  return { ...view, settings: withoutSecrets(redactTexts(view.settings, context.redact)) };
}

function configOf(context: DaemonContext, id: string | undefined): ConfigView {
  if (id === undefined) {
    const { config } = context.home;
    return { settings: { ...context.settings() }, files: [config], problems: [] };
  }
  const { settings, configFile, problems } = findProject(context, id);
  return {
    settings: { ...settings },
    files: configFile === null ? [] : [configFile],
    problems: problems.map(({ sentence }) => sentence),
  };
}
