/**
 * Which repository is ours, by the name it has now. GitHub sends on what is asked under the name of before, and sends on to
 * another repository what was transferred there: only the repository itself tells the one from the other.
 */
import * as z from "zod";
import { failRemote, type RemoteResult } from "../remote/http/remote-result.ts";
import type { Remote, RemoteAnswer, RemoteRequest } from "../remote/http/remote.ts";
import { isMovedStatus } from "../remote/http/send.ts";

type RepositoryName = { readonly owner: string; readonly name: string };

export type OwnRepository = {
  readonly now: () => RepositoryName;
  /** `owner/name` in small letters, as names are compared. */
  readonly fullName: () => string;
  /** Asks GitHub what it is called; true: otherwise than was known here. */
  readonly learn: () => Promise<RemoteResult<boolean>>;
  /** Asks below it. What lies in another repository by now is `gone`, whether it was to be read or written. */
  readonly ask: (ask: RemoteRequest) => Promise<RemoteResult<RemoteAnswer>>;
};

/** `place`: as the settings name it. */
export function createOwnRepository(
  remote: Remote,
  place: RepositoryName,
  usual: Partial<RemoteRequest>,
): OwnRepository {
  let { owner, name } = place;
  const asked = (ask: RemoteRequest) => {
    // Such as `Link` headers give are whole.
    const path = ask.path.includes("://") ? ask.path : `repos/${owner}/${name}/${ask.path}`.replace(/\/$/, "");
    return remote.ask({ ...usual, ...ask, path, headers: { ...usual.headers, ...ask.headers } });
  };
  const learn = async (): Promise<RemoteResult<boolean>> => {
    const said = await asked({ path: "" });
    if (!said.ok) return said;
    const [, nowOwner, nowName] = /^([^/]+)\/([^/]+)$/.exec(parseFullName(said.value.body) ?? "") ?? [];
    if (nowOwner === undefined || nowName === undefined || isSame(`${nowOwner}/${nowName}`, `${owner}/${name}`))
      return { ok: true, value: false };
    [owner, name] = [nowOwner, nowName];
    return { ok: true, value: true };
  };
  return {
    now: () => ({ owner, name }),
    fullName: () => `${owner}/${name}`.toLowerCase(),
    learn,
    ask: async (ask) => {
      const answer = await asked(ask);
      if (!isMoved(answer) && !isSentOn(answer)) return answer;
      const learned = await learn();
      if (!learned.ok) return learned;
      if (!learned.value) return isMoved(answer) ? reportMovedAway(ask) : answer;
      const again = await asked(ask);
      return isMoved(again) ? reportMovedAway(ask) : again;
    },
  };
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isMoved = (answer: RemoteResult<RemoteAnswer>): boolean =>
  answer.ok ? answer.value.isMoved : isMovedStatus(answer.error.status);

/** GitHub says so to a write under the name of before. It was not done, and is to be sent again as it is. */
const isSentOn = (answer: RemoteResult<RemoteAnswer>): boolean =>
  !answer.ok && (answer.error.status === 302 || answer.error.status === 307);

const reportMovedAway = ({ path }: RemoteRequest) =>
  failRemote("gone", `GitHub says that ${path} has moved: it lies in another repository now`);

const repository = z.object({ full_name: z.string() });

function parseFullName(answer: unknown): string | null {
  const read = repository.safeParse(answer);
  return read.success ? read.data.full_name : null;
}
