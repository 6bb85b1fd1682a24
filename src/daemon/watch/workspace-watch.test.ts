import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { aRepository, git } from "../../../test/fixtures/git-repository.ts";
import { commitSha, sessionId } from "../../domain/model/ids.ts";
import { readPlainRef } from "../../lib/git/refs/plain-ref.ts";
import { WorkspaceWatch } from "./workspace-watch.ts";

const app = sessionId("app-7");
const none = (): void => undefined;

function aWatch() {
  const path = aRepository();
  git(path, "branch", "agent/fix");
  const tip = (): string => git(path, "rev-parse", "agent/fix");
  const seen = { resting: [app], head: tip(), looks: [] as string[] };
  const commit = (): string => {
    git(path, "update-ref", "refs/heads/agent/fix", git(path, "commit-tree", "-p", tip(), "-m", "mine", "HEAD^{tree}"));
    return tip();
  };
  const workspaces = new WorkspaceWatch({
    resting: () => seen.resting,
    headOf: () => seen.head,
    look: () => void seen.looks.push(tip()),
    peek: async () => {
      const found = await readPlainRef(join(path, ".git"), "refs/heads/agent/fix");
      const refFile = join(path, ".git/refs/heads/agent/fix");
      return { refFile, commit: found.kind === "commit" ? commitSha(found.commit) : null };
    },
    log: { info: none, warn: none, error: none },
  });
  onTestFinished(() => workspaces.close());
  return { workspaces, seen, commit };
}

test("a commit in the workspace of a session at rest is noticed by itself, once", async () => {
  const { workspaces, seen, commit } = aWatch();
  await workspaces.checkAll();
  expect(seen.looks).toEqual([]);
  const mine = commit();
  await vi.waitFor(() => expect(seen.looks).toEqual([mine]), { timeout: 5_000, interval: 10 });
  // It could not be taken over: nothing is asked again before it moves on.
  await workspaces.checkAll();
  expect(seen.looks).toEqual([mine]);
  const next = commit();
  await workspaces.checkAll();
  expect(seen.looks).toEqual([mine, next]);
});

test("a commit made before anybody watched is found; a session at work is left alone", async () => {
  const { workspaces, seen, commit } = aWatch();
  const mine = commit();
  await workspaces.checkAll();
  expect(seen.looks).toEqual([mine]);
  seen.resting = [];
  await workspaces.checkAll();
  commit();
  await workspaces.checkAll();
  expect(seen.looks).toEqual([mine]);
});
