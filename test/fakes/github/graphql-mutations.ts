import { commentOf, queueEntryOf, threadOf } from "./graphql-views.ts";
import { whyTooLong } from "./text-limits.ts";
import type { World } from "./world.ts";

type Input<T> = { readonly input: T };

export function mutations(world: World, user: string) {
  const draft = (isDraft: boolean) => (args: Input<{ readonly pullRequestId: string }>) => {
    const pull = world.pull(Number(args.input.pullRequestId.replace("PR_", "")));
    pull.isDraft = isDraft;
    world.touch(pull, "pull_request", isDraft ? "converted_to_draft" : "ready_for_review");
    return { pullRequest: { number: pull.number, isDraft } };
  };
  const resolve = (isResolved: boolean) => (args: Input<{ readonly threadId: string }>) => {
    world.resolve(args.input.threadId, isResolved);
    const found = world.threadNamed(args.input.threadId);
    return { thread: found === null ? null : threadOf(world, user, found.thread) };
  };
  return {
    addPullRequestReviewThreadReply: ({
      input,
    }: Input<{ readonly pullRequestReviewThreadId: string; readonly body: string }>) => {
      const tooLong = whyTooLong(input);
      if (tooLong !== null) throw new Error(tooLong);
      return { comment: commentOf(world, user, world.reply(input.pullRequestReviewThreadId, user, input.body)) };
    },
    enqueuePullRequest: ({ input }: Input<{ readonly pullRequestId: string; readonly expectedHeadOid?: string }>) => {
      const pull = world.pull(Number(input.pullRequestId.replace("PR_", "")));
      if (world.state.queue === null) throw new Error("The merge queue is not enabled");
      if (input.expectedHeadOid !== undefined && input.expectedHeadOid !== pull.headOid)
        throw new Error("The head of the pull request is not as expected");
      if (!world.state.queue.includes(pull.number)) world.state.queue.push(pull.number);
      return { mergeQueueEntry: queueEntryOf(world, pull.number) };
    },
    dequeuePullRequest: ({ input }: Input<{ readonly id: string }>) => {
      const { number } = world.pull(Number(input.id.replace("PR_", "")));
      const entry = queueEntryOf(world, number);
      if (entry === null) throw new Error("The pull request is not in the merge queue");
      world.state.queue = (world.state.queue ?? []).filter((other) => other !== number);
      return { mergeQueueEntry: entry };
    },
    revertPullRequest: async ({ input }: Input<{ readonly pullRequestId: string }>) => {
      const made = await world.revert(Number(input.pullRequestId.replace("PR_", "")), user);
      return { revertPullRequest: made === null ? null : { number: made.number } };
    },
    resolveReviewThread: resolve(true),
    unresolveReviewThread: resolve(false),
    convertPullRequestToDraft: draft(true),
    markPullRequestReadyForReview: draft(false),
  };
}
