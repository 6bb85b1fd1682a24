/**
 * Agents that turn git against us, in the real sandbox and a running daemon: settings where there were none, a branch that
 * is a pipe, a workspace that poses as the person's checkout. And a person who deletes what a session needs.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionView } from "../../src/protocol/session/session.ts";
import { bubblewrapForTests } from "../fixtures/bubblewrap.ts";
import { aStage, type Settings, type Stage } from "./stage.ts";

const sandbox = await bubblewrapForTests();
const script = (parts: object): string => `Please.\n\n\`\`\`script\n${JSON.stringify(parts)}\n\`\`\`\n`;
const hasLanded = ({ change }: SessionView): boolean => change?.state === "landed";
const isAtRest = ({ phase, lastWords }: SessionView): boolean => phase === "resting" && lastWords.endsWith("planted");
const adds = (file: string) => [{ write: { [file]: "work\n" } }, { commit: `Add ${file}` }];
const shell = (text: string) => ({ run: ["sh", "-c", text] });

const lands: Settings = {
  sandbox: "auto",
  file: { policy: { preset: "hands-off" }, orchestrator: { max_parallel_agents: 4, auto_assign: false } },
  reactions: { "approved-and-green": { auto: true, action: "merge" } },
};

/** A program that nobody but the agent would run, and the mark it leaves. */
function aTrap({ folder }: Stage) {
  const [program, mark] = [join(folder, "trap/run.sh"), join(folder, "trap/it-ran")];
  mkdirSync(join(folder, "trap"));
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, hasRun: () => existsSync(mark) };
}

test.skipIf(sandbox === null).each(["clone", "worktree"] as const)(
  "a %s that poses as the checkout of main runs nothing, and stops no landing",
  async (workspace) => {
    const stage = await aStage({
      ...lands,
      workspace,
      prepare: async (_repository, git) => {
        await git("config", "extensions.worktreeConfig", "true");
        await git("checkout", "-q", "-b", "elsewhere");
      },
    });
    const { program, hasRun } = aTrap(stage);
    const poses = [
      "D=$(git rev-parse --absolute-git-dir)",
      "echo '* filter=trap' > .gitattributes",
      `printf '[filter "trap"]\\n\\tsmudge = ${program}\\n\\tclean = ${program}\\n' > "$D/config.worktree"`,
      `printf '[core]\\n\\tfsmonitor = ${program}\\n' >> "$D/config.worktree"`,
      'echo "ref: refs/heads/main" > "$D/HEAD"',
      'mkdir -p "$D/rebase-merge" && echo refs/heads/main > "$D/rebase-merge/head-name"',
      "exit 0",
    ].join("\n");
    const sly = await stage.begin(
      "sly",
      script({ start: [shell(poses), { say: "planted" }], nudge: [{ say: "planted" }] }),
    );
    await stage.until(sly, "has planted", isAtRest);
    const good = await stage.begin("good", script({ start: adds("good.txt") }));
    await stage.until(good, "lands", hasLanded);
    expect(await stage.git("show", "main:good.txt")).toBe("work");
    const { workspacePath } = await stage.client.session({ id: sly });
    expect(existsSync(join(workspacePath ?? "", "good.txt"))).toBe(false);
    await stage.git("-C", workspacePath ?? "", "status");
    await stage.git("switch", "-q", "main");
    expect(hasRun()).toBe(false);
  },
);

test.skipIf(sandbox === null).each(["clone", "worktree"] as const)(
  "the branch of a %s as a pipe holds up nobody, and its session ends",
  async (workspace) => {
    const stage = await aStage({ ...lands, workspace });
    const pipes = 'B=$(realpath "$(git rev-parse --git-path refs/heads/agent/sly)"); rm -f "$B"; mkfifo "$B"';
    const start = [...adds("kept.txt"), shell(`${pipes}; exit 0`), { say: "planted" }];
    const sly = await stage.begin("sly", script({ start, nudge: [{ say: "planted" }] }));
    await stage.until(sly, "has planted", isAtRest);
    expect(await stage.git("branch", "--list", "agent/sly")).toContain("agent/sly");
    await stage.git("for-each-ref");
    await stage.client.stopSession({ id: sly });
    const ended = await stage.until(sly, "has ended", ({ phase }) => phase === "ended");
    expect(ended.attention.why).not.toContain("being saved");
    const rescues = await stage.git("for-each-ref", "--format=%(refname)", "refs/ao/rescue/");
    expect(await stage.git("show", `${rescues.split("\n")[0] ?? ""}:kept.txt`)).toBe("work");
  },
);

test("objects that lie about their content are not taken over: the agent is told, then a person", async () => {
  const stage = await aStage({ ...lands, sandbox: "none" });
  const lies = [
    "O=$(git rev-parse --git-path objects); B=$(git rev-parse HEAD:lie.txt)",
    'F="$O/$(echo "$B" | cut -c1-2)/$(echo "$B" | cut -c3-)"; chmod u+w "$F"; printf nonsense > "$F"',
  ].join("; ");
  const start = [...adds("lie.txt"), shell(lies), { say: "lied" }];
  const liar = await stage.begin("liar", script({ start, nudge: [{ say: "and again" }] }));
  const after = await stage.until(liar, "a person is told", ({ attention }) => attention.code === "no-commit");
  expect(after.attention.why).toContain("was not taken over");
  expect(after.change).toBeNull();
  await stage.git("fsck", "--strict");
});

test("a workspace that somebody deleted is made and set up again for the next message", async () => {
  const stage = await aStage({ sandbox: "none", project: { setup: [["touch", "../set-up-ran"]] } });
  const parts = { start: adds("work.txt"), message: [...adds("more.txt"), { say: "went on" }] };
  const id = await stage.begin("lost", script(parts));
  const { workspacePath } = await stage.until(
    id,
    "has worked",
    ({ phase, head, base }) => phase === "resting" && head !== base,
  );
  const path = workspacePath ?? "";
  rmSync(path, { recursive: true });
  rmSync(join(path, "../set-up-ran"));
  await stage.client.sendMessage({ id, content: "Go on." });
  await stage.until(id, "went on", ({ phase, lastWords }) => phase === "resting" && lastWords.endsWith("went on"));
  expect(readdirSync(path)).toEqual(expect.arrayContaining(["work.txt", "more.txt"]));
  expect(existsSync(join(path, "../set-up-ran"))).toBe(true);
  expect(readFileSync(join(path, "work.txt"), "utf8")).toBe("work\n");
});
