/** The tracker of a project: one that its settings name, else that of its forge. */
import { forges, trackers } from "../../plugins/index.ts";
import type { TrackerPlugin } from "../../slots/tracker.ts";
import type { Ground } from "../ground.ts";
import type { ProjectSite } from "./project-site.ts";
import { wallClock } from "../process/wall-clock.ts";

const FORGES = Object.keys(forges);

/** Changes live nowhere else: better nothing is opened than that they quietly live here. */
export function refuseUnknownScm({ project }: ProjectSite): void {
  const { plugin } = project.settings.scm;
  if (FORGES.includes(plugin)) return;
  throw new Error(
    `changes cannot live on ${plugin}: set \`scm\` to one of ${FORGES.join(", ")} in the settings of ${project.id}`,
  );
}

/** Throws when it lacks something that only a person can give it. */
export function projectTracker(
  { env, brokers, redact }: Ground,
  { project }: ProjectSite,
  ofForge: TrackerPlugin,
): TrackerPlugin {
  const { plugin, settings, bots, moves } = project.settings.tracker;
  const made = trackers[plugin]?.({
    ...{ project: project.id, repo: project.settings.repo, settings, bots, moves },
    ...{ env, brokers, redact, clock: wallClock },
  });
  if (made === undefined && !FORGES.includes(plugin))
    throw new Error(
      `there is no tracker ${plugin}; there are ${[...new Set([...FORGES, ...Object.keys(trackers)])].join(", ")}`,
    );
  if (made === undefined) return ofForge;
  if (!made.ok) throw new Error(made.why);
  return made.tracker;
}
