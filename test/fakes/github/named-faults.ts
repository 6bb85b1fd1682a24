/** How GitHub fails, by name, in the forms in which it was seen to: whoever bears each of them keeps its contract all the same. */
import type { FetchUrl } from "../../../src/plugins/remote/http/send.ts";
import type { FakeGithub } from "./fake-github.ts";

export type NamedFault = {
  /** Continues "GitHub, where …". */
  readonly says: string;
  /** What it can be met in: any request, a GraphQL document, or the look at all pull requests. */
  readonly of: "requests" | "documents" | "looks";
  readonly fetch?: FetchUrl;
  /** Before anybody asks. */
  readonly arrange?: (fake: FakeGithub) => void;
  readonly wasMet: (fake: FakeGithub) => boolean;
};

/** Each made anew: most happen once for each kind of request. */
export const namedFaults: readonly (() => NamedFault)[] = [
  () => once("documents", "an error of no kind takes the place of what was not done", isGraphql, async () => untyped()),
  () => once("documents", "an error of no kind takes the place of what was done", isGraphql, afterwards(untyped)),
  () => once("requests", "a page in HTML takes the place of what was not done", isPlain, async () => unicorn(502)),
  () =>
    once(
      "requests",
      "a page in HTML takes the place of what was done",
      isWrite,
      afterwards(() => unicorn(502)),
    ),
  () =>
    once("requests", "it says of each kind of write at first that it came too quickly", isWrite, async (one) =>
      tooQuickly(one),
    ),
  () => always("looks", "more than ten pull requests at once take it too long", isTooMuch, async () => unicorn(504)),
  () => always("looks", "more than ten pull requests at once exceed its limits", isTooMuch, partly),
  () => ({
    ...{ says: "the repository was renamed", of: "requests" },
    arrange: (fake) => void (fake.world.state.renamedTo = "acme-inc/store"),
    wasMet: ({ asked }) => asked.some(({ status }) => status === 301 || status === 307),
  }),
];

/** The daemon's account has written something in a review of each pull request, and not submitted it. */
export const draftsEverywhere = (): NamedFault => ({
  ...{ says: "the daemon's account has drafts in each pull request", of: "documents" },
  arrange: ({ world }) => {
    const open = world.openPull.bind(world);
    world.openPull = async (wanted) => {
      const made = await open(wanted);
      world.draftReview(made.number, { author: "ao-bot", path: "a.txt", line: 1, body: "not yet said" });
      return made;
    };
  },
  wasMet: ({ world }) => [...world.state.pulls.values()].every(({ reviews }) => reviews.length > 0),
});

type Sent = {
  readonly url: URL;
  readonly init: RequestInit;
  /** What is asked, without what differs from one to the next. */
  readonly kind: string;
  /** Of GraphQL; null: it is REST. */
  readonly document: string | null;
};

type Fault = (sent: Sent) => Promise<Response>;

function sentAs(url: URL, init: RequestInit): Sent {
  const { method = "GET" } = init;
  if (!url.pathname.endsWith("/graphql")) {
    const kind = `${method} ${url.pathname.replaceAll(/\/(\d+|[0-9a-f]{40})(?=\/|$)/g, "/*")}`;
    return { url, init, kind, document: null };
  }
  const document = String(init.body);
  return { url, init, document, kind: /\b(?:query|mutation) \w+/.exec(document)?.[0] ?? "a document" };
}

type IsMeant = (sent: Sent) => boolean;

function always(of: NamedFault["of"], says: string, isMeant: IsMeant, fault: Fault): NamedFault {
  let times = 0;
  return {
    ...{ says, of },
    fetch: async (url, init) => {
      const sent = sentAs(url, init);
      if (!isMeant(sent)) return fetch(url, init);
      times += 1;
      return fault(sent);
    },
    wasMet: () => times > 0,
  };
}

function once(of: NamedFault["of"], says: string, isMeant: IsMeant, fault: Fault): NamedFault {
  const met = new Set<string>();
  const isFirst = (sent: Sent): boolean => isMeant(sent) && !met.has(sent.kind) && met.add(sent.kind).has(sent.kind);
  return always(of, says, isFirst, fault);
}

/** Whoever cannot be said to may write is unknown, and that is an answer. */
const isPlain = ({ kind }: Sent): boolean => !kind.endsWith("/permission");
const isGraphql = ({ document }: Sent): boolean => document !== null;
const isWrite = ({ kind, document }: Sent): boolean =>
  document === null ? !kind.startsWith("GET ") : kind.startsWith("mutation ");

const PULLS_MAX = 10;

function isTooMuch({ document, kind }: Sent): boolean {
  const size = Number(/pullRequests\(states: OPEN, first: (\d+)/.exec(document ?? "")?.[1] ?? 0);
  const parts = kind === "query Details" ? (document ?? "").split("pullRequest(number:").length - 1 : 0;
  return Math.max(size, parts) > PULLS_MAX;
}

/** It is done, and its answer is another one. */
const afterwards =
  (answer: () => Response): Fault =>
  async ({ url, init }) => {
    await (await fetch(url, init)).body?.cancel();
    return answer();
  };

const untyped = (): Response =>
  Response.json({
    errors: [
      { message: "Something went wrong while executing your query. Please include `A1:B2` when reporting this." },
    ],
  });

const unicorn = (status: number): Response =>
  new Response("<html><title>Unicorn! &middot; GitHub</title></html>", { status });

const TOO_QUICKLY = "was submitted too quickly";

const tooQuickly = ({ document }: Sent): Response =>
  document === null
    ? Response.json(
        { message: "Validation Failed", errors: [{ code: "custom", message: TOO_QUICKLY }] },
        { status: 422 },
      )
    : Response.json({ data: null, errors: [{ type: "UNPROCESSABLE", message: TOO_QUICKLY }] });

async function partly(): Promise<Response> {
  const errors = [{ type: "RESOURCE_LIMITS_EXCEEDED", message: "Resource limits for this query exceeded." }];
  return Response.json({ data: { repository: { ref: null, pullRequests: null }, rateLimit: { cost: 1 } }, errors });
}
