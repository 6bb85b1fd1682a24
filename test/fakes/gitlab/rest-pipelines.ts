import type { Job, Pipeline } from "./state.ts";
import { created, found, invalid, missing, type Answer, type Call, type Route } from "./rest-answer.ts";
import { commitTree, mergedTree } from "../git/bare-git.ts";
import type { World } from "./world.ts";

export const pipelineRoutes: readonly Route[] = [
  [
    "GET",
    /^pipelines$/,
    ({ world, query }) => {
      const after = Date.parse(query.get("updated_after") ?? "1970-01-01");
      const some = world.pipelines.filter(({ updatedAt }) => Date.parse(updatedAt) > after);
      const newest = some.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
      return found(newest.map((pipeline) => pipelineView(world, pipeline)));
    },
  ],
  [
    "GET",
    /^pipelines\/(\d+)$/,
    ({ world, params }) => {
      const one = world.pipelines.find(({ id }) => id === Number(params[0]));
      return one === undefined ? missing : found({ ...pipelineView(world, one), yaml_errors: one.yamlErrors });
    },
  ],
  [
    "GET",
    /^pipelines\/(\d+)\/jobs$/,
    ({ world, params }) => {
      const some = world.pipelines.filter(({ id }) => id === Number(params[0]));
      return found(
        world
          .newestJobs(some)
          .filter(({ isExternal }) => !isExternal)
          .map((job) => jobView(world, job)),
      );
    },
  ],
  [
    "GET",
    /^pipelines\/(\d+)\/test_report$/,
    ({ world, params }) => {
      const jobs = world.newestJobs(world.pipelines.filter(({ id }) => id === Number(params[0])));
      const suites = jobs.filter(({ tests }) => tests.length > 0);
      return found({ test_suites: suites.map(({ name, tests }) => ({ name, test_cases: tests })) });
    },
  ],
  ["GET", /^jobs\/(\d+)$/, (call) => onJob(call, (job) => found(jobView(call.world, job)))],
  [
    "GET",
    /^jobs\/(\d+)\/trace$/,
    (call) => onJob(call, ({ trace }) => (trace === null ? missing : { status: 200, text: trace })),
  ],
  [
    "POST",
    /^jobs\/(\d+)\/retry$/,
    (call) =>
      onJob(call, async (job) => {
        const again = await call.world.retry(job);
        return again === null
          ? invalid("403 Forbidden - Job is not retryable", 403)
          : created(jobView(call.world, again));
      }),
  ],
  [
    "GET",
    /^repository\/commits\/([0-9a-f]+)\/statuses$/,
    ({ world, params }) => {
      const jobs = world.newestJobs(world.pipelines.filter(({ sha }) => sha === params[0]));
      return found(jobs.map((job) => ({ ...jobView(world, job), sha: params[0] })));
    },
  ],
  [
    "GET",
    /^repository\/branches\/(.+)$/,
    async ({ world, params }) => {
      const tip = await world.bare.tipOf(params[0] ?? "");
      return tip === null ? missing : found({ name: params[0], commit: { id: tip } });
    },
  ],
  [
    "POST",
    /^repository\/branches$/,
    async ({ world, body }) => {
      const [name, from] = [String(body["branch"]), await world.bare.tipOf(String(body["ref"]))];
      if (from === null || (await world.bare.tipOf(name)) !== null) return invalid("Branch already exists");
      await world.push(name, from);
      return created({ name });
    },
  ],
  ["POST", /^repository\/commits\/([0-9a-f]+)\/revert$/, reverted],
];

async function onJob(call: Call, handle: (job: Job) => Promise<Answer> | Answer): Promise<Answer> {
  const job = call.world.jobs.find(({ id, isExternal }) => id === Number(call.params[0]) && !isExternal);
  return job === undefined ? missing : handle(job);
}

async function reverted({ world, params, body }: Call): Promise<Answer> {
  const [commit = ""] = params;
  const branch = String(body["branch"]);
  const tip = (await world.bare.tipOf(branch)) ?? "";
  const parent = await world.bare.git("rev-parse", `${commit}^`);
  const inverse = commitTree(world.bare, await world.bare.treeOf(parent), [commit], "Inverse");
  const tree = await mergedTree(world.bare, tip, inverse);
  if (tree === null) return invalid("Sorry, we cannot revert this commit automatically");
  await world.push(branch, commitTree(world.bare, tree, [tip], `Revert ${commit}`));
  return created({});
}

export function statusOf(world: World, pipeline: Pipeline): string {
  const counted = world.newestJobs([pipeline]).filter(({ mayFail }) => !mayFail);
  const has = (...states: readonly string[]): boolean => counted.some(({ status }) => states.includes(status));
  if (pipeline.yamlErrors !== null || has("failed")) return "failed";
  if (has("running", "pending")) return "running";
  return has("canceled") ? "canceled" : "success";
}

export const pipelineView = (world: World, pipeline: Pipeline) => ({
  ...{ id: pipeline.id, iid: pipeline.id, sha: pipeline.sha, ref: pipeline.ref, status: statusOf(world, pipeline) },
  ...{ source: "push", project_id: 7, updated_at: pipeline.updatedAt, created_at: pipeline.updatedAt },
});

const jobView = (world: World, job: Job) => ({
  ...{ id: job.id, name: job.name, stage: job.stage, status: job.status, allow_failure: job.mayFail },
  ...{ failure_reason: job.reason, description: job.description },
  pipeline: { id: job.pipeline, sha: world.pipelines.find(({ id }) => id === job.pipeline)?.sha },
});
