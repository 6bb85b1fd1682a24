/** How deliveries are set up and tried, and what was asked of forges and trackers. */
import type {
  FailingChannelView,
  QuotaView,
  UnreadView,
  WebhookTestView,
  WebhookView,
} from "../../protocol/daemon/webhook.ts";
import { webhookPath } from "../../protocol/paths.ts";
import type { FailingChannel } from "../notices/channel-health.ts";
import type { DaemonContext, RegisteredProject } from "../context.ts";
import type { Endpoints } from "../http/endpoint.ts";
import { refuse } from "../http/refusal.ts";
import type { Unread } from "../project-plugins/forges/source-health.ts";
import { findSource, TRIAL_HEADER, webhookSources, type WebhookSource } from "../webhooks/source.ts";
import { listSecrets, listSources, type Webhooks } from "../webhooks/webhooks.ts";
import { findStartProject } from "./sessions/start-session.ts";

export function createWebhookEndpoints(context: DaemonContext, webhooks: Webhooks) {
  return {
    listWebhooks: {
      kind: "read",
      read: ({ project }, { url }) => {
        const projects = project === undefined ? context.projects.all() : [findStartProject(context, project)];
        return projects.flatMap((one) => listSources(one).map((source) => toWebhookView(webhooks, one, source, url)));
      },
    },
    testWebhook: {
      kind: "deed",
      isSecret: true,
      act: ({ source: name, projectId, url }, call) => {
        const source = findSource(name);
        if (source === null)
          throw refuse(
            "not_found",
            `nothing was sent: ${name} is not one of ${webhookSources.map((one) => one.name).join(", ")}`,
          );
        const secret = findSecret(context, source, projectId);
        return sendTest(context, { source, secret, url: buildAddress(url ?? call.url, source) });
      },
    },
    unread: {
      kind: "read",
      read: ({ project }) => {
        const only = project === undefined ? null : findStartProject(context, project).id;
        return context.unread().flatMap((one) => (only === null || one.project === only ? [toUnreadView(one)] : []));
      },
    },
    failingChannels: { kind: "read", read: () => context.failingChannels().map(toChannelView) },
    quotas: { kind: "read", read: () => context.quotas().map(toQuotaView) },
  } satisfies Partial<Endpoints>;
}

function toWebhookView(
  webhooks: Webhooks,
  project: RegisteredProject,
  source: WebhookSource,
  base: string,
): WebhookView {
  const { name, title, events, where } = source;
  const secrets = listSecrets(project, source);
  const { taken, replayed, lastAtMs } = webhooks.countsOf(project.id, source);
  return {
    ...{ project: project.id, source: name, title, where, events: [...events], taken, replayed },
    url: buildAddress(base, source),
    secret: secrets.length > 0 ? "set" : "missing",
    rotating: secrets.some(({ previousSecret }) => previousSecret !== undefined),
    lastAt: lastAtMs === null ? null : new Date(lastAtMs).toISOString(),
  };
}

function toQuotaView(counts: ReturnType<DaemonContext["quotas"]>[number]): QuotaView {
  const { restsUntilMs, budgets, cost, isRefused: _isRefused, ...rest } = counts;
  const restsUntil = restsUntilMs === null ? null : new Date(restsUntilMs).toISOString();
  return { ...rest, cost: { ...cost }, budgets: budgets.map((budget) => ({ ...budget })), restsUntil };
}

function toUnreadView({ project, what, why, tried }: Unread): UnreadView {
  const since = tried === null ? null : new Date(tried.sinceMs).toISOString();
  return { project, what, since, attempts: tried?.times ?? 0, why };
}

function toChannelView({ name, sinceMs, lastMs, attempts, why }: FailingChannel): FailingChannelView {
  const at = (ms: number): string => new Date(ms).toISOString();
  return { name, since: at(sinceMs), lastAt: at(lastMs), attempts, why };
}

/** A whole address is taken as it is; of a host only the path is added. */
function buildAddress(base: string, source: WebhookSource): string {
  if (!URL.canParse(base)) throw refuse("bad_request", `nothing was sent: ${base} is not a valid address`);
  const url = new URL(base);
  if (url.pathname === "/") url.pathname = `${webhookPath}${source.name}`;
  return url.href;
}

function findSecret(context: DaemonContext, source: WebhookSource, projectId: string | undefined): string {
  const projects = projectId === undefined ? context.projects.all() : [findStartProject(context, projectId)];
  const [secrets] = projects.flatMap((project) => listSecrets(project, source));
  if (secrets !== undefined) return secrets.secret;
  throw refuse("conflict", `nothing was sent: no project has a webhook secret for ${source.title}`, {
    try: "ao webhook",
  });
}

const ANSWER_WITHIN_MS = 10_000;

type Test = { readonly source: WebhookSource; readonly secret: string; readonly url: string };

async function sendTest({ newId, clock }: DaemonContext, { source, secret, url }: Test): Promise<WebhookTestView> {
  const id = newId();
  const body = Buffer.from(JSON.stringify({ test: "ao webhook", id }));
  const signed = source.signed(body, secret, id);
  const headers = { "content-type": "application/json", [TRIAL_HEADER]: "1", ...signed };
  const beganMs = clock.wallMs();
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "error", signal });
    const said = (await response.text()).slice(0, 500);
    const ok = response.status === 202;
    const ms = clock.wallMs() - beganMs;
    const sentence = ok ? "the delivery was taken" : `it was not taken: ${response.status} ${said}`;
    return { url, ok, status: response.status, ms, sentence };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { url, ok: false, status: null, ms: clock.wallMs() - beganMs, sentence: `nobody answered there: ${cause}` };
  }
}
