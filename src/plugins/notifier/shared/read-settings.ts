/** Settings of a notifier, each from its block or from the environment variable that stands for it. */
import type { NotifierOptions } from "./made.ts";

/** Null: said nowhere. */
export function readNotifierSetting({ settings, env }: NotifierOptions, key: string, variable?: string): string | null {
  const said = settings[key];
  if (typeof said === "string" && said !== "") return said;
  if (typeof said === "number") return String(said);
  const found = variable === undefined ? undefined : env[variable];
  return found === undefined || found === "" ? null : found;
}

/** What a person must write for it to work. */
export function reportMissingSetting(
  { name }: NotifierOptions,
  key: string,
  variable?: string,
): { ok: false; why: string } {
  const or = variable === undefined ? "" : `, or the environment variable ${variable}`;
  return { ok: false, why: `the notifier "${name}" is not used: set notifiers.${name}.${key}${or}` };
}

/** Only addresses that a request can be sent to; the text of a wrong one may hold a secret, so it is not repeated. */
export function parseHttpAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && ["http:", "https:"].includes(url.protocol) ? url : null;
}

export function reportInvalidAddress({ name }: NotifierOptions, key: string): { ok: false; why: string } {
  return { ok: false, why: `the notifier "${name}" is not used: notifiers.${name}.${key} is not an http(s) URL` };
}
