/**
 * The protocol as one table: every route with what it takes and answers. The daemon's router, its OpenAPI document and
 * the typed client are made from it. What is not in the path goes into the query, with POST and PATCH into the body.
 */
import * as z from "zod";
import { auditPage, auditVerification } from "./daemon/audit.ts";
import { browserSignIn, browserView, proofRequest, proofView, signedInBrowser } from "./daemon/browser.ts";
import { changeDetail, changeSummary, newReview, threadReply } from "./change/change.ts";
import { conversationView } from "./session/conversation.ts";
import { eventPage } from "./daemon/event.ts";
import { fleetView, periods } from "./daemon/fleet.ts";
import { health } from "./daemon/health.ts";
import {
  importedIssues,
  issueDetail,
  issueEdit,
  issueImport,
  issueMove,
  issueView,
  movedIssues,
  newIssue,
} from "./issue/issue.ts";
import {
  cleanupView,
  configView,
  doctorView,
  givenEnvironment,
  settingEdits,
  settingsView,
  takenEnvironment,
  writtenSettings,
} from "./daemon/housekeeping.ts";
import { messageView } from "./session/message.ts";
import type { RouteName } from "./paths.ts";
import { addedProject, newProject, projectView, removedProject } from "./project.ts";
import { planView } from "./issue/plan.ts";
import { policyTest, policyTestView } from "./change/policy.ts";
import { pushBrowser, pushOffer, pushRenewal, pushView } from "./daemon/push.ts";
import { queueView } from "./change/queue.ts";
import { newSession, sessionView, startedSession } from "./session/session.ts";
import { statusView } from "./session/status.ts";
import { terminalView } from "./session/terminal.ts";
import { triageRequest, triageView } from "./change/triage.ts";
import { usageReport } from "./daemon/usage.ts";
import {
  approvalView,
  failingChannelView,
  quotaView,
  unreadView,
  webhookTest,
  webhookTestView,
  webhookView,
} from "./daemon/webhook.ts";
import { whyView } from "./session/why.ts";

export type Route = {
  readonly summary: string;
  readonly input: z.ZodObject;
  readonly answer: z.ZodType;
  /** The status of a success. */
  readonly status: 200 | 201 | 202;
};

const nothing = z.strictObject({});
const done = z.object({});
const flag = z.stringbool().meta({ description: "1 or 0" });
const count = (max: number) => z.coerce.number().int().min(0).max(max);

/** At most as much as fits a prompt of every agent beside the task. */
const text = z.string().min(1).max(65_536);

/** Needed only where several projects have one of that name. */
const ofProject = z.strictObject({ projectId: z.string().optional() });

const get = <Answer extends z.ZodType, Input extends z.ZodObject>(summary: string, answer: Answer, input: Input) =>
  ({ summary, answer, input, status: 200 }) as const;
const act = get;

export const routes = {
  health: get("Who is here. Needs no token.", health, nothing),
  openapi: get("This document.", z.record(z.string(), z.unknown()), nothing),

  listSessions: get(
    "Sessions at a glance, the newest first; live ones unless `all`. `ended` adds that many ended ones, `ids` asks for some by id (comma-separated); unknown ones are ignored.",
    z.array(statusView),
    z.strictObject({
      all: flag.optional(),
      project: z.string().optional(),
      ended: count(1_000).optional(),
      ids: z.string().min(1).max(32_768).optional(),
    }),
  ),
  startSession: {
    ...act(
      "Start a session. Another live one on the same issue is named with 409 unless `force`.",
      startedSession,
      newSession,
    ),
    status: 201,
  },
  session: get("One session in depth.", sessionView, nothing),
  stopSession: act(
    "Stop a session: unfinished work is saved, then the workspace goes unless `keep`.",
    statusView,
    z.strictObject({ keep: flag.optional() }),
  ),
  status: get("One session at a glance.", statusView, nothing),
  why: get("The reasons behind a session's state.", whyView, nothing),
  sendMessage: act("Queue a message to the agent.", messageView, z.strictObject({ content: text })),
  answer: act(
    "Answer the agent's question; without `questionId` the newest one.",
    statusView,
    z.strictObject({ content: text, questionId: z.string().optional() }),
  ),
  decideReaction: act(
    "Send or drop the message that a reaction with `auto: false` has prepared.",
    statusView,
    z.strictObject({ do: z.enum(["send", "drop"]) }),
  ),
  interrupt: act("End the agent's turn.", statusView, nothing),
  restart: act("Begin the turn again in the same conversation.", statusView, nothing),
  pause: act("Hold automatic turns.", statusView, nothing),
  resume: act("Let automatic turns begin again.", statusView, nothing),
  release: act("Hand back after a take-over.", statusView, nothing),
  restore: act("Bring back a stopped session with its files and conversation.", statusView, nothing),
  takeOver: act("Hold automatic turns while a person works in the session.", statusView, nothing),
  openTerminal: act("A ticket for the session's terminal.", terminalView, nothing),
  logs: get(
    "What the agent wrote, as text, turn by turn; secrets taken out, control characters made visible unless `raw`. `follow` goes on until the session has ended; `turn` is the number of one turn; `tail` the last lines only. With `Accept: application/x-ndjson` each record `{ text, from }` says where to go on after it.",
    z.string(),
    z.strictObject({
      follow: flag.optional(),
      raw: flag.optional(),
      turn: count(1_000_000).optional(),
      tail: count(1_000_000).optional(),
      from: z.string().optional(),
    }),
  ),
  conversation: get(
    "What was said and done, turn by turn: messages, thoughts, tools with their output, questions, cost. The last 20 turns, or one by its number, behind the first `after` bytes of its output.",
    conversationView,
    z.strictObject({ turn: count(1_000_000).optional(), after: count(Number.MAX_SAFE_INTEGER).optional() }),
  ),
  message: get(
    "A message and its receipt. With `waitMs` the answer comes when its state is no longer `since` (default: as it is now), at the latest then.",
    messageView,
    z.strictObject({ waitMs: count(60_000).optional(), since: z.string().optional() }),
  ),

  listProjects: get("The projects.", z.array(projectView), nothing),
  addProject: { ...act("Add a project by its path, or find it added.", addedProject, newProject), status: 201 },
  removeProject: act(
    "Forget a project; its repository, branches and issues stay. Refused while it has live sessions, unless `stopSessions`: then their work is saved and they end, and `ending` names them.",
    removedProject,
    z.strictObject({ stopSessions: flag.optional() }),
  ),
  pauseProject: act("Hold automatic turns and starts of a project.", projectView, nothing),
  resumeProject: act("Release a paused project.", projectView, nothing),
  checkBase: act("Run the checks on the default branch again, also those that passed.", projectView, nothing),

  listIssues: get(
    "Issues: the open ones, most urgent first; `all` also the closed ones.",
    z.array(issueView),
    z.strictObject({ project: z.string().optional(), all: flag.optional(), label: z.string().optional() }),
  ),
  createIssue: { ...act("Open an issue.", issueDetail, newIssue), status: 201 },
  importIssues: {
    ...act("Open an issue for each one of a file: all of them, or none.", importedIssues, issueImport),
    status: 201,
  },
  moveIssues: act(
    "Open the open issues of a project again where its settings say that issues live (`from_local`), or in the local forge (`to_local`), with links both ways. Refused while sessions of it are live.",
    movedIssues,
    issueMove,
  ),
  triage: act(
    "Run the checks on the default branch and open an issue for each cause of failure; none twice.",
    triageView,
    triageRequest,
  ),
  issue: get("One issue, with its text and what was said about it.", issueDetail, ofProject),
  editIssue: act("Edit an issue; omitted fields are unchanged.", issueDetail, issueEdit),
  commentIssue: act("Say something about an issue.", issueDetail, ofProject.extend({ text })),
  closeIssue: act(
    "Close an issue, as done unless `as` says otherwise.",
    issueDetail,
    ofProject.extend({ as: z.enum(["done", "not_planned"]).optional(), text: text.optional() }),
  ),
  reopenIssue: act("Open a closed issue again.", issueDetail, ofProject.extend({ text: text.optional() })),

  listChanges: get(
    "Changes: the open ones; `all` also those that landed or were closed.",
    z.array(changeSummary),
    z.strictObject({ project: z.string().optional(), all: flag.optional() }),
  ),
  change: get(
    "One change: heads, checks with what failed first, reviews, threads, and what policy says. `:id` may be a session.",
    changeDetail,
    ofProject,
  ),
  diff: get(
    "What a change changes, as text, file by file. `since` is the number of a head; `path` one file. With `Accept: application/x-ndjson` a record names the files, then each file has one; a file that is too long is named without its text.",
    z.string(),
    ofProject.extend({ since: count(1_000_000).optional(), path: z.string().optional() }),
  ),
  checkLog: get("The whole output of a check at the current head, as text; secrets taken out.", z.string(), ofProject),
  reviewChange: {
    ...act("Review a change: approve it, ask for changes, comment on lines.", changeDetail, newReview),
    status: 201,
  },
  replyThread: act("Say something in a review thread, settle it or open it again.", changeDetail, threadReply),
  checkChange: act(
    "Run the project's checks on the head of a change again, also those that passed. `:id` may be a session.",
    changeDetail,
    ofProject,
  ),
  landChange: act(
    "Land a change through policy and queue. What stands in the way is named with 409.",
    changeDetail,
    ofProject,
  ),
  revertChange: {
    ...act("Propose the inverse of a landed change, as a change of its own.", changeDetail, ofProject),
    status: 201,
  },
  closeChange: act("Close a change without landing it; its session ends, the work is kept.", changeDetail, ofProject),
  reopenChange: act("Open a closed change again.", changeDetail, ofProject),
  readyChange: act("Call a draft ready: from then on it may land.", changeDetail, ofProject),

  plan: get(
    "The open issues in the order they would be worked on; nothing is started.",
    planView,
    z.strictObject({ project: z.string().optional() }),
  ),
  policyTest: get(
    "What the rules, or those of a preset, say of every change that landed or was closed; windows of time left aside.",
    policyTestView,
    policyTest,
  ),
  queue: get(
    "The landing queue of each project: what is tested, what comes next, what is ready, what is not ready to land.",
    z.array(queueView),
    z.strictObject({ project: z.string().optional() }),
  ),
  moveInQueue: act(
    "Give a waiting change another place; 1 is the first of those that wait.",
    z.array(queueView),
    ofProject.extend({ position: z.number().int().min(1) }),
  ),
  removeFromQueue: act(
    "Take a change out of the queue; it lands only when asked again.",
    z.array(queueView),
    ofProject,
  ),

  approvals: get(
    "Texts by people without write access that wait for a person's approval; until then they start and steer nobody.",
    z.array(approvalView),
    z.strictObject({ project: z.string().optional() }),
  ),
  approve: act(
    "Let through the exact text of that digest. One that was edited since has another, and is refused.",
    approvalView,
    z.strictObject({ digest: z.string() }),
  ),
  listWebhooks: get(
    "What forges and trackers may send here, how to set that up, and what came.",
    z.array(webhookView),
    z.strictObject({ project: z.string().optional() }),
  ),
  testWebhook: act("Send this daemon a signed delivery, as the forge or tracker would.", webhookTestView, webhookTest),
  unread: get(
    "What could not be read of trackers and forges when they were last looked at, and why.",
    z.array(unreadView),
    z.strictObject({ project: z.string().optional() }),
  ),
  failingChannels: get("Channels that take no notices now, and why.", z.array(failingChannelView), nothing),
  quotas: get("What was asked of forges and trackers in the last hour, by credential.", z.array(quotaView), nothing),

  events: get(
    "The event log after a number, or the last ones. With `Accept: text/event-stream` it is followed; `Last-Event-ID` resumes; an event `reset` says that older ones are gone.",
    eventPage,
    z.strictObject({
      session: z.string().optional(),
      after: count(Number.MAX_SAFE_INTEGER).optional(),
      limit: count(1_000).optional(),
    }),
  ),
  loginTicket: act("A link that signs a browser in, good once, for a minute.", z.object({ url: z.string() }), nothing),
  signIn: act(
    "Exchange the ticket of a login link for a token of this browser's own. Needs no token.",
    signedInBrowser,
    browserSignIn,
  ),
  proveDaemon: act(
    "Prove to a signed-in browser, before it sends its token, that this is the daemon it signed in to. Needs no token.",
    proofView,
    proofRequest,
  ),
  listBrowsers: get("Browsers that are signed in, the one that was seen last first.", z.array(browserView), nothing),
  signOut: act("Sign a browser out; its pages, streams and terminals end at once.", done, nothing),
  signOutAll: act("Sign every browser out.", z.object({ signedOut: z.number() }), nothing),
  cleanup: act("Remove what finished sessions left; unfinished work is saved first.", cleanupView, nothing),
  push: get("Browsers that are told also without an open page, and what one subscribes with.", pushView, nothing),
  subscribePush: act(
    "Tell one more browser, through its push service. A first notice goes out at once; if that fails, nothing is kept.",
    pushBrowser,
    pushOffer,
  ),
  unsubscribePush: act("Tell a browser no more.", done, nothing),
  renewPush: act(
    "The push service has given a browser another address. Needs no token: only that browser knows the old address.",
    done,
    pushRenewal,
  ),
  fleet: get(
    "How the fleet did in the last day, week (unless said) or month: what landed, how soon, at which try, for how much.",
    fleetView,
    z.strictObject({ period: z.enum(periods).optional(), project: z.string().optional() }),
  ),
  audit: get(
    "Who did what and why, the newest first. `since` is a time; `before` the number to go on from.",
    auditPage,
    z.strictObject({
      subject: z.string().optional(),
      since: z.iso.datetime({ offset: true }).optional(),
      before: count(Number.MAX_SAFE_INTEGER).optional(),
      limit: count(1_000).optional(),
    }),
  ),
  verifyAudit: get(
    "Whether the audit log is as it was written: its hashes are computed again, and compared with those noted elsewhere.",
    auditVerification,
    nothing,
  ),
  usage: get(
    "What the turns of the last days (7 unless said) have cost, by day, agent, project, issue and session.",
    usageReport,
    z.strictObject({ days: count(366).optional(), project: z.string().optional() }),
  ),
  doctor: get("What is installed, signed in, broken, and the command that fixes it.", doctorView, nothing),
  config: get("The settings in force.", configView, z.strictObject({ project: z.string().optional() })),
  settings: get(
    "Every setting of a project's file, or without one of the home's, with its meaning and where it is written.",
    settingsView,
    z.strictObject({ project: z.string().optional() }),
  ),
  writeSettings: act(
    "Write settings into the file, all or none; comments and order stay. `isTrial` only shows what would be written.",
    writtenSettings,
    settingEdits,
  ),
  stopDaemon: {
    ...act(
      "Stop the daemon; agents live on and are found again. `replace`: a newer one takes its place as soon as nothing is under way.",
      done,
      z.strictObject({ replace: z.boolean().optional() }),
    ),
    status: 202,
  },
  takeEnvironment: act(
    "Hand over PATH and the variables that agents, forges and notifiers use, as `ao start` and `ao new` do. Needs the home's token.",
    takenEnvironment,
    givenEnvironment,
  ),
} as const satisfies Readonly<Record<RouteName, Route>>;

export type Routes = typeof routes;
