/** Asking GitHub about one repository. */
import { remoteGit, type RemoteGit } from "../../lib/git/remote.ts";
import { askGraphql } from "../remote/graphql.ts";
import { askPages, type Pages } from "../remote/pages.ts";
import type { ForgeClient } from "../remote/forge/parts.ts";
import { needRemote } from "../remote/forge/trouble.ts";
import type { Remote, RemoteAsk } from "../remote/remote.ts";
import type { RemoteResult } from "../remote/remote-result.ts";
import { viewerDocument } from "./documents.ts";
import { parseViewer } from "./parse-viewer.ts";
import type { GithubPlace } from "./place.ts";

export type Client = ForgeClient & {
  readonly place: GithubPlace;
  readonly pages: (ask: RemoteAsk, pagesMax: number) => Promise<RemoteResult<Pages>>;
  /** The data; trouble is thrown. `owner` and `name` are given to every document. */
  readonly query: (document: string, variables?: Readonly<Record<string, unknown>>, cost?: number) => Promise<unknown>;
  /** Whose account the token is. */
  readonly viewer: () => Promise<string>;
};

export type ClientOptions = {
  readonly remote: Remote;
  readonly place: GithubPlace;
  /** As it is now: those of an App live for an hour. */
  readonly token: () => Promise<RemoteResult<string>>;
  /** Left out: git's own. */
  readonly transport?: RemoteGit;
};

const HEADERS = { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" };

export function githubClient({ remote, place, token, transport = remoteGit }: ClientOptions): Client {
  const { owner, name, cloneUrl } = place;
  const below = (ask: RemoteAsk): RemoteAsk => ({
    ...ask,
    path: `repos/${owner}/${name}/${ask.path}`,
    headers: { ...HEADERS, ...ask.headers },
  });
  const query: Client["query"] = async (document, variables = {}, cost = 1) => {
    const names = /^query Viewer\b/.test(document) || document.startsWith("mutation") ? {} : { owner, name };
    const asked = { document, variables: { ...names, ...variables }, path: place.graphql, cost };
    return needRemote(await askGraphql(remote, asked));
  };
  let viewer: Promise<string> | null = null;
  return {
    ...{ title: "GitHub", sign: "#", place, transport },
    credential: remote.broker.credential,
    ask: (ask) => remote.ask(below(ask)),
    pages: (ask, pagesMax) => askPages(remote, below(ask), pagesMax),
    download: (ask) => remote.download(below(ask)),
    query,
    viewer: async () => {
      viewer ??= query(viewerDocument).then(parseViewer);
      try {
        return await viewer;
      } catch (error) {
        viewer = null;
        throw error;
      }
    },
    git: async () => {
      const secret = Buffer.from(`x-access-token:${needRemote(await token())}`).toString("base64");
      return { url: cloneUrl, authorization: `Basic ${secret}` };
    },
  };
}
