import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bubblewrapForTests } from "../../../test/fixtures/bubblewrap.ts";
import { aMachine, asAgent, confineLaunch, textOf } from "../../../test/fixtures/confined.ts";
import { runProgram } from "../run.ts";
import { noSandbox } from "./sandbox.ts";

const sandbox = (await bubblewrapForTests()) ?? noSandbox;

describe.skipIf(sandbox.name === "none")("in bubblewrap", () => {
  test("an agent reads its own message, and neither the token nor other turns and workspaces", async () => {
    const machine = await aMachine();
    const { stdout, stderr } = await asAgent(
      `cd ${quoted(machine.ao)}; cat turns/turn-1/in; cat token turns/turn-2/in workspaces/p/other/file; ls`,
      { machine, sandbox },
    );
    expect(stdout).toBe("Please do the workcache\nsettings\nturns\nworkspaces\n");
    expect(stderr.match(/No such file/g)).toHaveLength(3);
  });

  test("a folder that is made between the wrapping and the start is there", async () => {
    const machine = await aMachine();
    const turn = join(machine.ao, "turns/turn-3");
    const [program, ...args] = await confineLaunch(["cat", join(turn, "in")], { machine, sandbox, coming: [turn] });
    mkdirSync(turn);
    writeFileSync(join(turn, "in"), "Just now");
    expect(await runProgram({ program, args, timeoutMs: 10_000 })).toMatchObject({ code: 0, stdout: "Just now" });
  });

  test("an agent does not read the person's credentials, but what its tool needs and settings without their secrets", async () => {
    const machine = await aMachine();
    writeFileSync(join(machine.home, ".yarnrc"), 'registry "http://mirror"\n');
    const script = 'cat ~/.ssh/id_ed25519; cat ~/.netrc ~/.npmrc; echo "|"; cat ~/.yarnrc ~/.claude/credentials.json';
    const { stdout } = await asAgent(script, { machine, sandbox });
    expect(stdout).toBe('registry=http://mirror\n|\nregistry "http://mirror"\nneeded by the tool itself');
  });

  test("credentials behind a link are hidden where they really are", async () => {
    const machine = await aMachine();
    mkdirSync(join(machine.home, "dotfiles"));
    writeFileSync(join(machine.home, "dotfiles/aws"), "secret");
    mkdirSync(join(machine.home, ".aws"));
    symlinkSync("../dotfiles/aws", join(machine.home, ".aws/credentials"));
    symlinkSync("dotfiles/aws", join(machine.home, ".git-credentials"));
    const { stdout } = await asAgent("cat ~/.git-credentials ~/dotfiles/aws ~/.aws/credentials", { machine, sandbox });
    expect(stdout).toBe("");
  });

  test("an agent writes in its workspace and in scratch folders of its own, and nowhere else", async () => {
    const machine = await aMachine();
    const own = `${machine.worktree}/new`;
    const scratch = ["$TMPDIR/scratch", `${machine.home}/.profile`, `${machine.repository}/planted`];
    const script = [own, ...scratch, "/etc/planted", "/planted", "/usr/local/bin/planted"]
      .map((file) => `echo x > "${file}" && echo written`)
      .join("; ");
    const { stdout, stderr } = await asAgent(script, { machine, sandbox });
    expect(stdout.match(/written/g)).toHaveLength(4);
    expect(stderr.match(/Read-only file system/g)).toHaveLength(3);
    expect(existsSync(own)).toBe(true);
    for (const file of ["/tmp/scratch", ...scratch.slice(1), "/etc/planted", "/planted"])
      expect([file, existsSync(file)]).toEqual([file, false]);
  });

  test("an agent sees and signals no process but its own, and leaves none behind", async () => {
    const machine = await aMachine();
    const script = `kill -9 ${process.pid}; cat /proc/${process.pid}/environ; sleep 60 & echo /proc/[0-9]* | wc -w`;
    const { stdout, stderr } = await asAgent(script, { machine, sandbox });
    expect(Number(stdout)).toBeLessThan(8);
    expect(stderr).toMatch(/No such process/);
    const { stdout: left } = await runProgram({ program: "ps", args: ["-eo", "args"], timeoutMs: 5_000 });
    expect(left.split("\n").filter((line) => line.includes(machine.root))).toEqual([]);
  });

  test("an agent commits in its worktree, and resolves a conflict by rebase", async () => {
    const machine = await aMachine();
    writeFileSync(join(machine.repository, "file"), "theirs\n");
    await machine.person("commit", "-q", "-a", "-m", "theirs");
    const script = [
      "echo mine > file && git commit -q -a -m mine",
      "git rebase -q main || echo both > file && git add file && GIT_EDITOR=true git rebase --continue",
      "git cherry-pick --no-commit main~1; git reset -q --hard",
      "git status",
    ].join("\n");
    const { stdout, stderr } = await asAgent(script, { machine, sandbox });
    expect(stdout).toMatch(/On branch agent\/one\nnothing to commit, working tree clean\n$/);
    expect(stderr).not.toMatch(/packed-refs/);
    expect(await machine.person("log", "--format=%s", "agent/one")).toBe("mine\ntheirs\none");
    expect(await machine.person("status", "--short")).toBe("");
  });

  test("what the person's git packs meanwhile is seen, and the branch goes on", async () => {
    const machine = await aMachine();
    const waiting = `while ! [ -e go ]; do sleep 0.05; done; echo two > file; git commit -q -a -m two; git log --format=%s`;
    const pending = asAgent(`git commit -q --allow-empty -m first; touch ready; ${waiting}`, { machine, sandbox });
    await expect.poll(() => existsSync(join(machine.worktree, "ready")), { timeout: 20_000 }).toBe(true);
    await machine.person("pack-refs", "--all", "--prune");
    await machine.person("config", "alias.meanwhile", "status");
    expect(existsSync(join(machine.commonDir, "refs/heads/agent/one"))).toBe(false);
    writeFileSync(join(machine.worktree, "go"), "");
    expect((await pending).stdout).toBe("two\nfirst\none\n");
    expect(await machine.person("log", "--format=%s", "agent/one")).toBe("two\nfirst\none");
  });

  test("an agent can plant no hook, setting, attribute or merge driver, nor move main or a tag", async () => {
    const machine = await aMachine();
    await machine.person("tag", "v1");
    const before = await shared(machine.commonDir);
    await asAgent(
      `G=${quoted(machine.commonDir)}
      for hook in pre-commit post-checkout reference-transaction; do echo 'touch /tmp/ran' > $G/hooks/$hook; done
      git config core.fsmonitor /tmp/evil; git config merge.evil.driver evil; git config --local include.path /tmp/evil
      echo "[core] hooksPath = /tmp" >> $G/config; echo "* merge=evil" > $G/info/attributes
      echo $G/evil > $G/commondir; echo "[core]" > $G/config.worktree; mkdir -p $G/refs/replace; echo x > $G/objects/info/alternates
      git commit -q --allow-empty -m planted
      git update-ref refs/heads/main HEAD; git branch -f main; git push -q . HEAD:refs/heads/main; git rev-parse HEAD > $G/refs/heads/main
      git tag -f v1; git symbolic-ref HEAD refs/heads/main; git commit -q --allow-empty -m on-main
      git symbolic-ref HEAD refs/heads/agent/one; rm -rf $G/hooks $G/objects/pack $G/config`.replaceAll("$G", '"$G"'),
      { machine, sandbox },
    );
    expect(await shared(machine.commonDir)).toEqual(before);
    expect(await machine.person("log", "-1", "--format=%s", "agent/one")).toBe("planted");
  });

  test("a setting that an agent writes serves it until it ends", async () => {
    const machine = await aMachine();
    const before = textOf(join(machine.commonDir, "config"));
    const script = "git config core.hooksPath .husky && git config core.hooksPath";
    expect(await asAgent(script, { machine, sandbox })).toMatchObject({ code: 0, stdout: ".husky\n" });
    expect(textOf(join(machine.commonDir, "config"))).toBe(before);
  });

  test("an agent cannot pack away branches where nobody else finds them", async () => {
    const machine = await aMachine();
    const { stderr } = await asAgent("git pack-refs --all; git gc --quiet", { machine, sandbox });
    expect(stderr).toMatch(/unable to write new packed-refs/);
    expect(await machine.person("for-each-ref", "--format=%(refname)")).toContain("refs/heads/agent/sibling");
  });

  test("an agent cannot point its workspace at another git folder", async () => {
    const machine = await aMachine();
    const own = join(machine.commonDir, "worktrees/one");
    const files = [join(machine.worktree, ".git"), join(own, "commondir"), join(own, "gitdir")];
    const before = files.map(textOf);
    const names = files.map(quoted).join(" ");
    await asAgent(`for f in ${names}; do rm -f "$f"; mv "$f" "$f.old"; echo /tmp/evil > "$f"; done`, {
      machine,
      sandbox,
    });
    expect(files.map(textOf)).toEqual(before);
  });

  test("main stands still also when the branch of the session lies beside it", async () => {
    const machine = await aMachine({ branch: "fix" });
    const before = await machine.person("rev-parse", "main");
    const script =
      "git commit -q --allow-empty -m two; git rev-parse HEAD > $(git rev-parse --git-path refs/heads/main)";
    await asAgent(script, { machine, sandbox });
    expect(await machine.person("rev-parse", "main")).toBe(before);
    expect(await machine.person("log", "-1", "--format=%s", "fix")).toBe("two");
  });

  test("an agent commits and configures in a clone, and the person's repository is out of its reach", async () => {
    const machine = await aMachine();
    const before = await shared(machine.commonDir);
    const script = `git checkout -q -b agent/two && git config a.b c && git stash list && echo two > file &&
      git commit -q -a -m two && git log --format=%s; rm -rf ${quoted(machine.commonDir)}/*; git push -q origin HEAD:main`;
    const result = await asAgent(script, { machine, sandbox, cwd: machine.clone });
    expect(result.stdout).toBe("two\none\n");
    expect(await shared(machine.commonDir)).toEqual(before);
  });

  async function shared(commonDir: string): Promise<string> {
    const script =
      'cd "$0" && cat config HEAD packed-refs refs/heads/main; ls -A . hooks info objects/info objects/pack; git for-each-ref refs/tags';
    const result = await runProgram({ program: "sh", args: ["-c", script, commonDir], timeoutMs: 10_000 });
    return result.stdout;
  }
});

describe.skipIf(sandbox.name === "none")("a program in bubblewrap", () => {
  test.for([
    ["exit 0", 0],
    ["exit 10", 10],
    ["exec /no/such/program", 127],
    ["exec /etc/passwd", 126],
    ["kill -9 $$", 137],
  ] as const)("%s ends with %i", async ([script, code]) => {
    expect(await asAgent(script, { machine: await aMachine(), sandbox })).toMatchObject({ ok: true, code });
  });

  test("that is not there ends with 127, that cannot be run with 126, also with = in its name", async () => {
    const machine = await aMachine();
    writeFileSync(join(machine.worktree, "a=b"), "#!/bin/sh\nexit 7\n", { mode: 0o755 });
    const codes = await Promise.all(
      ["no-such-program", "/etc/passwd", "./a=b"].map(async (name) => {
        const [program, ...args] = await confineLaunch([name], { machine, sandbox });
        return runProgram({ program, args, cwd: machine.worktree, timeoutMs: 10_000 });
      }),
    );
    expect(codes).toMatchObject([{ code: 127 }, { code: 126 }, { code: 7 }]);
  });

  test("hears an interrupt of its group and has the last word", async () => {
    const machine = await aMachine();
    const script = 'trap "echo interrupted > said; exit 3" INT; touch ready; while :; do sleep 0.05; done';
    const [program, ...args] = await confineLaunch(["sh", "-c", script], { machine, sandbox });
    const interrupt = 'set -m; "$@" & while ! [ -e ready ]; do sleep 0.05; done; kill -INT -$!; wait $!; exit $?';
    const result = await runProgram({
      program: "bash",
      args: ["-c", interrupt, "bash", program, ...args],
      cwd: machine.worktree,
      timeoutMs: 20_000,
    });
    expect(result).toMatchObject({ ok: true, code: 3 });
    expect(textOf(join(machine.worktree, "said"))).toBe("interrupted\n");
  });
});

const quoted = (path: string): string => `'${path}'`;
