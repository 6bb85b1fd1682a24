/** Where each route is. Apart from the schemas, so that a client can start without loading them. */
export const paths = {
  health: ["GET", "/api/health"],
  openapi: ["GET", "/api/openapi.json"],
  listSessions: ["GET", "/api/sessions"],
  startSession: ["POST", "/api/sessions"],
  session: ["GET", "/api/sessions/:id"],
  stopSession: ["DELETE", "/api/sessions/:id"],
  status: ["GET", "/api/sessions/:id/status"],
  why: ["GET", "/api/sessions/:id/why"],
  sendMessage: ["POST", "/api/sessions/:id/message"],
  answer: ["POST", "/api/sessions/:id/answer"],
  decideReaction: ["POST", "/api/sessions/:id/reaction"],
  interrupt: ["POST", "/api/sessions/:id/interrupt"],
  restart: ["POST", "/api/sessions/:id/restart"],
  pause: ["POST", "/api/sessions/:id/pause"],
  resume: ["POST", "/api/sessions/:id/resume"],
  release: ["POST", "/api/sessions/:id/release"],
  restore: ["POST", "/api/sessions/:id/restore"],
  takeOver: ["POST", "/api/sessions/:id/take-over"],
  openTerminal: ["POST", "/api/sessions/:id/terminal"],
  logs: ["GET", "/api/sessions/:id/logs"],
  conversation: ["GET", "/api/sessions/:id/conversation"],
  message: ["GET", "/api/messages/:id"],
  listProjects: ["GET", "/api/projects"],
  addProject: ["POST", "/api/projects"],
  removeProject: ["DELETE", "/api/projects/:id"],
  pauseProject: ["POST", "/api/projects/:id/pause"],
  resumeProject: ["POST", "/api/projects/:id/resume"],
  checkBase: ["POST", "/api/projects/:id/check"],
  listIssues: ["GET", "/api/issues"],
  createIssue: ["POST", "/api/issues"],
  importIssues: ["POST", "/api/issues/import"],
  moveIssues: ["POST", "/api/issues/move"],
  triage: ["POST", "/api/issues/triage"],
  issue: ["GET", "/api/issues/:id"],
  editIssue: ["PATCH", "/api/issues/:id"],
  commentIssue: ["POST", "/api/issues/:id/comments"],
  closeIssue: ["POST", "/api/issues/:id/close"],
  reopenIssue: ["POST", "/api/issues/:id/reopen"],
  listChanges: ["GET", "/api/changes"],
  change: ["GET", "/api/changes/:id"],
  diff: ["GET", "/api/changes/:id/diff"],
  checkLog: ["GET", "/api/changes/:id/checks/:check/log"],
  reviewChange: ["POST", "/api/changes/:id/reviews"],
  replyThread: ["POST", "/api/changes/:id/threads/:thread"],
  checkChange: ["POST", "/api/changes/:id/check"],
  landChange: ["POST", "/api/changes/:id/land"],
  revertChange: ["POST", "/api/changes/:id/revert"],
  closeChange: ["POST", "/api/changes/:id/close"],
  reopenChange: ["POST", "/api/changes/:id/reopen"],
  readyChange: ["POST", "/api/changes/:id/ready"],
  plan: ["GET", "/api/plan"],
  policyTest: ["GET", "/api/policy/test"],
  queue: ["GET", "/api/queue"],
  moveInQueue: ["POST", "/api/queue/:id/move"],
  removeFromQueue: ["POST", "/api/queue/:id/remove"],
  approvals: ["GET", "/api/approvals"],
  approve: ["POST", "/api/approvals"],
  listWebhooks: ["GET", "/api/webhooks"],
  testWebhook: ["POST", "/api/webhooks/:source/test"],
  quotas: ["GET", "/api/quotas"],
  unread: ["GET", "/api/unread"],
  failingChannels: ["GET", "/api/channels/failing"],
  events: ["GET", "/api/events"],
  audit: ["GET", "/api/audit"],
  verifyAudit: ["GET", "/api/audit/verify"],
  loginTicket: ["POST", "/api/tickets"],
  signIn: ["POST", "/api/login"],
  proveDaemon: ["POST", "/api/proof"],
  listBrowsers: ["GET", "/api/browsers"],
  signOut: ["DELETE", "/api/browsers/:id"],
  signOutAll: ["DELETE", "/api/browsers"],
  cleanup: ["POST", "/api/cleanup"],
  push: ["GET", "/api/push"],
  subscribePush: ["POST", "/api/push"],
  unsubscribePush: ["DELETE", "/api/push/:id"],
  renewPush: ["POST", "/api/push/renew"],
  fleet: ["GET", "/api/fleet"],
  usage: ["GET", "/api/usage"],
  doctor: ["GET", "/api/doctor"],
  config: ["GET", "/api/config"],
  settings: ["GET", "/api/settings"],
  writeSettings: ["POST", "/api/settings"],
  stopDaemon: ["POST", "/api/daemon/stop"],
  takeEnvironment: ["POST", "/api/daemon/environment"],
} as const;

export type RouteName = keyof typeof paths;
export type Method = (typeof paths)[RouteName][0];

/** What is asked goes into the body; with the others into the query. */
export const hasBody = (method: string): boolean => method === "POST" || method === "PATCH";

/** They need no token: they say nothing, or what is sent proves by itself that its sender may. */
const openRoutes: readonly RouteName[] = ["health", "signIn", "proveDaemon", "renewPush"];

export const isOpen = (method: string, path: string): boolean =>
  openRoutes.some((name) => paths[name][0] === method && paths[name][1] === path);

/** Not routes of the table: the page that signs a browser in, and the WebSocket of a terminal. */
export const loginPath = "/login";
export const terminalPath = "/api/terminal";
/** Deliveries of forges and trackers come here, each under its name, signed with a secret of their own. */
export const webhookPath = "/api/webhooks/";

export const idempotencyHeader = "idempotency-key";
