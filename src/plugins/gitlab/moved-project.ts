/**
 * GitLab shows a project that was moved or renamed under its former name, too, and writes nothing under that: from then on it
 * is asked for by its number, which stays.
 */
import * as z from "zod";
import type { Remote, RemoteRequest } from "../remote/http/remote.ts";
import type { RemoteFailure } from "../remote/http/remote-result.ts";

const project = z.object({ id: z.int() });

export function followMoves(remote: Remote): Remote {
  const numbers = new Map<string, number>();
  const byNumber = (ask: RemoteRequest, name: string | null): RemoteRequest => {
    const number = numbers.get(name ?? "");
    return number === undefined ? ask : { ...ask, path: ask.path.replace(NAMED, `projects/${number}`) };
  };
  return {
    ...remote,
    ask: async (ask) => {
      const name = NAMED.exec(ask.path)?.[1] ?? null;
      const answer = await remote.ask(byNumber(ask, name));
      if (answer.ok || name === null || numbers.has(name) || !isMoved(answer.error)) return answer;
      const { by = "loop" } = ask;
      const read = await remote.ask({ path: `projects/${name}`, by });
      const id = read.ok ? project.safeParse(read.value.body).data?.id : undefined;
      if (id === undefined) return answer;
      numbers.set(name, id);
      return remote.ask(byNumber(ask, name));
    },
  };
}

/** By its name, in which slashes are `%2F`. */
const NAMED = /^projects\/([^/]*%2F[^/]*)(?=\/|$)/i;

/** Said before anything is done, so that it may be asked again. */
const isMoved = ({ status, said }: RemoteFailure): boolean => status === 405 && /\bmoved projects?\b/i.test(said);
