import type { WorldProject } from "../../world/project.ts";
import type { World } from "../../world/world.ts";

/** The one project of a plain world. */
export function onlyProject(world: World): WorldProject {
  const [project] = world.projects;
  if (project === undefined || world.projects.length > 1) throw new Error("a plain world has one project");
  return project;
}
