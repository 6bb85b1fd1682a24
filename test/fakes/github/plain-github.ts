import { githubRules } from "../../../src/plugins/github/quota-rules.ts";
import { firstOfEach, type ForgePage, type PageChange, type PlainForge, type PlainWishes } from "../git/plain-forge.ts";
import { makeGithub, TOKEN } from "./a-github.ts";
import type { FakeGithub } from "./fake-github.ts";
import { isPull, type Comment, type Pull } from "./state.ts";
import type { Ci } from "./world.ts";

/** `arrange`: before anybody asks. */
export async function plainGithub(
  { ci, isPaced = false, ...wishes }: PlainWishes = {},
  arrange: (fake: FakeGithub) => void = () => undefined,
): Promise<PlainForge> {
  const github = await makeGithub({
    ...{ ...wishes, users: { maria: "maintain", mallory: "read" }, bots: ["renovate"] },
    ...(ci === undefined ? {} : { ci: spoken(ci) }),
    ...(isPaced ? { rules: githubRules } : {}),
  });
  const { fake } = github;
  arrange(fake);
  const basic = Buffer.from(`x-access-token:${TOKEN}`).toString("base64");
  const repo = `${fake.world.state.owner}/${fake.world.state.name}`;
  return { ...github, page: pageOf(fake), source: "github", repo, secrets: [TOKEN, basic] };
}

const spoken =
  (ci: NonNullable<PlainWishes["ci"]>): Ci =>
  async (tree) => {
    const jobs = await ci(tree);
    return jobs.map(({ name, isRed, said = "it broke" }) => {
      const log = `##[group]Run npm test\n${said}\n##[error]Process completed with exit code 1.\n`;
      return isRed ? { name, conclusion: "failure", log } : { name, conclusion: "success" };
    });
  };

const words = (comments: readonly Comment[]) => comments.map(({ author, body }) => ({ author, body }));

const KINDS = { approved: "APPROVED", changes_requested: "CHANGES_REQUESTED" } as const;

function shown(pull: Pull): PageChange {
  const { number, title, headOid: head, state, merged, isDraft, labels, threads, comments, reviews } = pull;
  return {
    ...{ number, title, head, isDraft, labels, words: words(comments) },
    state: merged === null ? state : "landed",
    reviews: reviews.flatMap(({ author, state: said, commit }) => {
      if (said !== "APPROVED" && said !== "CHANGES_REQUESTED") return [];
      return [{ author, head: commit, kind: said === "APPROVED" ? "approved" : "changes_requested" } as const];
    }),
    threads: threads.map((one) => ({ id: one.id, isSettled: one.isResolved, words: words(one.comments) })),
  };
}

function pageOf(fake: FakeGithub): ForgePage {
  const { world } = fake;
  return {
    ...issuesOf(fake),
    changes: () => [...world.state.pulls.values()].map(shown),
    openChange: async ({ branch, ...change }) =>
      (await world.openPull({ ...change, head: branch, base: "main" })).number,
    markReady: (number) => void (world.pull(number).isDraft = false),
    markDraft: (number) => void (world.pull(number).isDraft = true),
    label: (number, labels) => {
      world.pull(number).labels = [...labels];
      world.touch(world.pull(number), "pull_request", "labeled");
    },
    review: (number, author, kind) => void world.review(number, { author, state: KINDS[kind] }),
    openThread: (number, thread) => world.openThread(number, { ...thread, line: 1 }).id,
    resolveThread: (_number, thread) => world.resolve(thread, true),
    reply: (_number, thread, author, body) => void world.reply(thread, author, body),
    editFile: (branch, path, content) => world.editFile(branch, path, content),
    checksOf: (commit) => world.checksOf(commit).map(({ conclusion }) => ({ isGreen: conclusion === "success" })),
    attempts: (commit) => world.state.checks.filter((check) => check.commit === commit).length,
    beforeMerge: (deed) => {
      world.beforeMerge = async () => void (await deed());
    },
    onMerge: (judge) => {
      world.onMerge = ({ number }, tree) => judge(number, tree);
    },
    onOverview: (seen) => {
      fake.onShown = (document) => (document.startsWith("query Overview") ? seen() : undefined);
    },
    becomeBot: () => void world.state.users.set("ao-bot", { login: "ao-bot", permission: "write", isBot: true }),
    loseFirstAnswers: () => {
      const isFirst = firstOfEach();
      // Questions are asked there, too.
      fake.loses = (method, path) => !path.includes("graphql") && isFirst(method, path);
    },
  };
}

function issuesOf({ world }: FakeGithub): Pick<ForgePage, "issues" | "openIssue" | "editIssue"> {
  return {
    issues: () =>
      [...world.state.issues.values()]
        .filter((one) => !isPull(one))
        .map(({ number, author, state, labels, comments }) => {
          return { number, author, isClosed: state === "closed", labels, words: words(comments) };
        }),
    openIssue: (issue) => world.openIssue(issue).number,
    editIssue: (number, edit) =>
      world.editIssue(number, "body" in edit ? edit : { state: "open", stateReason: "reopened" }),
  };
}
