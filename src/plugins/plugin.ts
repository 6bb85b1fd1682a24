/**
 * Everything that the product may know of a plugin: one value in the plugin's own folder, and one line in `index.ts`. Settings,
 * daemon, webhooks, the agents' way to their forge and `ao doctor` loop over these values; none of them knows a plugin by its name.
 */
import type { SettingKeys } from "../lib/setting-keys.ts";
import type { AgentPlugin } from "../slots/agent.ts";
import type { HookName, HookPlugin, HookCall } from "../slots/hook.ts";
import type { RuntimePlugin } from "../slots/runtime.ts";
import type { AgentOptions } from "./agent/shared/agent-options.ts";
import type { LoginSigns } from "./agent/shared/login-signs.ts";
import type { LocalForge, LocalForgeOptions } from "./local/local-forge.ts";
import type { MakeNotifier } from "./notifier/shared/made.ts";
import type { AgentInterface } from "./remote/agents/agent-door.ts";
import type { FindOrigin } from "./remote/forge/origin.ts";
import type { OpenForge } from "./remote/forge/open-forge.ts";
import type { QuotaRules } from "./remote/quota/quota-rules.ts";
import type { MadeTracker, TrackerOptions } from "./remote/tracker-options.ts";
import type { WebhookSender } from "./remote/webhook.ts";
import type { HeldTurnsOptions } from "./runtime/shared/held-turns.ts";
import type { GitWorkspace } from "./workspace/shared/git-workspace.ts";
import type { WorkspaceOptions } from "./workspace/shared/options.ts";

export type Plugin = {
  /** As settings and sessions name it. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** Names that other tools give it; settings may use them. */
  readonly alsoCalled?: readonly string[];
  /** Settings name it by any words that match, such as `acp:<command>`; left out: by its name alone. */
  readonly words?: { readonly pattern: RegExp; readonly shown: string };
  /** Keys of its block in the settings, beside those that all plugins of its slots have. */
  readonly settings?: SettingKeys;
  /** How the names of variables begin that it reads: a later shell may hand them to a running daemon. */
  readonly variables?: readonly string[];
  /** The same of variables that act in a person's name: they never reach an agent, whatever the settings say. */
  readonly secrets?: readonly string[];
  /** It sends deliveries. */
  readonly webhook?: WebhookSender;
  /** What it asks of a client. */
  readonly quota?: QuotaRules;

  /** The forge of this machine, where projects live that name no other. One plugin fills it. */
  readonly ownForge?: (options: LocalForgeOptions) => LocalForge;
  readonly forge?: ForgePart;
  /** Holds issues without changes. A forge without this brings its issues along. */
  readonly tracker?: (options: TrackerOptions) => MadeTracker;
  readonly agent?: AgentPart;
  readonly runtime?: RuntimePart;
  readonly workspace?: (options: WorkspaceOptions) => GitWorkspace;
  readonly notifier?: MakeNotifier;
  /** Its name is the key of a hook in the settings. */
  readonly hook?: (options: HookOptions) => HookPlugin;
};

export type ForgePart = {
  readonly open: OpenForge;
  /** What changes are called there. */
  readonly changes: string;
  /** Whether `repo` in the settings names a repository there. Left out: only where no other forge says so. */
  readonly hasRepository?: (repo: string) => boolean;
  /** What the address of a checkout's origin says, where it leads there. */
  readonly findOrigin: FindOrigin;
  /** Agents can ask it for themselves, through the daemon. */
  readonly agents?: AgentInterface;
};

export type AgentPart = {
  /** `name`: as the settings wrote it. */
  readonly make: (options: AgentOptions, name: string) => AgentPlugin;
  /** Names of variables that reach it, and no other agent. */
  readonly environment: readonly string[];
  /** The program that shows that it is installed. Left out: nobody looks for it, and it is not proposed. */
  readonly program?: string;
  /** It runs whatever the settings say: what that answers to `--version` is not known. */
  readonly runsAnything?: boolean;
  /** How it is seen to be logged in. Left out: that is not known. */
  readonly login?: LoginSigns;
};

export type RuntimePart = {
  /** Without it there is no such runtime on this machine. */
  readonly program?: { readonly name: string; readonly versionOption: string };
  /** Null: it cannot be used here. */
  readonly open: (options: RuntimeOptions) => Promise<RuntimePlugin | null>;
  /** No session is live: what is left of it may end. */
  readonly endIdle?: (options: Pick<RuntimeOptions, "home" | "path">) => Promise<void>;
};

/** `path`: where programs are looked for, as in the variable of that name. */
export type RuntimeOptions = HeldTurnsOptions & { readonly path: string | undefined };

export type HookOptions = {
  readonly moment: HookName;
  /** What the settings say under the plugin's name; files in it begin in `folder`. */
  readonly written: string | readonly string[];
  readonly folder: string;
  readonly timeoutMs: number;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Told how a program that nobody waits for has ended. */
  readonly ended: (call: HookCall, how: string | null) => void;
};
