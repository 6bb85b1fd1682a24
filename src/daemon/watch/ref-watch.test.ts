import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { aRepository, git } from "../../../test/fixtures/git-repository.ts";
import { projectId } from "../../domain/model/ids.ts";
import { RefWatch } from "./ref-watch.ts";

test("a commit of the person's is noticed once, an agent's branch is not", async () => {
  const path = aRepository();
  git(path, "branch", "agent/fix");
  let looks = 0;
  const none = (): void => undefined;
  const watch = new RefWatch(() => void (looks += 1), { info: none, warn: none, error: none });
  onTestFinished(() => watch.closeAll());
  watch.watch(projectId("app"), join(path, ".git"));
  git(path, "update-ref", "refs/heads/agent/fix", git(path, "commit-tree", "-m", "x", "HEAD^{tree}"));
  for (let n = 0; n < 3; n += 1) git(path, "commit", "--quiet", "--allow-empty", "-m", "mine");
  await vi.waitFor(() => expect(looks).toBe(1), { timeout: 5_000, interval: 10 });
  watch.forget(projectId("app"));
  expect(looks).toBe(1);
});
