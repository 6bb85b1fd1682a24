import { gitlabRules } from "../../../src/plugins/gitlab/quota-rules.ts";
import { firstOfEach, type ForgePage, type PageChange, type PlainForge, type PlainWishes } from "../git/plain-forge.ts";
import { makeGitlab } from "./a-gitlab.ts";
import { TOKEN, type FakeGitlab } from "./fake-gitlab.ts";
import type { Merge, Note } from "./state.ts";
import type { Ci, World } from "./world.ts";

/** A project that takes no branch that is behind. */
export async function forwardingGitlab(wishes: PlainWishes = {}): Promise<PlainForge> {
  return aPlainGitlab(wishes, "ff");
}

export async function plainGitlab(wishes: PlainWishes = {}): Promise<PlainForge> {
  return aPlainGitlab(wishes, "merge");
}

async function aPlainGitlab(
  { ci, isPaced = false, ...wishes }: PlainWishes,
  method: World["mergeMethod"],
): Promise<PlainForge> {
  const gitlab = await makeGitlab({
    ...{ ...wishes, users: { maria: 40 }, bots: ["renovate"] },
    ...(ci === undefined ? {} : { ci: spoken(ci) }),
    ...(isPaced ? { rules: gitlabRules } : {}),
  });
  const { fake } = gitlab;
  fake.world.mergeMethod = method;
  const basic = Buffer.from(`oauth2:${TOKEN}`).toString("base64");
  return { ...gitlab, page: pageOf(fake), source: "gitlab", repo: fake.world.path, secrets: [TOKEN, basic] };
}

const spoken =
  (ci: NonNullable<PlainWishes["ci"]>): Ci =>
  async (tree) => {
    const jobs = await ci(tree);
    return jobs.map(({ name, isRed, said = "it broke" }) =>
      isRed ? { name, status: "failed", script: [said] } : { name, status: "success" },
    );
  };

const words = (notes: readonly Pick<Note, "author" | "body">[]) =>
  notes.map(({ author, body }) => ({ author: author.username, body }));

const STATES = { opened: "open", closed: "closed", merged: "landed" } as const;

/** A head that was only brought onto the base is the one that people know. */
function shown({ iid: number, title, sha, standsFor, state, labels, discussions, reviews }: Merge): PageChange {
  const head = standsFor ?? sha;
  const said = discussions.filter(({ notes }) => notes.some((note) => !note.isSystem));
  return {
    ...{ number, title, head, labels, reviews, state: STATES[state], isDraft: title.startsWith("Draft: ") },
    words: said.filter((one) => one.isIndividual).flatMap(({ notes }) => words(notes)),
    threads: said
      .filter((one) => !one.isIndividual)
      .map(({ id, notes }) => ({ id, isSettled: notes.every((note) => note.isResolved), words: words(notes) })),
  };
}

function pageOf(fake: FakeGitlab): ForgePage {
  const { world } = fake;
  const threadOf = (number: number, thread: string) => {
    const merge = world.merge(number);
    const discussion = merge.discussions.find(({ id }) => id === thread);
    if (discussion === undefined) throw new Error(`there is no thread ${thread}`);
    return { merge, discussion };
  };
  return {
    ...issuesOf(fake),
    changes: () => world.merges.map(shown),
    openChange: async ({ branch, ...change }) => (await world.openMerge({ ...change, source: branch })).iid,
    markReady: (number) => {
      const merge = world.merge(number);
      merge.title = merge.title.replace(/^Draft: /, "");
      world.touch(merge, "Merge Request Hook");
    },
    markDraft: (number) => {
      const merge = world.merge(number);
      merge.title = `Draft: ${merge.title}`;
      world.touch(merge, "Merge Request Hook");
    },
    label: (number, labels) => {
      world.merge(number).labels = [...labels];
      world.touch(world.merge(number), "Merge Request Hook");
    },
    review: (number, author, kind) =>
      kind === "approved"
        ? world.approve(number, author)
        : world.review(number, { author, state: "requested_changes" }),
    openThread: (number, thread) => world.openThread(number, { ...thread, line: 1 }).id,
    reply: (number, thread, author, body) => {
      const { merge, discussion } = threadOf(number, thread);
      world.reply(merge, discussion, author, body);
    },
    resolveThread: (number, thread) => {
      const { merge, discussion } = threadOf(number, thread);
      world.resolve(merge, discussion, true);
    },
    editFile: (branch, path, content) => world.editFile(branch, path, content),
    checksOf: (commit) => {
      const jobs = world.newestJobs(world.pipelines.filter(({ sha }) => sha === commit));
      return jobs.map(({ status }) => ({ isGreen: status === "success" }));
    },
    attempts: (commit) => {
      const ids = world.pipelines.filter(({ sha }) => sha === commit).map(({ id }) => id);
      return world.jobs.filter(({ pipeline }) => ids.includes(pipeline)).length;
    },
    beforeMerge: (deed) => {
      world.beforeMerge = async () => void (await deed());
    },
    onMerge: (judge) => {
      world.onMerge = ({ iid }, tree) => judge(iid, tree);
    },
    onOverview: (seen) => {
      fake.onShown = (asked) =>
        /^GET projects\/[^/]+\/merge_requests\?.*state=opened/.test(asked) ? seen() : undefined;
    },
    becomeBot: () => void Object.assign(world.user("ao-bot"), { bot: true }),
    loseFirstAnswers: () => {
      fake.loses = firstOfEach();
    },
  };
}

function issuesOf({ world }: FakeGitlab): Pick<ForgePage, "issues" | "openIssue" | "editIssue" | "editAsStranger"> {
  return {
    issues: () =>
      world.issues.map(({ iid: number, author, state, labels, notes }) => {
        return {
          number,
          author: author.username,
          isClosed: state === "closed",
          labels,
          words: words(notes.filter(({ isSystem }) => !isSystem)),
        };
      }),
    openIssue: ({ body, ...issue }) => world.openIssue({ ...issue, description: body }).iid,
    editIssue: (number, edit) =>
      world.editIssue(number, "body" in edit ? { description: edit.body } : { state: "opened" }),
    editAsStranger: (number, { title, body }) =>
      world.editIssue(
        number,
        { ...(title === undefined ? {} : { title }), ...(body === undefined ? {} : { description: body }) },
        "mallory",
      ),
  };
}
