import type { Artifact, CheckRun } from "./state.ts";
import { found, notFound, paged, type Answer, type Call, type Route } from "./rest-answer.ts";

const route = (rest: string): RegExp => new RegExp(String.raw`^\/repos\/[^/]+\/[^/]+${rest}$`);

async function on(call: Call, handle: (check: CheckRun) => Promise<Answer> | Answer): Promise<Answer> {
  const check = call.world.state.checks.find(({ id }) => id === Number(call.params[0]));
  return check === undefined ? notFound : handle(check);
}

export const checkRoutes: readonly Route[] = [
  [
    "GET",
    route(String.raw`\/actions\/workflows`),
    (call) => {
      const all = Array.from({ length: call.world.state.workflows }, (_, n) => ({ id: n + 1, name: `CI ${n + 1}` }));
      return counted(call, "actions/workflows", "workflows", all);
    },
  ],
  ["GET", route(String.raw`\/actions\/jobs\/(\d+)`), (call) => on(call, (check) => found(jobView(check)))],
  [
    "GET",
    route(String.raw`\/actions\/jobs\/(\d+)\/logs`),
    (call) =>
      on(call, ({ id, log }) =>
        log === null ? notFound : { status: 302, headers: { location: `${call.world.logsUrl}/${id}` } },
      ),
  ],
  [
    "GET",
    route(String.raw`\/actions\/runs\/(\d+)\/artifacts`),
    (call) => {
      const some = call.world.state.artifacts.filter(({ run }) => run === Number(call.params[0]));
      return counted(call, `actions/runs/${call.params[0]}/artifacts`, "artifacts", some.map(artifactView));
    },
  ],
  [
    "GET",
    route(String.raw`\/actions\/artifacts\/(\d+)\/zip`),
    ({ world, params }) =>
      world.state.artifacts.some(({ id }) => id === Number(params[0]))
        ? { status: 302, headers: { location: `${world.logsUrl}/${params[0]}` } }
        : notFound,
  ],
  [
    "POST",
    route(String.raw`\/actions\/jobs\/(\d+)\/rerun`),
    (call) => on(call, async (check) => again(call, check, [check.name])),
  ],
  [
    "POST",
    route(String.raw`\/actions\/runs\/(\d+)\/rerun-failed-jobs`),
    async (call) => {
      const jobs = call.world.state.checks.filter(({ run }) => run?.id === Number(call.params[0]));
      const failed = jobs.filter(({ conclusion }) => conclusion !== "success" && conclusion !== "skipped");
      const [first] = failed;
      if (first === undefined) return { status: 403, body: { message: "The workflow run has no failed jobs." } };
      if (jobs.some(({ status }) => status !== "completed"))
        return { status: 403, body: { message: "This workflow is already running" } };
      return again(
        call,
        first,
        failed.map(({ name }) => name),
      );
    },
  ],
  [
    "POST",
    route(String.raw`\/check-runs\/(\d+)\/rerequest`),
    (call) => on(call, async (check) => again(call, check, [check.name])),
  ],
  [
    "GET",
    route(String.raw`\/check-runs\/(\d+)\/annotations`),
    (call) =>
      on(call, ({ id, annotations }) =>
        paged(call, `check-runs/${id}/annotations`, annotations, ({ path, line, message }) => ({
          ...{ path, start_line: line, end_line: line, message },
        })),
      ),
  ],
];

async function again({ world }: Call, check: CheckRun, names: readonly string[]): Promise<Answer> {
  const newest = world.checksOf(check.commit).find(({ name }) => name === check.name);
  await world.runCi(check.commit, (newest?.attempt ?? 1) + 1, names);
  return { status: 201, body: {} };
}

/** A page of a list that is told with the length of the whole. */
function counted(call: Call, path: string, name: string, all: readonly unknown[]): Answer {
  const { body, ...page } = paged(call, path, all, (one) => one);
  return { ...page, body: { total_count: all.length, [name]: body } };
}

const artifactView = ({ id, name, zip, createdAt }: Artifact) => ({
  ...{ id, name, size_in_bytes: zip.byteLength, expired: false, created_at: createdAt },
});

/** What a check run may come to and a job has no word for. */
const ofJob: Readonly<Record<string, CheckRun["conclusion"]>> = { stale: "cancelled", startup_failure: "failure" };

function jobView(check: CheckRun) {
  const isFailed = check.conclusion === "failure" || check.conclusion === "timed_out";
  return {
    ...{ id: check.id, name: check.name, status: check.status },
    conclusion: ofJob[check.conclusion ?? ""] ?? check.conclusion,
    run_id: check.run?.id,
    started_at: check.startedAt,
    workflow_name: check.run?.workflow,
    steps:
      check.log === null
        ? []
        : [
            { name: "Set up job", number: 1, status: "completed", conclusion: "success" },
            {
              ...{ name: check.failingStep, number: 2, status: check.status, ...check.stepTimes },
              conclusion: isFailed ? "failure" : "success",
            },
          ],
  };
}
