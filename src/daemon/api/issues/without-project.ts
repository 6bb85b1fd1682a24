/** As people write it: `app#41` is 41, and so is `app~github#41` of a project that has moved there. */
export function stripProject(id: string, project: string): string {
  const mark = id.indexOf("#");
  const isOfProject = id.startsWith(`${project}#`) || id.startsWith(`${project}~`);
  return isOfProject && mark > 0 ? id.slice(mark + 1) : id;
}
