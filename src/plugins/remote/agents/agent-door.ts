/** Through which the agents of a project ask its forge for themselves. */
import type { Remote } from "../http/remote.ts";
import type { JudgeCall } from "./agent-call.ts";

export type AgentDoor = {
  readonly interface: AgentInterface;
  /** With the person's credential, in its quota. */
  readonly remote: Remote;
  readonly judge: JudgeCall;
  /** As people know the forge's host, and what they call the repository there. */
  readonly host: string;
  readonly repo: string;
};

/** A forge's interface as agents find it with us. */
export type AgentInterface = {
  /** Where it begins on our own address: as on a server of one's own. */
  readonly root: string;
  /** A path beside it, and the one below the root that is meant by it. */
  readonly beside?: { readonly path: string; readonly means: string };
  /** What the forge's own command line needs beside an address. */
  readonly environment?: (access: AgentAccess) => Readonly<Record<string, string>>;
};

export type AgentAccess = {
  readonly door: Pick<AgentDoor, "host" | "repo">;
  /** Where settings of programs are written for the session. */
  readonly folder: string;
  /** The session's. */
  readonly key: string;
  /** As its programs see them. */
  readonly paths: { readonly settings: string; readonly socket: string };
};
