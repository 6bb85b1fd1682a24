/** The tracker of a project: one that its settings name, else that of its forge. */
import type { ProjectId } from "../../../domain/model/ids.ts";
import { findPlugin, pluginsWith } from "../../../plugins/find-plugin.ts";
import { createPacedTracker } from "../../../plugins/remote/polling/paced-tracker.ts";
import { createPace } from "../../../plugins/remote/polling/pace.ts";
import { modestRules } from "../../../plugins/remote/quota/quota-rules.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import type { PluginServices } from "../../plugin-services.ts";
import type { ProjectSite } from "../project-site.ts";
import { wallClock } from "../../process/wall-clock.ts";

const FORGES = [...pluginsWith("ownForge"), ...pluginsWith("forge")].map(({ plugin }) => plugin.name);
/** While something goes on there. */
const EVERY_MS = 30_000;

/** Changes live nowhere else: better nothing is opened than that they quietly live here. */
export function refuseUnknownScm({ project }: ProjectSite): void {
  const { plugin } = project.settings.scm;
  if (FORGES.includes(plugin)) return;
  throw new Error(
    `changes cannot live on ${plugin}: set \`scm\` to one of ${FORGES.join(", ")} in the settings of ${project.id}`,
  );
}

/** Throws when it lacks something that only a person can give it. `name` stands before its issues. */
export function createProjectTracker(
  { env, brokers, redact, log, forgeHasNews }: PluginServices,
  { project }: ProjectSite,
  ofForge: TrackerPlugin,
  name: ProjectId,
): TrackerPlugin {
  const { plugin, settings, bots, moves } = project.settings.tracker;
  const found = findPlugin("tracker", plugin);
  const quota = found?.plugin.quota ?? modestRules;
  const made = found?.part({
    ...{ project: name, repo: project.settings.repo, settings, bots, moves, env, redact, clock: wallClock },
    brokerOf: (credential) => brokers.of(credential, quota),
    tell: (sentence) => log.warn({ project: name, why: sentence }, "the tracker cannot do all of its work"),
  });
  if (made === undefined && !FORGES.includes(plugin))
    throw new Error(
      `there is no tracker ${plugin}; there are ${[...new Set([...FORGES, ...pluginsWith("tracker").map((one) => one.plugin.name)])].join(", ")}`,
    );
  if (made === undefined) return ofForge;
  if (!made.ok) throw new Error(made.why);
  const { credential } = made.tracker;
  const strain = (): number => brokers.strainOf(credential);
  const later = { after: wallClock.after, onDue: () => forgeHasNews(project.id) };
  const { wallMs } = wallClock;
  return createPacedTracker(
    made.tracker,
    createPace({ everyMs: () => EVERY_MS, strain, wallMs, kinds: ["issues"], later }),
  );
}
