import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDesktopOn } from "../../../src/plugins/notifier/desktop/desktop-notifier.ts";
import { describeNotifierContract } from "../notifier.ts";

/** Stands where the system's program would: it keeps its arguments, one file a call. */
const KEEPS = `#!/bin/sh
file=$(mktemp "$(dirname "$0")/told.XXXXXX")
for word in "$@" "$AO_NOTICE_TITLE" "$AO_NOTICE_TEXT"; do printf '%s\\n' "$word" >> "$file"; done
`;

function aDesktop(platform: "linux" | "darwin" | "win32", program: string) {
  return () => {
    const folder = mkdtempSync(join(tmpdir(), "ao-desktop-"));
    const file = join(folder, program);
    writeFileSync(file, KEEPS);
    chmodSync(file, 0o755);
    const env = { PATH: `${folder}:/usr/bin:/bin`, DISPLAY: ":0" };
    const make = () => {
      const made = createDesktopOn(platform, { name: "desktop", settings: {}, env });
      if (!made.ok) throw new Error(made.why);
      return made.notifier;
    };
    return {
      plugin: make(),
      afterDaemonDeath: async () => make(),
      arrived: async () =>
        readdirSync(folder)
          .filter((name) => name.startsWith("told."))
          .map((name) => readFileSync(join(folder, name), "utf8")),
      dispose: async () => rmSync(folder, { recursive: true }),
    };
  };
}

describeNotifierContract("desktop (Linux)", aDesktop("linux", "notify-send"));
describeNotifierContract("desktop (macOS)", aDesktop("darwin", "osascript"));
describeNotifierContract("desktop (Windows)", aDesktop("win32", "powershell.exe"));

test.each([
  [{ PATH: "/nowhere" }, "the daemon runs without a desktop"],
  [{ PATH: "/nowhere", DISPLAY: ":0" }, "notify-send is not installed (package libnotify-bin)"],
])("without what it needs it says so and is not used", (env, why) => {
  expect(createDesktopOn("linux", { name: "desktop", settings: {}, env })).toEqual({
    ok: false,
    why: `the notifier "desktop" is not used: ${why}`,
  });
});
