import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../../store/testing/folder.ts";
import { openKeptFile } from "../../remote/forge/kept-file.ts";
import { RemoteTrouble } from "../../remote/forge/trouble.ts";
import { failRemote } from "../../remote/http/remote-result.ts";
import type { RemoteRequest } from "../../remote/http/remote.ts";
import type { GithubClient } from "../client.ts";
import { createRepository } from "./repository.ts";

const refused = failRemote("refused", "403");
const gone = failRemote("gone", "404");
const down = failRemote("unavailable", "502");
const found = (body: unknown) => ({ ok: true, value: { body } }) as const;
const ruled = (...items: readonly object[]) => ({ ok: true, value: { items, isCut: false } }) as const;
const checksRule = (...names: readonly string[]) => ({
  type: "required_status_checks",
  parameters: { required_status_checks: names.map((context) => ({ context })) },
});
const protectedBy = (...contexts: readonly string[]) => found({ protection: { required_status_checks: { contexts } } });
const classicQueue = (mergeQueue: object | null) => ({ repository: { mergeQueue } });

type Answers = {
  readonly workflows?: unknown;
  readonly rules?: unknown;
  readonly branch?: unknown;
  /** A failure is thrown. */
  readonly queue?: ReturnType<typeof classicQueue> | typeof down;
};

function aRepository(answers: Answers, branch = "main") {
  const asked: string[] = [];
  const time = { ms: 0 };
  const { workflows = found({ total_count: 0 }), rules = ruled(), branch: guarded = gone } = answers;
  const client = {
    ask: async ({ path }: RemoteRequest) => (asked.push(path), path === "actions/workflows" ? workflows : guarded),
    pages: async ({ path }: RemoteRequest) => (asked.push(path), rules),
    query: async () => {
      const { queue = classicQueue(null) } = answers;
      if ("error" in queue) throw new RemoteTrouble(queue.error);
      return queue;
    },
  } as unknown as GithubClient;
  const kept = openKeptFile(join(aFolder(), "forge.db"), () => time.ms);
  onTestFinished(() => kept.close());
  return { repository: createRepository(client, kept, branch), asked, time };
}

test.for<[what: string, answers: Answers, hasChecks: boolean]>([
  ["neither workflows nor anything that is required", {}, false],
  ["a workflow", { workflows: found({ total_count: 1 }) }, true],
  ["workflows that nobody may see", { workflows: refused }, true],
  ["no place for workflows", { workflows: gone }, false],
  ["no workflow, and a check that is required", { rules: ruled(checksRule("ci")) }, true],
])("a repository with %s has checks or not", async ([, answers, hasChecks]) => {
  expect(await aRepository(answers).repository.hasChecks()).toBe(hasChecks);
});

test.for<[what: string, answers: Answers, required: readonly string[]]>([
  ["rules", { rules: ruled(checksRule("ci"), { type: "deletion" }, checksRule("lint")) }, ["ci", "lint"]],
  ["classic protection", { branch: protectedBy("ci") }, ["ci"]],
  ["both, each once", { rules: ruled(checksRule("ci")), branch: protectedBy("ci", "lint") }, ["ci", "lint"]],
  ["rules that are not for us", { rules: refused, branch: protectedBy("ci") }, ["ci"]],
  ["nothing", { rules: gone, branch: found({ protection: null }) }, []],
])("what is required by %s", async ([, answers, required]) => {
  expect(await aRepository(answers).repository.required()).toEqual(required);
});

test.for<[what: string, answers: Answers, hasQueue: boolean]>([
  ["rules tell of", { rules: ruled({ type: "merge_queue" }) }, true],
  ["classic protection tells of", { queue: classicQueue({ id: "MQ_1" }) }, true],
  ["nobody tells of", {}, false],
  ["a server does not know the word for", { queue: refused }, false],
])("a merge queue that %s", async ([, answers, hasQueue]) => {
  expect(await aRepository(answers).repository.hasQueue()).toBe(hasQueue);
});

test.for<[what: string, answers: Answers]>([
  ["rules", { rules: down }],
  ["the branch", { branch: down }],
  ["its queue", { queue: down }],
  ["workflows", { workflows: down }],
])("while %s cannot be read, nothing is known, and it is asked again", async ([, answers]) => {
  const { repository, asked } = aRepository(answers);
  await expect(repository.required()).rejects.toBeInstanceOf(RemoteTrouble);
  const before = asked.length;
  await expect(repository.required()).rejects.toBeInstanceOf(RemoteTrouble);
  expect(asked.length).toBe(2 * before);
});

test("a branch of any name is asked for, and not again within the hour", async () => {
  const { repository, asked, time } = aRepository({}, "release/1");
  await repository.required();
  time.ms = 3_599_999;
  await repository.hasQueue();
  expect(asked).toEqual(["actions/workflows", "rules/branches/release%2F1", "branches/release%2F1"]);
  time.ms = 3_600_000;
  await repository.hasQueue();
  expect(asked).toHaveLength(6);
});

test("rules that are said to have changed are read again at once", async () => {
  const { repository, asked } = aRepository({ rules: ruled(checksRule("ci")) });
  await repository.required();
  await repository.required();
  const before = asked.length;
  repository.forgetRules();
  expect(await repository.required()).toEqual(["ci"]);
  expect(asked).toHaveLength(before * 2);
});
