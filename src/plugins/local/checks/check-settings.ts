/** What is run, where, and with what around it. */
import type { SessionId } from "../../../domain/model/ids.ts";
import type { ClosedHome } from "../../../lib/sandbox/rules.ts";
import type { RunLimits } from "../../../lib/ceiling/run-limited.ts";
import type { PreparedFolders } from "../../../lib/prepared/prepared.ts";
import type { Sandbox } from "../../../lib/sandbox/sandbox.ts";
import type { CheckSlots } from "./run/check-slots.ts";

/** A text is split into words; there is no shell. */
export type CheckCommandText = string | readonly string[];

export type CheckCommand = {
  readonly command: CheckCommandText;
  readonly timeoutMs: number | null;
  /** It is about these files alone: what changes none of them does not need it. Left out: about all. */
  readonly paths?: readonly string[];
  /** It sees the commit that its subject is compared with, so its answer depends on that, too. */
  readonly compareWithBase?: boolean;
};

export type LocalCheckSettings = {
  readonly commands: Readonly<Record<string, CheckCommand>>;
  /** Run in a check workspace before its checks. */
  readonly setup: readonly CheckCommandText[];
  /** Files whose change makes `setup` run again; empty: the lockfiles that are known. */
  readonly setupKey: readonly string[];
  /** Folders that stay between runs, as `.gitignore` would name them. Without any, set-up runs before each check. */
  readonly cache: readonly string[];
  /** Files of the person's checkout that checks find beside the tree, as agents do. */
  readonly copy: readonly string[];
  readonly symlinks: readonly string[];
};

export type ChecksOptions = {
  /** Those of now: asked for at each run. */
  readonly settings: () => LocalCheckSettings;
  /** Check workspaces and raw logs. */
  readonly folder: string;
  /** The whole environment of checks; nothing is inherited. Part of what a result is known by, so it should not vary. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
  readonly sandbox: Sandbox;
  /** What checks reach of the network, in a word; another one may make another result. */
  readonly network: string;
  /** What checks find in the home, by the settings of now. */
  readonly home: () => ClosedHome;
  /** What a check or a set-up command may take, those of now. Left out: no limit. */
  readonly limits?: () => RunLimits;
  /** What set-up made for others. Left out: each check workspace is set up by itself. */
  readonly prepared?: PreparedFolders;
  /** Whose checks these are, for the line before the places. */
  readonly project: string;
  /** Shared by all projects of the daemon. */
  readonly places: CheckSlots;
  /** Where a session's agent finds logs; each is written there redacted. */
  readonly logDirOf: (session: SessionId) => string;
  readonly redact: (text: string) => string;
  /** What went wrong aside, and stops nothing. */
  readonly warn: (error: unknown, message: string) => void;
};

export const TIMEOUT_MS_DEFAULT = 30 * 60_000;
export const SETUP_TIMEOUT_MS = 20 * 60_000;

export const LOCKFILES: readonly string[] = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
  "deno.lock",
  "package.json",
  "Cargo.lock",
  "go.sum",
  "poetry.lock",
  "uv.lock",
  "Pipfile.lock",
  "pyproject.toml",
  "requirements.txt",
  "Gemfile.lock",
  "composer.lock",
  "mix.lock",
  "pubspec.lock",
];
