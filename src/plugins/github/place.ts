/** Where a repository lies: on github.com, or on a GitHub Enterprise server. */

export type GithubPlace = {
  readonly owner: string;
  readonly name: string;
  readonly host: string;
  /** Of the REST interface, with a slash at its end. */
  readonly api: URL;
  /** Relative to `api`. */
  readonly graphql: string;
  readonly cloneUrl: string;
  readonly webUrl: string;
};

/** `repo` is `owner/name`, an address, or what git calls a remote. Null: it names no repository. */
export function githubPlace(repo: string, url: string | null): GithubPlace | null {
  const written = parseRepo(repo);
  const base = url ?? written?.base ?? "https://github.com";
  if (written === null || !/^https?:\/\//i.test(base) || !URL.canParse(base)) return null;
  const { owner, name } = written;
  const web = new URL(base);
  const root = `${web.origin}${web.pathname.replace(/\/+$/, "")}`;
  const isPublic = /^(www\.)?github\.com$/.test(web.hostname);
  const site = isPublic ? "https://github.com" : root;
  return {
    ...{ owner, name, host: isPublic ? "github.com" : web.host },
    api: new URL(isPublic ? "https://api.github.com/" : `${root}/api/v3/`),
    graphql: isPublic ? "graphql" : "../graphql",
    cloneUrl: `${site}/${owner}/${name}.git`,
    webUrl: `${site}/${owner}/${name}`,
  };
}

type WrittenRepo = { readonly owner: string; readonly name: string; readonly base: string | null };

const path = String.raw`([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$`;
const forms: readonly { readonly form: RegExp; readonly base: (host: string) => string | null }[] = [
  { form: new RegExp(`^()${path}`), base: () => null },
  { form: new RegExp(String.raw`^(https?:\/\/[^/]+)\/${path}`), base: (host) => host },
  { form: new RegExp(String.raw`^git@([^:/]+):${path}`), base: (host) => `https://${host}` },
  { form: new RegExp(String.raw`^ssh:\/\/git@([^/:]+)(?::\d+)?\/${path}`), base: (host) => `https://${host}` },
];

function parseRepo(repo: string): WrittenRepo | null {
  for (const { form, base } of forms) {
    const [, host, owner, name] = form.exec(repo.trim()) ?? [];
    if (host !== undefined && owner !== undefined && name !== undefined) return { owner, name, base: base(host) };
  }
  return null;
}
