/**
 * Lives of changes on a forge that fails: the real engine with a store of its own and virtual time, the real plugin over loopback
 * HTTP, real git, the daemon's real receiver of webhooks. Only the agents are played, behind their slots.
 */
import { nothingAround } from "../fixtures/around-turns.ts";
import { turnPathsIn } from "../fixtures/turn-paths.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { noForgeSettings } from "../../src/config/shape/forge-shape.ts";
import type { Change } from "../../src/domain/change/change.ts";
import type { Command } from "../../src/domain/core/command.ts";
import { changeId, projectId } from "../../src/domain/model/ids.ts";
import { findOpen } from "../../src/domain/incident/incident.ts";
import { createProject } from "../../src/domain/core/project.ts";
import type { EngineDeps } from "../../src/engine/deps.ts";
import { Engine } from "../../src/engine/engine.ts";
import { Webhooks } from "../../src/daemon/webhooks/webhooks.ts";
import { known } from "../../src/domain/model/known.ts";
import type { NotifierPlugin } from "../../src/slots/notifier.ts";
import { failed, ok } from "../../src/slots/result.ts";
import type { ProjectSlots } from "../../src/slots/slots.ts";
import { openStore, storeTemplate, type Store } from "../../src/store/open.ts";
import type { BareGit } from "../fakes/git/bare-git.ts";
import type { PlainForge, PlainWishes } from "../fakes/git/plain-forge.ts";
import { plainGithub } from "../fakes/github/plain-github.ts";
import { forwardingGitlab, plainGitlab } from "../fakes/gitlab/plain-gitlab.ts";
import { aRules, landing } from "../fixtures/rules.ts";
import { fractionFrom } from "../world/hash.ts";
import { Random } from "../world/random.ts";
import { tokensIn } from "../world/tokens.ts";
import { Bench } from "./bench.ts";
import { farHands, nearHands } from "./hands.ts";
import { Judges, type Violation } from "./judges.ts";
import { nearGit, shareObjects } from "./near-git.ts";
import { People } from "./people.ts";
import { Time } from "./time.ts";

/** A bug that is planted between the engine and its plugins, or on the way to the forge. */
export type Sabotage = {
  readonly slots?: (slots: ProjectSlots) => ProjectSlots;
  readonly fetch?: (through: typeof fetch) => typeof fetch;
};

export type LifeOptions = {
  readonly seed: number;
  readonly lives: number;
  /** Left out: GitHub. */
  readonly forge?: keyof typeof forges;
  readonly sabotage?: Sabotage;
  /** Commits go over HTTP, pushed and fetched by git. */
  readonly isFar?: boolean;
  /** How many agents have a question first. */
  readonly asking?: number;
  /** It ends as soon as this promise is broken. */
  readonly until?: string;
};

export type LifeReport = {
  readonly seed: number;
  readonly lives: number;
  readonly virtualMs: number;
  readonly violations: readonly Violation[];
  readonly counts: Readonly<Record<string, number>>;
};

const forges = { github: plainGithub, gitlab: plainGitlab, "gitlab-ff": forwardingGitlab } as const;

const project = projectId("shop");
const SECRET = "a secret of the test";
const WITHIN_MS = 24 * 3_600_000;
const SECOND_MS = 1_000;
/** Three in ten deliveries, one in five requests, and one read in ten from a replica. */
const hookFaults = { lost: 0.1, doubled: 0.1, late: 0.1 };
const requestFaults = { before: 0.1, after: 0.1, stale: 0.1 };

const template = storeTemplate();

/** As often as people change main: nobody comes to help here when an agent has tried too often. */
const patient = { retriesMax: 50, escalateAfter: null } as const;

const rules = aRules({
  ...landing,
  reactions: {
    ...landing.reactions,
    ...{ "ci-failed": patient, "changes-requested": patient, "merge-conflicts": patient },
  },
  policy: { approvals: 1, holdLabels: ["hold"] },
  checks: [],
  perSession: { usd: null, tokens: null },
  perDay: { usd: null, tokens: null },
  agent: { plugin: "scripted", runtime: "bench", workspace: "directory", credential: "key" },
});

export async function runLives(options: LifeOptions): Promise<LifeReport> {
  const stage = await Stage.open(options);
  try {
    return await stage.play();
  } finally {
    await stage.close();
  }
}

class Stage {
  private readonly options: LifeOptions;
  private readonly time: Time;
  private readonly elsewhere: PlainForge;
  private readonly store: Store = openStore({ template });
  private readonly random: Random;
  private readonly judges: Judges;
  private readonly bench: Bench;
  private readonly people: People;
  private readonly engine: Engine;
  private readonly slots: ProjectSlots;
  private readonly complaints: string[] = [];
  private ids = 0;

  static async open(options: LifeOptions): Promise<Stage> {
    const time = new Time();
    const random = new Random(options.seed);
    const faults = random.fork("faults");
    const { clock } = time;
    const wallClock = { wallMs: () => clock.wallMs, after: clock.after.bind(clock) };
    const made: PlainForge[] = [];
    const fires = (kind: "before" | "after"): boolean => {
      const fake = made[0]?.fake;
      if (fake === undefined || faults.fraction() >= fake.faults[kind]) return false;
      fake.fired[kind] += 1;
      return true;
    };
    const transport = nearGit(() => found(made).fake, fires);
    const elsewhere = await forges[options.forge ?? "github"]({
      files: { "README.md": "A project.\n", "shared.txt": "everybody\n" },
      ci: ciOf(() => found(made).fake.world.bare),
      ...{ random: () => faults.fraction(), now: wallClock.wallMs, clock: wallClock, isPaced: true },
      fetch: options.sabotage?.fetch?.(time.fetch) ?? time.fetch,
      settings: { pollMs: 60 * SECOND_MS },
      forge: {
        clock: wallClock,
        ...(options.isFar === true ? {} : { transport }),
        lookEveryMs: 15 * SECOND_MS,
      },
    });
    made.push(elsewhere);
    const { folder, path } = elsewhere.repository;
    const objects = [join(path, ".git"), join(folder, "git"), elsewhere.fake.world.bare.path].map((one) =>
      join(one, "objects"),
    );
    if (options.isFar !== true) shareObjects(objects);
    return new Stage(options, time, random, elsewhere);
  }

  private constructor(options: LifeOptions, time: Time, random: Random, elsewhere: PlainForge) {
    const { fake, forge } = elsewhere;
    this.options = options;
    this.time = time;
    this.random = random;
    this.elsewhere = elsewhere;
    this.judges = new Judges(elsewhere, time, async (tree) => (await brokenIn(fake.world.bare, tree)).length === 0);
    this.bench = new Bench({
      ...{
        time,
        hands: options.isFar === true ? farHands(elsewhere) : nearHands(elsewhere),
        random: random.fork("agents"),
        asking: options.asking ?? 0.1,
      },
      onRead: (told) => this.judges.judgeMessage(told),
      onStir: (session) => {
        this.judges.stir();
        this.engine.lookAtTurn(session);
      },
    });
    const slots = this.makeSlots(forge);
    this.slots = options.sabotage?.slots?.(slots) ?? slots;
    this.engine = new Engine(this.deps());
    this.people = new People({
      ...{
        forge: elsewhere,
        time,
        random: random.fork("people"),
        lives: options.lives,
        questions: this.bench.questions,
      },
      answer: (session, questionId) => this.give({ kind: "answer", session, questionId, text: "Spaces." }),
      landAgain: () => {
        for (const { id, incidents } of this.openChanges())
          if (findOpen(incidents, "effect") !== undefined) this.give({ kind: "land", change: id });
      },
    });
  }

  private give(command: Command): void {
    this.engine.take([{ news: { kind: "command_given", by: { kind: "person", name: "maria" }, command } }]);
  }

  private openChanges(): readonly Change[] {
    const open = this.elsewhere.page.changes().filter(({ state }) => state === "open");
    return open.flatMap(({ number }) => this.store.changes.get(changeId(`shop#${number}`)) ?? []);
  }

  async play(): Promise<LifeReport> {
    const { fake } = this.elsewhere;
    const { seed, lives } = this.options;
    const receiver = await this.receiver();
    try {
      fake.world.whenCi = async (run) => {
        const complain = (error: unknown): void => void this.complaints.push(`CI failed: ${String(error)}`);
        this.time.clock.after(this.random.int(5, 90) * SECOND_MS, () => void run().catch(complain));
      };
      fake.faults = requestFaults;
      fake.hooks.faults = hookFaults;
      const tell = fake.world.onHappening;
      fake.world.onHappening = (happening) => {
        this.judges.stir();
        tell(happening);
      };
      this.store.transaction(() => this.store.projects.save(createProject(project, "main")));
      this.people.begin();
      await this.engine.start();
      const isOver = await this.time.until(() => this.people.areHappy() || this.isSeen(), WITHIN_MS);
      this.judges.judgeEnd();
      const { violations } = this.judges;
      const unfinished = isOver ? [] : [{ invariant: "end", detail: `it never came to an end: ${this.facts()}` }];
      const errors = this.complaints.map((detail) => ({ invariant: "no-error", detail }));
      const fired = { ...fake.fired, ...fake.hooks.fired };
      const virtualMs = this.time.clock.awakeMs;
      const counts = { ...this.judges.counts, ...fired };
      return { seed, lives, virtualMs, violations: [...violations, ...unfinished, ...errors], counts };
    } finally {
      receiver.close();
      receiver.closeAllConnections();
    }
  }

  private isSeen(): boolean {
    const { until } = this.options;
    if (until === "I13") return this.elsewhere.fake.limits.counts.thoughTold > 0;
    return until !== undefined && this.judges.violations.some(({ invariant }) => invariant === until);
  }

  async close(): Promise<void> {
    this.people.leave();
    await this.time.settled(this.engine.stop());
    // Behind whatever still waits for its turn with the forge, and that waits for the clock.
    await this.time.settled(this.elsewhere.dispose());
    this.store.close();
  }

  private facts(): string {
    const { fake, page } = this.elsewhere;
    const sessions = this.store.sessions.page({ live: true, project: null, before: null, limit: 50 });
    const open = page.changes().filter(({ state }) => state === "open");
    const shown = open.map(({ number, head, labels, reviews, threads }) => {
      const change = this.store.changes.get(changeId(`shop#${number}`));
      return {
        number,
        at: head,
        labels,
        reviews,
        runs: page.checksOf(head),
        ...change,
        ...{ threads, known: change?.threads },
      };
    });
    const issues = page.issues().map(({ number, isClosed }) => ({ number, isClosed }));
    const facts = { shown, issues, waiting: [...this.engine.waiting()], sessions, asked: fake.asked.slice(-12) };
    return JSON.stringify({ ...facts, notices: this.judges.told }, null, 1);
  }

  /** The daemon's own receiver: deliveries are checked, written down and wake whom they concern. */
  private async receiver() {
    const { source, repo } = this.elsewhere;
    const registered = {
      id: project,
      settings: {
        repo,
        tracker: { plugin: source, ...noForgeSettings },
        scm: { plugin: source, ...noForgeSettings, webhook: { secret: SECRET } },
      },
    };
    const deps = this.deps();
    const webhooks = new Webhooks({
      ...deps,
      engine: this.engine,
      projects: { all: () => [registered] },
    } as unknown as ConstructorParameters<typeof Webhooks>[0]);
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      webhooks.receive(source, url, { request, response }).catch((error: unknown) => {
        this.complaints.push(String(error));
        response.writeHead(500).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { hooks } = this.elsewhere.fake;
    hooks.target = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, secret: SECRET };
    hooks.carry = this.time.fetch;
    return server;
  }

  private makeSlots({ tracker, scm, checks }: PlainForge["forge"]): ProjectSlots {
    const { bench } = this;
    const notifier = this.makeNotifier();
    return {
      runtime: () => bench.runtime,
      agent: () => bench.agent,
      workspace: () => bench.workspace,
      ...{ tracker, scm, checks, terminal: null, hooks: [] },
      notifiers: () => [notifier],
    };
  }

  /** It loses notices and answers, and remembers what it sent. */
  private makeNotifier(): NotifierPlugin {
    const random = this.random.fork("notices");
    const sent = new Set<string>();
    return {
      name: "desk",
      notify: async (notice) => {
        if (random.chance(0.1)) return failed("unavailable", "the channel is down");
        this.judges.judgeNotice(notice);
        sent.add(notice.key);
        return random.chance(0.1) ? failed("unavailable", "sent, perhaps") : ok(null);
      },
      wasSent: async (key) => ok(known(sent.has(key))),
    };
  }

  private deps(): EngineDeps {
    const { clock } = this.time;
    return {
      store: this.store,
      slotsOf: () => this.slots,
      rulesOf: () => rules,
      whyNoAgent: () => null,
      fleet: () => ({ turnsMax: 5, refusedBy: null, slowedBy: null, memory: null }),
      clock: {
        wallMs: () => clock.wallMs,
        weekMinute: () => 0,
        after: (ms, callback) => clock.after(ms, callback),
        soon: (callback) => queueMicrotask(callback),
      },
      newId: () => `o${String(++this.ids).padStart(7, "0")}`,
      redact: (text) => text,
      environmentOf: async () => ({}),
      turnPaths: (of) => turnPathsIn("/nowhere", of),
      aroundTurns: nothingAround,
      runCommand: async () => ok(null),
      sweepMs: 30 * SECOND_MS,
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: ({ error }, message) => void this.complaints.push(`${message}: ${String(error)}`),
      },
      failpoint: () => undefined,
    };
  }
}

/** CI says what the files say, and now and then fails for no reason at its first attempt. */
const ciOf =
  (bareOf: () => BareGit): NonNullable<PlainWishes["ci"]> =>
  async ({ commit, attempt }) => {
    const bare = bareOf();
    const broken = await brokenIn(bare, await bare.treeOf(commit));
    const flakes = attempt === 1 && fractionFrom(`flake ${commit}`) < 0.08 ? [`flake(${commit.slice(0, 8)})`] : [];
    const wrong = [...broken, ...flakes];
    return [{ name: "test", isRed: wrong.length > 0, said: `Error: ${wrong.join(" ")} at head ${commit}` }];
  };

async function brokenIn(bare: BareGit, tree: string): Promise<readonly string[]> {
  const entries = bare.objects.entriesOf(tree);
  if (entries !== null)
    return entries.flatMap(({ oid }) => tokensIn(bare.objects.read(oid)?.toString() ?? "", "broken"));
  const { stdout } = await bare.tryGit(["grep", "-h", "-F", "broken(", tree, "--"]);
  return tokensIn(stdout, "broken");
}

function found(made: readonly PlainForge[]): PlainForge {
  const [elsewhere] = made;
  if (elsewhere === undefined) throw new Error("there is no forge yet");
  return elsewhere;
}
