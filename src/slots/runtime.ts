import type { SessionId, TurnId } from "../domain/model/ids.ts";
import type { TurnConfinement } from "./confinement.ts";
import type { SlotResult } from "./result.ts";

/**
 * Where an agent's process lives (process, tmux, docker, kubernetes, ssh).
 *
 * Called by the engine's performers and its turn observer. A runtime owns the process and its files, never what they
 * mean. Every method may be called again after a daemon death; none may depend on memory of an earlier call. A turn that
 * exists is never started a second time, whatever became of it.
 */
export type RuntimePlugin = {
  readonly name: string;
  /** Starts the turn's program in its own process group and its confinement, which the runtime keeps by its own means. Called twice for one turn: the second answers `exists`. */
  start(launch: ConfinedLaunch): Promise<SlotResult<"started" | "exists", "not_found">>;
  /** What became of a turn. A probe that cannot tell answers `unavailable`; it never guesses `absent`. */
  look(turn: TurnId): Promise<SlotResult<TurnSight>>;
  /** Signals the whole process group. A turn that is gone is not an error. */
  signal(turn: TurnId, signal: "interrupt" | "kill"): Promise<SlotResult<"signalled" | "gone">>;
  /**
   * Writes one whole frame to the stdin of a running turn, once per `frameId`: asked again it answers `written` without
   * writing. `gone` when the turn takes no input any more. With `ends` its stdin is closed behind the frame.
   */
  write(frame: TurnFrame): Promise<SlotResult<"written", "gone" | "unsupported">>;
  /** How a person's terminal gets at the turn. It may have ended: what was on its screen is still shown. */
  screen(turn: TurnId): Promise<SlotResult<TurnScreen>>;
};

export type TurnLaunch = {
  readonly turn: TurnId;
  readonly session: SessionId;
  readonly cwd: string;
  readonly argv: readonly [string, ...string[]];
  /** The whole environment: nothing is inherited. A runtime may add what its processes are found again by. */
  readonly env: Readonly<Record<string, string>>;
  /** Its whole stdin. With a screen it is only kept beside the output, for the program to read there. */
  readonly stdin: string;
  /** Its stdin stays open after that for frames (`write`), instead of ending. */
  readonly takesFrames: boolean;
  /** Runs on a screen of its own that people can type into, instead of on files. */
  readonly hasScreen: boolean;
  /** What it may take, with all that it starts; beyond it the turn ends, and `cut` says why. Left out: no limit. */
  readonly ceiling?: {
    readonly memoryBytes: number;
    readonly processes: number;
    /** What these folders may take on the disk together. */
    readonly disk?: { readonly bytes: number; readonly folders: readonly string[] };
  };
  /** What the program needs beside its workspace; a sandbox lets it have that and nothing else of the kind. */
  readonly needs?: {
    /** The tool's own settings and conversations. */
    readonly writable: readonly string[];
    /** Its login, for one. */
    readonly readable: readonly string[];
    /** Folders of the person that it has as a copy of its own: what it writes there, commands in settings for one, stays its own. */
    readonly copies?: readonly FolderCopy[];
  };
};

/** What an agent wants to be run, as it may be run. */
export type ConfinedLaunch = TurnLaunch & {
  /** Null: the project runs its agents without a sandbox. */
  readonly confinement: TurnConfinement | null;
};

export type FolderCopy = {
  /** Where the tool looks for it, in the person's home. */
  readonly of: string;
  /** Where the copy is kept from turn to turn. */
  readonly at: string;
  /** What is copied, by its path in the folder: settings and login. A newer one of the person replaces that in the copy. */
  readonly files: readonly string[];
};

export type TurnScreen =
  /** It only writes; its output is read from its log. */
  | { readonly kind: "none" }
  /** The host holds its PTY. */
  | { readonly kind: "hosted" }
  /** This program, run in a PTY, shows it. `replay` prints what scrolled by before. */
  | {
      readonly kind: "program";
      readonly argv: readonly [string, ...string[]];
      readonly replay: readonly [string, ...string[]];
    };

export type TurnSight =
  | { readonly kind: "absent" }
  | { readonly kind: "running" }
  | { readonly kind: "exited"; readonly code: number | null };

export type TurnFrame = {
  readonly turn: TurnId;
  readonly frameId: string;
  readonly bytes: string;
  readonly ends?: boolean;
};
