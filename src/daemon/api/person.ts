/** Who gives orders here: the owner of the home, by the name that git knows them under. */
import { userInfo } from "node:os";
import { toPerson, type Actor } from "../../domain/core/actor.ts";
import { sessionId } from "../../domain/model/ids.ts";
import { known } from "../../domain/model/known.ts";
import type { Author } from "../../domain/model/trust.ts";
import { readGitPerson } from "../../lib/git/person.ts";
import type { DaemonContext } from "../context.ts";
import type { EndpointCall } from "../http/endpoint.ts";

/** The name of the account, where git knows none. */
function readOwner(): string {
  try {
    return userInfo().username;
  } catch (error) {
    // An account without an entry, as in some containers.
    if (error instanceof Error) return "you";
    throw error;
  }
}

/** As they are called in a repository: `user.name` there. */
export async function identifyPerson(repository: string): Promise<Author> {
  const { name, email } = await readPerson(repository);
  return { kind: "person", name, canWrite: known(true), ...(email === null ? {} : { email }) };
}

/** Who an order comes from: an agent shows the token of its session, everybody else acts for the person. */
export async function toActor(
  { projects }: Projects,
  { caller }: Pick<EndpointCall, "caller">,
  project: string,
): Promise<Actor> {
  if (caller.kind === "agent") return { kind: "agent", session: sessionId(caller.session) };
  return findPerson({ projects }, project);
}

/** The person, by the name that an order of theirs carries. */
export async function findPerson({ projects }: Projects, project: string): Promise<Actor> {
  const path = projects.get(project)?.path;
  return toPerson(path === undefined ? readOwner() : await nameIn(path));
}

type Projects = Pick<DaemonContext, "projects">;

/** People do not change their name between two orders; no program is started for each. */
const KEPT_MS = 60_000;
const people = new Map<string, { readonly person: Promise<Found>; readonly atMs: number }>();

type Found = { readonly name: string; readonly email: string | null };

const nameIn = async (repository: string): Promise<string> => (await readPerson(repository)).name;

function readPerson(repository: string): Promise<Found> {
  const nowMs = performance.now();
  const kept = people.get(repository);
  if (kept !== undefined && nowMs - kept.atMs < KEPT_MS) return kept.person;
  const person = readGitPerson(repository).then(({ name, email }) => ({ name: name ?? readOwner(), email }));
  people.set(repository, { person, atMs: nowMs });
  return person;
}
