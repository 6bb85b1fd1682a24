/** Checks as a test wants them: real programs, no sandbox unless given, and what happens written down. */
import { join } from "node:path";
import { aClosedHome } from "../../../lib/sandbox/testing/closed-home.ts";
import { noSandbox } from "../../../lib/sandbox/sandbox.ts";
import type { ChecksOptions, LocalCheckSettings } from "../checks/check-settings.ts";
import { createCheckSlots } from "../checks/run/check-slots.ts";

export type TestChecks = Partial<Omit<ChecksOptions, "settings">> & { readonly settings?: Partial<LocalCheckSettings> };

export function checkOptions(folder: string, { settings = {}, ...more }: TestChecks = {}): ChecksOptions {
  const own = join(folder, "checks");
  return {
    settings: () => ({ commands: {}, setup: [], setupKey: [], cache: [], copy: [], symlinks: [], ...settings }),
    folder: own,
    environment: async () => ({ PATH: process.env["PATH"] ?? "", HOME: folder, LANG: "C.UTF-8" }),
    sandbox: noSandbox,
    network: "full",
    home: () => aClosedHome(join(folder, "closed")),
    project: "shop",
    places: createCheckSlots(() => 2),
    logDirOf: (session) => join(folder, "sessions", session, "logs"),
    redact: (text) => text,
    warn: (error, message) => {
      throw new Error(message, { cause: error });
    },
    ...more,
  };
}

/** A program of a few lines, run by the Node of the tests. */
export function runScript(code: string): readonly string[] {
  return [process.execPath, "-e", code];
}
