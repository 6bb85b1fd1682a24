/** What the daemon knows of its own health and that of its projects, for `ao doctor`. */
import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { HomePaths } from "../../config/home.ts";
import { findBackupProblem } from "../../config/backup/backup-finding.ts";
import { createFinding, type Finding } from "../../config/doctor/finding.ts";
import { examineMachine } from "../../config/doctor/machine.ts";
import { returnNullIfAbsent } from "../../lib/files/plain-file.ts";
import type { FoundCeilings } from "../../lib/ceiling/find-ceilings.ts";
import type { QuotaCounts } from "../../plugins/remote/quota/quota-broker.ts";
import type { Store } from "../../store/open.ts";
import { formatNetworkAccess } from "../../lib/network/network-access.ts";
import type { ProjectNetworks } from "../network/project-networks.ts";
import type { ChannelHealth } from "../notices/channel-health.ts";
import type { WhyNoAgent } from "../project-plugins/agents/agent-programs.ts";
import { toBaseView } from "../api/queue/base-view.ts";
import type { DaemonContext, RegisteredProject } from "../context.ts";
import { findInsideFindings } from "./look-inside.ts";
import { findMoneyFindings } from "./money-findings.ts";
import { findOpenedFindings } from "./opened-paths.ts";
import { pickUsual } from "../project-plugins/sandbox/environment.ts";
import { createProjectNotifiers } from "../notices/project-notifiers.ts";
import { wallClock } from "../process/wall-clock.ts";
import type { SlotsOfProjects } from "../project-plugins/project-slots.ts";
import type { Projects } from "../projects/projects.ts";
import type { DailyBackups } from "../upkeep/backups.ts";
import type { DiskRoom } from "../upkeep/disk-room.ts";
import { findUnknownSessionFolders } from "../upkeep/unknown-sessions.ts";

export type Examining = {
  readonly home: HomePaths;
  readonly env: NodeJS.ProcessEnv;
  readonly store: Store;
  readonly projects: Projects;
  readonly slots: SlotsOfProjects;
  readonly startedAtMs: number;
  readonly address: () => string;
  readonly whyNoAgent: WhyNoAgent;
  readonly missingPrograms: DaemonContext["missingPrograms"];
  readonly repositoryNotes: DaemonContext["repositoryNotes"];
  readonly quotas: () => readonly QuotaCounts[];
  readonly channels: ChannelHealth;
  readonly networks: Pick<ProjectNetworks, "blockedIn">;
  readonly backups: Pick<DailyBackups, "failure">;
  readonly ceilings: FoundCeilings;
  readonly diskRoom: Pick<DiskRoom, "findings">;
};

export async function examine(examining: Examining): Promise<readonly Finding[]> {
  const { home, env, projects } = examining;
  const machine = await examineMachine({
    ...{ path: env["PATH"] ?? "", env: { ...env, ...pickUsual(env) }, folder: home.path, ceilings: examining.ceilings },
  });
  const ofProjects = await Promise.all(
    projects.registry.all().map((project) => findProjectFindings(examining, project)),
  );
  const [system, rest] = [machine.filter(isOfSystem), machine.filter((one) => !isOfSystem(one))];
  const asked = findQuotaFindings(examining);
  return [
    ...system,
    ...examining.diskRoom.findings(),
    ...findDaemonFindings(examining),
    findBackupProblem(home, Date.now(), examining.backups.failure()?.why ?? null),
    ...findDamagedRows(examining),
    ...findUnknownSessions(examining),
    ...rest,
    ...asked,
    ...findChannelFindings(examining),
    ...findSettingFindings(projects),
    ...ofProjects.flat(),
  ];
}

/** Whether forges and trackers answer, and how much of them is used up. */
function findQuotaFindings({ quotas }: Examining): readonly Finding[] {
  return quotas().map(({ credential, requests, budgets, restsUntilMs, restsBecause }) => {
    const [group = credential] = credential.split(":");
    if (restsUntilMs !== null)
      return createFinding(group, "broken", `${credential} rests until ${formatTime(restsUntilMs)}: ${restsBecause}`);
    const left = budgets.map(({ name, remaining, limit }) => `${remaining} of ${limit} left (${name})`);
    const asked = requests === 1 ? "1 request" : `${requests} requests`;
    return createFinding(group, "ok", [`${credential}: ${asked} in the last hour`, ...left].join(", "));
  });
}

/** Whom nothing reaches now. */
function findChannelFindings({ channels }: Examining): readonly Finding[] {
  return channels.all().map(({ name, sinceMs, attempts, why }) => {
    const tried = attempts === 1 ? "once" : `${attempts} times`;
    const text = `${name} has taken no notice since ${formatTime(sinceMs)}, tried ${tried}: ${why}`;
    return createFinding("notifiers", "broken", text);
  });
}

const isOfSystem = ({ group }: Finding): boolean => group === "system" || group === "disk";

function findDaemonFindings({ home, store, startedAtMs, address }: Examining): readonly Finding[] {
  const running = `running since ${formatTime(startedAtMs)} on ${address()}`;
  const { size } = statSync(home.database);
  const broken = size > CHECK_BYTES_MAX ? [] : store.integrityCheck();
  if (broken.length === 0) return [createFinding("daemon", "ok", `${running}, database healthy`)];
  const text = `the database is damaged: ${broken[0] ?? ""}`;
  return [createFinding("daemon", "ok", running), createFinding("daemon", "broken", text, "ao restore-backup")];
}

/** Each by its table and its id: everything else goes on without it. */
function findDamagedRows({ store, home }: Examining): readonly Finding[] {
  if (statSync(home.database).size > CHECK_BYTES_MAX) return [];
  const rows = store.findDamagedRows({ limit: DAMAGED_SHOWN, depth: "deep" });
  return rows.map(({ why }) => createFinding("database", "broken", why, "ao restore-backup --list"));
}

const DAMAGED_SHOWN = 10;

/** Sessions of which there are files and no row: the database was replaced by an older or a fresh one. */
function findUnknownSessions({ home, store }: Examining): readonly Finding[] {
  const names = findUnknownSessionFolders(home, store);
  if (names.length === 0) return [];
  const shown = names.slice(0, UNKNOWN_SHOWN).join(", ");
  const more = names.length > UNKNOWN_SHOWN ? ` and ${names.length - UNKNOWN_SHOWN} more` : "";
  const text = `the database does not know ${shown}${more}; their workspaces and branches are left alone`;
  return [createFinding("sessions", "unknown", text, `ls ${home.sessions}`)];
}

const UNKNOWN_SHOWN = 5;

/** A larger one takes longer to read than a person waits. */
const CHECK_BYTES_MAX = 200_000_000;

function formatTime(ms: number): string {
  const at = new Date(ms);
  const time = `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
  return at.toDateString() === new Date().toDateString() ? time : `${at.toISOString().slice(0, 10)} ${time}`;
}

function findSettingFindings({ homeConfig, registry }: Projects): readonly Finding[] {
  return [
    ...homeConfig.problems().map(({ file, sentence }) => createFinding("config", "broken", `${file}: ${sentence}`)),
    ...homeConfig.ignored(registry.configs()).map(({ file, obeyed, keys }) => {
      const text = `${file} sets ${keys.join(", ")}, which ${obeyed === "" ? "no file" : obeyed} decides for the whole daemon`;
      return createFinding("config", "off", text);
    }),
  ];
}

async function findProjectFindings(examining: Examining, project: RegisteredProject): Promise<readonly Finding[]> {
  const { slots } = examining;
  const { id, path, problems, waiting } = project;
  const accept = `ao start ${path}`;
  const wrong: Finding[] = problems.map(({ severity, file, sentence }) =>
    createFinding(id, severity === "error" ? "broken" : "off", `${file}: ${sentence}`),
  );
  if (waiting !== null) {
    const text = `settings wait for you to accept them: ${waiting.lines.join("; ")}`;
    wrong.push(createFinding(id, "broken", text, accept));
  }
  if (examining.projects.registry.isRenewed(id)) {
    const text = "its database record was unreadable and was reset; the project is paused";
    wrong.push(createFinding(id, "broken", text, `ao resume --project ${id}`));
  }
  const trouble = slots.troubleOf(id);
  if (trouble !== null) wrong.push(createFinding(id, "broken", trouble));
  wrong.push(...findUnreadFindings(examining, project));
  wrong.push(...findOpenedFindings({ project, home: examining.home, person: pickUsual(examining.env)["HOME"] ?? "" }));
  wrong.push(...findAgentFindings(examining, project));
  wrong.push(...findProgramFindings(examining, project), ...checkFindings(examining, project));
  const open = slots.get(id);
  const rules = examining.projects.rulesOf(id);
  if (open !== undefined) {
    wrong.push(...findMoneyFindings({ id, rules, agent: open.slots.agent }));
    const { home, env } = examining;
    wrong.push(
      ...(await findInsideFindings({ home, env, project, sandbox: open.site.sandbox, agentOf: open.slots.agent })),
    );
  }
  wrong.push(...findNotifierFindings(examining, project));
  wrong.push(...(await findGitFindings(slots, project, accept)));
  wrong.push(...findNetworkFindings(examining, project));
  wrong.push(...(await noteFindings(examining, project)));
  if (wrong.some(({ state }) => state === "broken" || state === "unknown")) return wrong;
  const count = await countWorkspaces(slots, project);
  return [createFinding(id, "ok", `config valid, ${count === 1 ? "1 workspace" : `${count} workspaces`}`), ...wrong];
}

/** Where it lives, and cannot be read; what rests is told of its credential. */
function findUnreadFindings({ slots, quotas }: Examining, { id, settings }: RegisteredProject): readonly Finding[] {
  const resting = quotas().map(({ restsBecause }) => restsBecause);
  return slots.unread().flatMap(({ project, what, why, tried }) => {
    if (project !== id || tried === null || resting.includes(why)) return [];
    const where = what === "issues" ? settings.tracker.plugin : settings.scm.plugin;
    const times = tried.times === 1 ? "once" : `${tried.times} times`;
    const text = `${what} on ${where} could not be read since ${formatTime(tried.sinceMs)}, tried ${times}: ${why}`;
    return [createFinding(id, "broken", text)];
  });
}

/** Agents that sessions would begin with, and cannot; each reason once, with those that it holds for. */
function findAgentFindings({ whyNoAgent }: Examining, { id, rules }: RegisteredProject): readonly Finding[] {
  const agents = [{ id: null, agent: rules.agent.plugin, runtime: rules.agent.runtime }, ...rules.specialists];
  const unready = agents.flatMap(({ id: specialist, agent, runtime }) => {
    const why = whyNoAgent(id, { plugin: agent, specialist, runtime });
    return why === null ? [] : [{ who: specialist ?? "the default agent", why }];
  });
  return [...new Set(unready.map(({ why }) => why))].map((why) => {
    const who = unready.filter((one) => one.why === why).map((one) => one.who);
    const which = unready.length === agents.length ? "no session starts" : `no session of ${who.join(", ")} starts`;
    return createFinding(id, "broken", `${which}: ${why}`);
  });
}

/** What would fail at its moment: said before, and nothing else stops because of it. */
const findProgramFindings = ({ missingPrograms }: Examining, project: RegisteredProject): readonly Finding[] =>
  missingPrograms(project).map(({ sentence }) => createFinding(project.id, "broken", sentence));

/** Whatever lands there was tested by nothing. */
function checkFindings({ store }: Examining, project: RegisteredProject): readonly Finding[] {
  const known = store.projects.get(project.id);
  const addCheck = known === null ? null : toBaseView(known.base, project).addCheck;
  if (addCheck === null) return [];
  return [createFinding(project.id, "off", "No checks configured: changes land untested", addCheck)];
}

async function noteFindings({ repositoryNotes }: Examining, project: RegisteredProject): Promise<readonly Finding[]> {
  const { troubles, parts } = await repositoryNotes(project);
  return [
    ...troubles.map((text) => createFinding(project.id, "off", text)),
    ...parts.map((text) => createFinding(project.id, "ok", text)),
  ];
}

/** What its programs may reach, and what they were refused. */
function findNetworkFindings({ networks }: Examining, { id, settings }: RegisteredProject): readonly Finding[] {
  const usual = formatNetworkAccess(settings.network);
  const others = settings.specialists
    .map((one) => `${one.id}: ${formatNetworkAccess(one.network)}`)
    .filter((line) => !line.endsWith(`: ${usual}`));
  const blocked = networks.blockedIn(id);
  const refused = `network: refused lately ${blocked.join(", ")}`;
  return [
    createFinding(id, "ok", [`network: ${usual}`, ...others].join("; ")),
    ...(blocked.length === 0 ? [] : [createFinding(id, "off", refused)]),
  ];
}

const NO_BROWSERS = { channels: () => [] };

/** Named in the settings and not used; a machine without a desktop is nothing to mend. */
function findNotifierFindings(
  { env, projects, store, channels }: Examining,
  project: RegisteredProject,
): readonly Finding[] {
  const heard = { channels, push: NO_BROWSERS };
  const ground = { env, store, ...heard, clock: wallClock, daemonSettings: () => projects.settings() };
  return createProjectNotifiers({ ...ground, dashboard: () => null }, project).missing.map((why) =>
    createFinding(project.id, "off", why),
  );
}

/** Settings of the repository itself that could start a program, and that nobody has accepted. */
async function findGitFindings(slots: SlotsOfProjects, { id }: RegisteredProject, accept: string): Promise<Finding[]> {
  const open = slots.get(id);
  if (open === undefined) return [];
  const answer = await open.workspaces.guard.unaccepted();
  if (!answer.ok) return [createFinding(id, "unknown", answer.error.message)];
  if (answer.value.length === 0) return [];
  return [
    createFinding(id, "broken", `git settings changed that could run a program: ${answer.value.join(", ")}`, accept),
  ];
}

async function countWorkspaces(slots: SlotsOfProjects, { id }: RegisteredProject): Promise<number> {
  const root = slots.get(id)?.workspaces.root;
  if (root === undefined) return 0;
  const entries = await readdir(join(root), { withFileTypes: true }).catch(returnNullIfAbsent);
  return (entries ?? []).filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).length;
}
