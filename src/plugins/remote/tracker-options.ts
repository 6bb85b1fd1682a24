/** What a tracker's plugin is given. */
import type { IssueProgress } from "../../domain/issue/issue.ts";
import type { TrackerPlugin } from "../../slots/tracker.ts";
import type { QuotaBroker, RemoteClock } from "./quota/quota-broker.ts";
import { explainUnsafeAddress } from "./http/safe-address.ts";
import type { FetchUrl } from "./http/send.ts";

export type TrackerOptions = {
  readonly project: string;
  /** As the project's settings name it; null: they do not. */
  readonly repo: string | null;
  /** Of its block in the settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly bots: readonly string[];
  readonly moves: Readonly<Partial<Record<IssueProgress, boolean | string>>>;
  /** Of a credential, under the plugin's own rules. */
  readonly brokerOf: (credential: string) => QuotaBroker;
  readonly clock: RemoteClock;
  readonly redact: (text: string) => string;
  /** What people should know of it, and no answer carries. Left out: nobody listens. */
  readonly tell?: (sentence: string) => void;
  /** Left out: that of this machine. */
  readonly fetch?: FetchUrl;
};

/** What its requests are made of beside who asks whom. */
export const buildRemoteOptions = ({ clock, redact, fetch }: TrackerOptions) => ({
  ...{ clock, redact },
  ...(fetch === undefined ? {} : { fetch }),
});

export type MadeTracker =
  { readonly ok: true; readonly tracker: TrackerPlugin } | { readonly ok: false; readonly why: string };

export const reportMissing = (plugin: string, what: string): MadeTracker => ({
  ok: false,
  why: `the tracker ${plugin} lacks ${what}`,
});

/** `ao start` gives a daemon that runs already the variables of its shell. */
export const reportMissingToken = (plugin: string, name: string): MadeTracker =>
  reportMissing(plugin, `a token: export ${name} and run \`ao start\`, or set \`token\` in the tracker's block`);

/** Null: its token may be sent there. */
export function refuseUnsafe(plugin: string, base: URL): MadeTracker | null {
  const why = explainUnsafeAddress(base);
  return why === null ? null : { ok: false, why: `the tracker ${plugin}: ${why}` };
}

type Settings = Pick<TrackerOptions, "settings">;

export function readTextSetting({ settings }: Settings, name: string): string | null {
  const value = settings[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** One text stands for a list of one. */
export function readTextsSetting({ settings }: Settings, name: string): readonly string[] {
  const value = settings[name];
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Ends in a slash, so that paths can be added. */
export function readUrlSetting(options: Settings, name: string): URL | null {
  const value = readTextSetting(options, name);
  if (value === null || !URL.canParse(value)) return null;
  const url = new URL(value);
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}
