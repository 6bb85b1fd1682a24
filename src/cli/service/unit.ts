/** Starting at login: one file for the system's own service manager, and the commands that make it take effect. */
import { homedir } from "node:os";
import { join } from "node:path";

export type ServiceUnit = {
  readonly file: string;
  readonly text: string;
  readonly enable: readonly (readonly [string, ...string[]])[];
  readonly disable: readonly (readonly [string, ...string[]])[];
};

export type ServiceOptions = {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Node, the supervisor and its arguments. */
  readonly argv: readonly string[];
  readonly home: string;
  readonly log: string;
};

/** Null: this system has no service manager that we know. */
export function findService(options: ServiceOptions): ServiceUnit | null {
  if (options.platform === "linux") return createSystemdService(options);
  return options.platform === "darwin" ? createLaunchdService(options) : null;
}

const NAME = "agent-orchestrator";

/** `KillMode=process`: when the daemon is stopped, agents live on. */
function createSystemdService({ env, argv, home }: ServiceOptions): ServiceUnit {
  const folder = env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? homedir(), ".config");
  const text = [
    "[Unit]",
    "Description=Agent Orchestrator",
    "",
    "[Service]",
    `ExecStart=${argv.map(quoteWord).join(" ")}`,
    `Environment=${quoteWord(`AO_HOME=${home}`)}`,
    `Environment=${quoteWord(`PATH=${env["PATH"] ?? ""}`)}`,
    "KillMode=process",
    "Restart=on-failure",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
  return {
    file: join(folder, "systemd", "user", `${NAME}.service`),
    text,
    enable: [
      ["systemctl", "--user", "daemon-reload"],
      ["systemctl", "--user", "enable", `${NAME}.service`],
    ],
    disable: [
      ["systemctl", "--user", "disable", `${NAME}.service`],
      ["systemctl", "--user", "daemon-reload"],
    ],
  };
}

/** As systemd reads it back: `%` begins a specifier, `$` a variable. */
const quoteWord = (word: string): string =>
  `"${word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%").replaceAll("$", "$$$$")}"`;

function createLaunchdService({ env, argv, home, log }: ServiceOptions): ServiceUnit {
  const file = join(env["HOME"] ?? homedir(), "Library", "LaunchAgents", `org.${NAME}.plist`);
  const strings = argv.map((word) => `    <string>${escapeText(word)}</string>`);
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0"><dict>',
    `  <key>Label</key><string>org.${NAME}</string>`,
    "  <key>ProgramArguments</key><array>",
    ...strings,
    "  </array>",
    "  <key>EnvironmentVariables</key><dict>",
    `    <key>AO_HOME</key><string>${escapeText(home)}</string>`,
    `    <key>PATH</key><string>${escapeText(env["PATH"] ?? "")}</string>`,
    "  </dict>",
    "  <key>RunAtLoad</key><true/>",
    "  <key>AbandonProcessGroup</key><true/>",
    `  <key>StandardErrorPath</key><string>${escapeText(log)}</string>`,
    "</dict></plist>",
    "",
  ].join("\n");
  return {
    file,
    text,
    enable: [["launchctl", "load", "-w", file]],
    disable: [["launchctl", "unload", "-w", file]],
  };
}

const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
