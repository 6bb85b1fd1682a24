/** Where a project is: `group/name`, or its whole address, which also says whose GitLab it is. */
export type GitlabPlace = { readonly api: URL; readonly path: string; readonly cloneUrl: string };

const HOME = "https://gitlab.com/";

/** `url`: of another GitLab, ending in a slash. Null: this names no project. */
export function parseGitlabPlace(repo: string, url: URL | null): GitlabPlace | null {
  const whole = /^https?:\/\//.test(repo) && URL.canParse(repo) ? new URL(repo) : null;
  const path = (whole?.pathname ?? repo).replace(/^\/+|\/+$|\.git\/*$/g, "");
  if (!/^[\w.-]+(\/[\w.-]+)+$/.test(path)) return null;
  const base = url ?? (whole === null ? new URL(HOME) : new URL("/", whole));
  return { api: new URL("api/v4/", base), path, cloneUrl: new URL(`${path}.git`, base).href };
}
