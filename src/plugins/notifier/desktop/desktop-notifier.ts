/** The desktop of the machine that the daemon runs on. Title and text are arguments or variables, never part of a script. */
import { unknown } from "../../../domain/model/known.ts";
import { findProgram } from "../../../lib/process/find-program.ts";
import { runProgram, type Program } from "../../../lib/run.ts";
import type { Notice, NotifierPlugin } from "../../../slots/notifier.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { MakeNotifier, NotifierOptions } from "../shared/made.ts";
import { shorten } from "../shared/shorten.ts";

const TIMEOUT_MS = 10_000;
const TEXT_MAX = 400;

export const createDesktopNotifier: MakeNotifier = (options) => createDesktopOn(process.platform, options);

export function createDesktopOn(platform: NodeJS.Platform, options: NotifierOptions): ReturnType<MakeNotifier> {
  const { env, name } = options;
  const tool = tools[platform];
  if (tool === undefined) return reportMissing(name, `desktop notifications are not supported on ${platform}`);
  if (tool.needs.length > 0 && !tool.needs.some((variable) => (env[variable] ?? "") !== ""))
    return reportMissing(name, "the daemon runs without a desktop");
  const program = findProgram(tool.program, env["PATH"]);
  if (program === null) return reportMissing(name, `${tool.program} is not installed${tool.install}`);
  return { ok: true, notifier: createNotifierWith(name, (notice) => ({ ...tool.call(notice, env), program })) };
}

const reportMissing = (name: string, why: string): ReturnType<MakeNotifier> => ({
  ok: false,
  why: `the notifier "${name}" is not used: ${why}`,
});

function createNotifierWith(name: string, call: (notice: Notice) => Program): NotifierPlugin {
  return {
    name,
    notify: async (notice) => {
      const ended = await runProgram({
        ...call(shortenNotice(notice)),
        timeoutMs: TIMEOUT_MS,
        maxOutputBytes: 64 * 1024,
      });
      if (ended.ok && ended.code === 0) return ok(null);
      const how = ended.ok ? `exit code ${ended.code}` : ended.reason;
      return failed("unavailable", `the desktop notification failed (${how}): ${findLastLine(ended.stderr)}`);
    },
    wasSent: () => Promise.resolve(ok(unknown("a desktop cannot be asked what it showed"))),
  };
}

const shortenNotice = (notice: Notice): Notice => ({ ...notice, message: shorten(notice.message, TEXT_MAX) });

type Tool = {
  readonly program: string;
  readonly install: string;
  /** Variables that a desktop's session has, one of them at least. */
  readonly needs: readonly string[];
  readonly call: (notice: Notice, env: NodeJS.ProcessEnv) => Omit<Program, "program">;
};

const tools: Partial<Record<NodeJS.Platform, Tool>> = {
  linux: {
    program: "notify-send",
    install: " (package libnotify-bin)",
    needs: ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"],
    call: ({ title, message, level }, env) => ({
      args: ["--app-name=ao", `--urgency=${level === "urgent" ? "critical" : "normal"}`, "--", title, message],
      env,
    }),
  },
  darwin: {
    program: "osascript",
    install: "",
    needs: [],
    call: ({ title, message }, env) => ({
      args: [
        ...["-e", "on run argv"],
        ...["-e", 'display notification (item 2 of argv) with title "ao" subtitle (item 1 of argv)'],
        ...["-e", "end run"],
        ...["--", title, message],
      ],
      env,
    }),
  },
  win32: {
    program: "powershell.exe",
    install: "",
    needs: [],
    call: ({ title, message }, env) => ({
      args: ["-NoProfile", "-NonInteractive", "-Command", BALLOON],
      env: { ...env, AO_NOTICE_TITLE: title, AO_NOTICE_TEXT: message },
    }),
  },
};

const BALLOON = [
  "Add-Type -AssemblyName System.Windows.Forms",
  "$icon = New-Object System.Windows.Forms.NotifyIcon",
  "$icon.Icon = [System.Drawing.SystemIcons]::Information",
  "$icon.Visible = $true",
  "$icon.ShowBalloonTip(8000, $env:AO_NOTICE_TITLE, $env:AO_NOTICE_TEXT, 'Info')",
  "Start-Sleep -Seconds 8",
  "$icon.Dispose()",
].join("; ");

const findLastLine = (text: string): string => text.trim().split("\n").at(-1) ?? "";
