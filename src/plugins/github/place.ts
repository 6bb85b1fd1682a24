/** Where a repository lies: on github.com, at a host of its own there (`octo.ghe.com`), or on a GitHub Enterprise server. */

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
export function parseGithubPlace(repo: string, url: string | null): GithubPlace | null {
  const written = parseRepo(repo);
  const base = url ?? written?.base ?? "https://github.com";
  if (written === null || !/^https?:\/\//i.test(base) || !URL.canParse(base)) return null;
  const { owner, name } = written;
  const web = new URL(base);
  const site = findSite(web);
  return {
    ...{ owner, name, host: site.host, graphql: site.graphql, api: new URL(site.api) },
    cloneUrl: `${site.root}/${owner}/${name}.git`,
    webUrl: `${site.root}/${owner}/${name}`,
  };
}

type Site = { readonly host: string; readonly root: string; readonly api: string; readonly graphql: string };

/** What GitHub itself runs has its interface at a host of its own; an Enterprise server below a path. */
function findSite({ hostname, host, origin, pathname }: URL): Site {
  const own = GITHUBS.exec(hostname)?.[1];
  if (own !== undefined) return { host: own, root: `https://${own}`, api: `https://api.${own}/`, graphql: "graphql" };
  const root = `${origin}${pathname.replace(/\/+$/, "")}`;
  return { host, root, api: `${root}/api/v3/`, graphql: "../graphql" };
}

/** `ssh.` is where it takes SSH on the port of HTTPS, `api.` where its interface is. */
const GITHUBS = /^(?:(?:www|ssh|api)\.)?(github\.com|[a-z0-9-]+\.ghe\.com)$/;

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
