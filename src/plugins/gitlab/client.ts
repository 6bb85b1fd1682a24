/** Asking GitLab about one project. */
import type * as z from "zod";
import { remoteGit, type RemoteGit } from "../../lib/git/remote.ts";
import type { ForgeClient } from "../remote/forge/parts.ts";
import { shortenTexts } from "../remote/text/fit-texts.ts";
import { createParser } from "../remote/forge/parse-answer.ts";
import { needRemote } from "../remote/forge/trouble.ts";
import { retryReads } from "../remote/http/retry-reads.ts";
import { createListReader } from "../remote/http/pages.ts";
import type { RemoteClock } from "../remote/quota/quota-broker.ts";
import type { Remote, RemoteRequest } from "../remote/http/remote.ts";
import { createGitlab, type Gitlab } from "./gitlab.ts";
import { followMoves } from "./moved-project.ts";
import type { GitlabPlace } from "./place.ts";
import { escapeQuickActions } from "./quick-actions.ts";

export type GitlabClient = ForgeClient & {
  readonly gitlab: Gitlab;
  /** What is there; trouble is thrown. */
  readonly read: <T>(ask: RemoteRequest, shape: z.ZodType<T>) => Promise<T>;
  /** All of a list, up to a number of pages. */
  readonly list: <T>(ask: RemoteRequest, shape: z.ZodType<T>, how?: Listing) => Promise<readonly T[]>;
  /** The same, where it matters whether that is all. */
  readonly part: <T>(ask: RemoteRequest, shape: z.ZodType<T>, how?: Listing) => Promise<Part<T>>;
};

/** `isCut`: there is more than is ever read. */
export type Part<T> = { readonly items: readonly T[]; readonly isCut: boolean };

/** `isOptional`: what is switched off in this project, or not for us to see, is an empty list. */
type Listing = { readonly pagesMax?: number; readonly isOptional?: boolean };

export type GitlabClientOptions = {
  readonly remote: Remote;
  readonly place: GitlabPlace;
  readonly token: string;
  /** Left out: git's own. */
  readonly transport?: RemoteGit;
};

export const parsed = createParser("GitLab");

/** A hundred each: each look at what is larger would cost too much. */
const PAGES_MAX = 10;

/** Beyond these GitLab answers 400 or 422. */
const gitlabTexts = { name: "GitLab", titleMax: 255, textMax: 1_000_000 };

/** Everything that goes to GitLab passes here: asked again where it broke, where it lies now, cut where it is too long, and no text commands anything. */
export const wrapRemote = (remote: Remote, clock: RemoteClock): Remote =>
  escapeQuickActions(shortenTexts(followMoves(retryReads(remote, clock)), gitlabTexts));

export function createGitlabClient(options: GitlabClientOptions, clock: RemoteClock): GitlabClient {
  const { place, token, transport = remoteGit } = options;
  const remote = wrapRemote(options.remote, clock);
  const readList = createListReader(remote, clock.wallMs);
  const below = (ask: RemoteRequest): RemoteRequest => ({
    ...ask,
    path: `projects/${encodeURIComponent(place.path)}${ask.path === "" ? "" : `/${ask.path}`}`,
  });
  const part: GitlabClient["part"] = async (ask, shape, { pagesMax = PAGES_MAX, isOptional = false } = {}) => {
    const read = await readList(below(ask), pagesMax);
    if (!read.ok && isOptional && (read.error.code === "gone" || read.error.code === "refused"))
      return { items: [], isCut: false };
    const { items, isCut } = needRemote(read);
    return { items: items.map((item) => parsed(shape, item)), isCut };
  };
  const secret = Buffer.from(`oauth2:${token}`).toString("base64");
  return {
    ...{ title: "GitLab", sign: "!", credential: remote.broker.credential, transport },
    strain: () => remote.broker.strain(),
    gitlab: createGitlab(remote, place.path, clock.wallMs),
    ask: (ask) => remote.ask(below(ask)),
    download: (ask) => remote.download(below(ask)),
    read: async (ask, shape) => parsed(shape, needRemote(await remote.ask(below(ask))).body),
    ...{ part, list: async (...asked) => (await part(...asked)).items },
    git: async () => ({ url: place.cloneUrl, authorization: `Basic ${secret}` }),
  };
}
