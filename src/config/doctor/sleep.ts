/** What ends agents although nobody asked for it: a machine that sleeps, a system that ends programs at logout. */
import { existsSync, readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { findProgram } from "../../lib/process/find-program.ts";
import { runProgram } from "../../lib/run.ts";
import { createFinding, type Finding } from "./finding.ts";

export async function sleepFindings(path: string): Promise<readonly Finding[]> {
  return [...sleep(path), ...(await examineLogout(path))];
}

/** While an agent works the daemon keeps the machine awake, by a program of the system. */
function sleep(path: string): readonly Finding[] {
  const keeper = process.platform === "darwin" ? "caffeinate" : "systemd-inhibit";
  if (!maySleep() || findProgram(keeper, path) !== null) return [];
  const text = `${keeper} is missing; when this machine sleeps, agents stop until it wakes, and then go on`;
  return [createFinding("sleep", "off", text, "ao config set power.preventIdleSleep false")];
}

/** A machine with a battery goes to sleep by itself sooner or later. */
function maySleep(): boolean {
  if (process.platform === "darwin") return true;
  const supplies = "/sys/class/power_supply";
  return existsSync(supplies) && readdirSync(supplies).some((name) => name.startsWith("BAT"));
}

/** Some systems end everything of a user who logs out, unless they may linger. */
async function examineLogout(path: string): Promise<readonly Finding[]> {
  if (process.platform !== "linux" || findProgram("loginctl", path) === null) return [];
  const [system, user] = await Promise.all([
    ask(["show-logind", "--property=KillUserProcesses"]),
    ask(["show-user", userInfo().username, "--property=Linger"]),
  ]);
  if (system !== "KillUserProcesses=yes" || user === "Linger=yes") return [];
  return [
    createFinding("logout", "broken", "this system ends daemon and agents when you log out", "loginctl enable-linger"),
  ];
}

async function ask(args: readonly string[]): Promise<string> {
  const ended = await runProgram({ program: "loginctl", args, timeoutMs: 2_000 });
  return ended.stdout.trim();
}
