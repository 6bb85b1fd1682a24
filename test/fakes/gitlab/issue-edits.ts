import type { Issue } from "./state.ts";
import type { World } from "./world.ts";

/** GitLab writes down who changed a title or a description; of an issue it tells nothing else about that. */
export function editAs(world: World, issue: Issue, patch: Partial<Issue>, by: string): void {
  const note = (body: string): void =>
    void issue.notes.push({ body, author: world.user(by), created_at: world.at(), isSystem: true });
  if (patch.title !== undefined && patch.title !== issue.title)
    note(`changed title from **${issue.title}** to **${patch.title}**`);
  if (patch.description !== undefined && patch.description !== issue.description) note("changed the description");
  Object.assign(issue, patch, { updated_at: world.at() });
}
