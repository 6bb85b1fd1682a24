/**
 * Deliveries of forges and trackers. One that is genuine and new is written down, answered, and wakes the observer of the
 * projects it speaks of; it decides nothing. All others are refused and logged, without any effect.
 */
import { createHash } from "node:crypto";
import type { WebhookSecrets } from "../../config/shape/forge-shape.ts";
import type { ProjectId } from "../../domain/model/ids.ts";
import type { HintKind } from "../../slots/hint.ts";
import type { DaemonContext, RegisteredProject } from "../context.ts";
import { readBodyBytes } from "../http/read-body.ts";
import { Refusal, refuse } from "../http/refusal.ts";
import type { Exchange } from "../http/endpoint.ts";
import { sendJson } from "../http/respond.ts";
import type { Delivery, Wakened } from "../../plugins/remote/webhook.ts";
import { parsePayload } from "./parse-payload.ts";
import { findSource, TRIAL_HEADER, webhookSources, type WebhookSource } from "./source.ts";

/** Larger ones are refused unread; what they told of is seen by the next regular look. */
const BODY_BYTES_MAX = 5 * 1024 * 1024;
/** Of bodies that are read at once: strangers can send them, too. A burst of usual ones, some kilobytes each, fits in. */
const READING_BYTES_MAX = 8 * BODY_BYTES_MAX;
/** So that as many as are read at once have an end, too. */
const BODY_BYTES_COUNTED_MIN = 64 * 1024;
/** Whoever sends nonsense does not fill the log. */
const LOGGED_A_MINUTE = 20;

export type WebhookCounts = { readonly taken: number; readonly replayed: number; readonly lastAtMs: number | null };

/** Of a delivery: who looks where it came from, and what it tells of. */
type News = { readonly whom: readonly Wakened[]; readonly kind: HintKind };

type WebhookContext = Pick<DaemonContext, "projects" | "slotsOf" | "store" | "engine" | "log" | "clock">;

export class Webhooks {
  private readonly context: WebhookContext;
  private readonly counts = new Map<string, WebhookCounts>();
  private readingBytes = 0;
  private logged = { minute: 0, n: 0 };

  constructor(context: WebhookContext) {
    this.context = context;
  }

  /** Since the daemon is up. */
  countsOf(project: ProjectId, { name }: WebhookSource): WebhookCounts {
    return this.counts.get(`${project} ${name}`) ?? { taken: 0, replayed: 0, lastAtMs: null };
  }

  async receive(name: string, url: URL, { request, response }: Exchange): Promise<void> {
    const from = request.socket.remoteAddress ?? "";
    try {
      const source = findSource(name);
      if (source === null) throw refuse("not_found", `nobody here takes deliveries of ${showText(name)}`);
      const body = await this.read(request);
      const { isNew } = this.take(source, { headers: request.headers, body, query: url.searchParams });
      if (!isNew) this.logIdle(source.name, from);
      sendJson(response, 202, JSON.stringify({ taken: isNew, replayed: !isNew }));
    } catch (error) {
      if (error instanceof Refusal) this.logRefused(name, from, error);
      throw error;
    }
  }

  private async read(request: Exchange["request"]): Promise<Buffer> {
    // One that does not say how long it is may be as long as any.
    const told = Number(request.headers["content-length"] ?? BODY_BYTES_MAX);
    const bytes = Math.min(BODY_BYTES_MAX, Math.max(BODY_BYTES_COUNTED_MIN, told));
    if (this.readingBytes + bytes > READING_BYTES_MAX)
      throw refuse("unavailable", "too many deliveries at once; send it again");
    this.readingBytes += bytes;
    try {
      return await readBodyBytes(request, BODY_BYTES_MAX);
    } finally {
      this.readingBytes -= bytes;
    }
  }

  /** Durable when it returns. */
  private take(source: WebhookSource, delivery: Delivery): { readonly isNew: boolean } {
    const { store, clock } = this.context;
    const projects = this.senders(source, delivery);
    const payload = parsePayload(delivery.body);
    if (payload === null) throw refuse("bad_request", "invalid JSON in the delivery");
    const about = Object.entries(source.about(payload));
    const meant = projects.filter((project) => isMeant(this.namesOf(project, source), about));
    const keys = collectKeys(source, projects, delivery, clock.wallMs());
    const isNew = store.transaction(() => {
      if ([...keys.now, ...keys.before].some((key) => store.requests.get(key) !== null)) return false;
      for (const key of keys.now)
        store.requests.add(
          { key, route: "webhook", hash: "", ref: { source: source.name }, answer: "" },
          clock.wallMs(),
        );
      return true;
    });
    const news = { whom: listWakened(source, delivery), kind: source.kind(delivery.headers) };
    for (const project of meant) {
      this.count(project.id, source, isNew);
      if (isNew) this.wake(project, source, news);
    }
    return { isNew };
  }

  /** Whoever is woken trusts in being woken again, and asks less often: so only those who are told of by this sender. */
  private wake({ id, settings }: RegisteredProject, source: WebhookSource, { whom, kind }: News): void {
    const slots = this.context.slotsOf(id);
    if (whom.includes("tracker") && settings.tracker.plugin === source.name) slots?.tracker.wake?.(kind);
    if (whom.includes("scm") && settings.scm.plugin === source.name) {
      slots?.scm.wake?.(kind);
      slots?.checks.wake?.();
    }
    this.context.engine.lookAtProject(id);
  }

  /** Under the name before it was renamed it is not told of any more, and under that of now the settings do not know it. */
  private namesOf({ id, settings }: RegisteredProject, source: WebhookSource): OwnNames {
    const { repo, tracker, scm } = settings;
    const slots = this.context.slotsOf(id);
    const now = [
      tracker.plugin === source.name ? slots?.tracker.currentName?.() : undefined,
      scm.plugin === source.name ? slots?.scm.currentName?.() : undefined,
    ];
    return source.names({
      ...{ repo, tracker: tracker.plugin === source.name ? tracker.settings : {} },
      now: now.flatMap((name) => name ?? []),
    });
  }

  /** The projects whose secret it was signed with: the one of now, or the one before it. */
  private senders(source: WebhookSource, delivery: Delivery): readonly RegisteredProject[] {
    const { isGenuine, title } = source;
    const expecting = this.context.projects.all().filter((project) => listSecrets(project, source).length > 0);
    if (expecting.length === 0)
      throw refuse("unauthorized", `nothing was done: no project here has a secret for ${title}`);
    const genuine = expecting.filter((project) =>
      listSecrets(project, source)
        .flatMap(({ secret, previousSecret }) => [secret, ...(previousSecret === undefined ? [] : [previousSecret])])
        .map((secret) => isGenuine(delivery, secret))
        .includes(true),
    );
    if (genuine.length > 0) return genuine;
    throw refuse("unauthorized", "nothing was done: the delivery is not signed with a secret that is known here");
  }

  private count(project: ProjectId, source: WebhookSource, isNew: boolean): void {
    const { taken, replayed } = this.countsOf(project, source);
    const lastAtMs = this.context.clock.wallMs();
    const next = { taken: taken + (isNew ? 1 : 0), replayed: replayed + (isNew ? 0 : 1), lastAtMs };
    this.counts.set(`${project} ${source.name}`, next);
  }

  private logRefused(source: string, from: string, { message, status }: Refusal): void {
    if (this.mayLog())
      this.context.log.warn({ source: showText(source), from, status, why: message }, "a webhook delivery was refused");
  }

  /** Senders repeat what they think got lost, and so do others who have overheard it. */
  private logIdle(source: string, from: string): void {
    if (this.mayLog()) this.context.log.info({ source, from }, "a webhook delivery came again and did nothing");
  }

  private mayLog(): boolean {
    const minute = Math.floor(this.context.clock.wallMs() / 60_000);
    this.logged = minute === this.logged.minute ? { minute, n: this.logged.n + 1 } : { minute, n: 1 };
    return this.logged.n <= LOGGED_A_MINUTE;
  }
}

/** Nobody by a trial of our own: nothing has happened. */
const listWakened = (source: WebhookSource, { headers }: Delivery): readonly Wakened[] =>
  headers[TRIAL_HEADER] === undefined ? source.wakes(headers) : [];

/** What a project's tracker and forge say of deliveries from there. */
export function listSecrets({ settings }: RegisteredProject, source: WebhookSource): readonly WebhookSecrets[] {
  return [settings.tracker, settings.scm].flatMap(({ plugin, webhook }) =>
    plugin === source.name && webhook !== null ? [webhook] : [],
  );
}

/** From which of them a project may expect deliveries. */
export function listSources({ settings }: RegisteredProject): readonly WebhookSource[] {
  return webhookSources.filter(({ name }) => [settings.tracker.plugin, settings.scm.plugin].includes(name));
}

type OwnNames = ReturnType<WebhookSource["names"]>;
type Said = readonly (readonly [kind: string, name: string | null])[];

/** A delivery that names something else than the project has is not for it, whoever signed it: an organization has one secret. */
const isMeant = (own: OwnNames, about: Said): boolean =>
  about.every(([kind, said]) => {
    const names = own[kind] ?? [];
    return said === null || names.length === 0 || names.some((name) => name.toLowerCase() === said.toLowerCase());
  });

/** As long the same bytes under another id are a replay: the same thing can happen again, and it then says the same. */
const SAME_BYTES_MS = 60_000;

/**
 * The sender's id, which nobody signed, and the bytes, which somebody did: either seen before is a replay, for those whose secret
 * it was signed with. Two projects of one repository may have a secret each, and hear of the same thing in the same bytes.
 */
function collectKeys(
  source: WebhookSource,
  projects: readonly RegisteredProject[],
  { headers, body, query }: Delivery,
  nowMs: number,
): { readonly now: readonly string[]; readonly before: readonly string[] } {
  const id = source.idOf(headers);
  const whose = projects.map((project) => project.id).toSorted();
  const hashed = (...parts: readonly (string | Buffer)[]): string =>
    parts.reduce((hash, part) => hash.update(part), createHash("sha256").update(JSON.stringify(whose))).digest("hex");
  const bytes = hashed(body, query.toString());
  const minute = Math.floor(nowMs / SAME_BYTES_MS);
  const ofBytes = (n: number): string => `webhook:${source.name}:sha256:${n}:${bytes}`;
  return {
    now: [ofBytes(minute), ...(id === null ? [] : [`webhook:${source.name}:${hashed(id)}`])],
    before: [ofBytes(minute - 1)],
  };
}

const showText = (text: string): string => JSON.stringify(text.slice(0, 40));
