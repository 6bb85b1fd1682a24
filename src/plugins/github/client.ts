/** Asking GitHub about one repository. */
import { remoteGit, type RemoteGit } from "../../lib/git/remote.ts";
import { askPartly, type Partly } from "../remote/http/graphql.ts";
import { createListReader, type ListReader } from "../remote/http/pages.ts";
import type { ForgeClient } from "../remote/forge/parts.ts";
import { shortenTexts } from "../remote/text/fit-texts.ts";
import { needRemote } from "../remote/forge/trouble.ts";
import type { Requester } from "../remote/quota/quota.ts";
import type { RemoteClock } from "../remote/quota/quota-broker.ts";
import type { Remote, RemoteRequest } from "../remote/http/remote.ts";
import type { RemoteResult } from "../remote/http/remote-result.ts";
import { viewerDocument } from "./documents.ts";
import { normalizeLogin } from "./logins.ts";
import { createOwnRepository, type OwnRepository } from "./own-repository.ts";
import { parseViewer } from "./parse-viewer.ts";
import type { GithubPlace } from "./place.ts";

export type GithubClient = ForgeClient & {
  readonly place: GithubPlace;
  readonly own: Pick<OwnRepository, "now" | "fullName" | "learn">;
  readonly pages: ListReader;
  /** The data; trouble is thrown. `owner` and `name` are given to every document that wants them. */
  readonly query: (...asked: QueryAsk) => Promise<unknown>;
  /** Also why parts of it are missing. */
  readonly queryPartly: (...asked: QueryAsk) => Promise<Partly>;
  /** Whose account the token is, as it is compared. */
  readonly viewer: () => Promise<string>;
  /** The same as GitHub writes it: that of an App with `[bot]`. */
  readonly account: () => Promise<string>;
};

/** Left out: it costs a point, and a loop asks. */
type QueryHow = Pick<RemoteRequest, "by" | "cost">;

type QueryAsk = [document: string, variables?: Readonly<Record<string, unknown>>, how?: QueryHow];

export type GithubClientOptions = {
  readonly remote: Remote;
  readonly place: GithubPlace;
  /** As it is now: those of an App live for an hour. */
  readonly token: () => Promise<RemoteResult<string>>;
  /** Left out: git's own. */
  readonly transport?: RemoteGit;
};

/** Beyond these GitHub answers 422. */
export const githubTexts = { name: "GitHub", titleMax: 256, textMax: 65_536 };

const HEADERS = { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" };

/** `by`: who asks, where a request does not say so itself. */
export function createGithubClient(
  { remote: plain, place, token, transport = remoteGit }: GithubClientOptions,
  { wallMs }: Pick<RemoteClock, "wallMs">,
  by: Requester = "loop",
): GithubClient {
  const remote = shortenTexts(plain, githubTexts);
  const own = createOwnRepository(remote, place, { by, headers: HEADERS });
  const queryPartly: GithubClient["queryPartly"] = async (document, variables = {}, how = {}) => {
    const names = document.includes("$owner: ") ? own.now() : {};
    const asked = { by, ...how, document, variables: { ...names, ...variables }, path: place.graphql };
    return needRemote(await askPartly(remote, asked));
  };
  const query: GithubClient["query"] = async (...asked) => (await queryPartly(...asked)).data;
  let known: Promise<string> | null = null;
  const account = async (): Promise<string> => {
    // Asked once, and nothing of a person's can be told from ours without it.
    known ??= query(viewerDocument, {}, { by: "person" }).then(parseViewer);
    try {
      return await known;
    } catch (error) {
      known = null;
      throw error;
    }
  };
  return {
    ...{ title: "GitHub", sign: "#", place, own, transport },
    credential: remote.broker.credential,
    strain: () => remote.broker.strain(),
    ask: own.ask,
    pages: createListReader({ name: remote.name, ask: own.ask }, wallMs),
    download: ({ path, ...ask }) => {
      const { owner, name } = own.now();
      return remote.download({ by, headers: HEADERS, ...ask, path: `repos/${owner}/${name}/${path}` });
    },
    ...{ query, queryPartly },
    ...{ account, viewer: async () => normalizeLogin(await account()) },
    git: async () => {
      const secret = Buffer.from(`x-access-token:${needRemote(await token())}`).toString("base64");
      return { url: place.cloneUrl, authorization: `Basic ${secret}` };
    },
  };
}
