/** A day with the command line: what is typed and what is printed, on a real daemon with real agents. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ao as aoAt, type AoResult } from "../../src/cli/testing/run-ao.ts";
import { statusView } from "../../src/protocol/session/status.ts";
import { aStage, type Stage } from "./stage.ts";

const script = (parts: object): string => `Please.\n\n\`\`\`script\n${JSON.stringify(parts)}\n\`\`\`\n`;

function personAt({ home, repository }: Stage) {
  const at = {
    env: { AO_HOME: home, LANG: "C.UTF-8", NO_COLOR: "1", PATH: process.env["PATH"] },
    cwd: repository,
    now: Date.now,
  };
  return {
    /** In a pipe. */
    ao: (...args: readonly string[]): Promise<AoResult> => aoAt(at, ...args),
    /** On a terminal of 80 columns. */
    see: async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await aoAt({ ...at, width: 80 }, ...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return stdout;
    },
    piping: (stdin: string, ...args: readonly string[]): Promise<AoResult> => aoAt({ ...at, stdin }, ...args),
  };
}

test("start, look, talk, answer, stop and bring back", async () => {
  const stage = await aStage();
  const { ao, see, piping } = personAt(stage);
  const parts = {
    start: [{ say: "I looked around." }, { ask: { question: "Which colour?", choices: ["red", "blue"] } }],
    answer: [{ write: { "colour.txt": "{{answer}}\n" } }, { commit: "Choose {{answer}}" }],
    message: [{ say: "Heard: {{message}}" }],
  };
  const started = await ao("new", "Choose a colour", "--prompt", script(parts));
  expect(started).toEqual({ code: 0, stdout: "app-choose-a-colour\n", stderr: "" });
  await stage.until("app-choose-a-colour", "asking", ({ phase }) => phase === "asking");

  expect(await see("list")).toContain('Asks: "Which colour?" Waits for you.');
  expect(await see("status", "choose-a-colour")).toContain("1  red\n             2  blue");
  expect(await see("why", "choose-a-colour")).toContain("app-choose-a-colour needs you");
  expect(await see("logs", "choose-a-colour")).toContain("I looked around.");
  expect(await see("answer", "choose-a-colour", "2")).toContain("app-choose-a-colour is answered");
  await stage.until("app-choose-a-colour", "answered", ({ phase, turns }) => phase === "resting" && turns === 2);
  expect(await stage.git("log", "-1", "--format=%s", "agent/choose-a-colour")).toBe("Choose blue");

  const receipt = await ao("send", "choose-a-colour", "Thank you", "--wait", "--json");
  expect(receipt).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(receipt.stdout)).toMatchObject({
    session: "app-choose-a-colour",
    state: "acknowledged",
    text: "Thank you",
  });
  expect(await piping("by a pipe", "send", "choose-a-colour", "--wait")).toMatchObject({ code: 0 });
  await stage.until("app-choose-a-colour", "heard", ({ lastWords }) => lastWords.includes("Heard: by a pipe"));
  const events = (await ao("events", "choose-a-colour", "--json", "-n", "1000")).stdout.trimEnd().split("\n");
  expect(events.map((line) => JSON.parse(line).kind)).toContain("turn_acknowledged");

  const workspace = join(stage.home, "workspaces/app/choose-a-colour");
  const own = ["-c", "user.name=Maria", "-c", "user.email=m@example.com", "-C", workspace];
  await stage.git(...own, "commit", "--quiet", "--allow-empty", "-m", "By hand");
  const byHand = await stage.git("-C", workspace, "rev-parse", "HEAD");
  await stage.until("app-choose-a-colour", "a person's commit", ({ head }) => head === byHand);

  writeFileSync(join(workspace, "unfinished.txt"), "mine");
  expect(await see("stop", "choose-a-colour")).toMatch(
    /stopped\n {2}Stopped\. Its commits are on agent\/choose-a-colour; uncommitted files are\n {2}saved at .*\n {2}bring it back/,
  );
  expect((await ao("list")).stdout).toBe("");
  expect((await ao("list", "--all")).stdout).toMatch(/^app-choose-a-colour\tdone\tstopped\t/);
  expect(await ao("send", "choose-a-colour", "Hello?")).toMatchObject({ code: 1, stdout: "" });
  expect(await see("restore", "choose-a-colour")).toContain("is being brought back");
  await stage.until("app-choose-a-colour", "back", ({ phase }) => phase === "resting");
  expect(await stage.git("-C", join(stage.home, "workspaces/app/choose-a-colour"), "status", "--short")).toContain(
    "unfinished.txt",
  );
});

test("several at once, each told what to do; held, released and ended", async () => {
  const stage = await aStage();
  const { ao, see } = personAt(stage);
  const created = await ao("create", "docs", "tests");
  expect(created.stdout.trimEnd().split("\n").toSorted()).toEqual(["app-docs", "app-tests"]);
  expect(await ao("prompt", "docs", script({ message: [{ say: "working" }, "hang"] }), "--wait")).toMatchObject({
    code: 0,
  });
  await stage.until("app-docs", "hanging", ({ lastWords }) => lastWords.includes("working"));
  expect(await see("pause", "docs")).toContain("app-docs is paused");
  expect(await see("resume", "docs")).toContain("app-docs goes on");
  expect(await see("interrupt", "docs")).toContain("app-docs is told to end its turn");
  await stage.until("app-docs", "interrupted", ({ phase }) => phase !== "working");
  expect(await see("pause", "--project", "app")).toBe("✓ app is paused\n");
  expect(await see("resume", "--project", "app")).toBe("✓ app goes on\n");
  const statuses = JSON.parse((await ao("list", "--json")).stdout);
  expect(
    statusView
      .array()
      .parse(statuses)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(["app-docs", "app-tests"]);
  expect(JSON.parse((await ao("api", "GET", "/health")).stdout)).toMatchObject({ pid: expect.any(Number) });
  expect(JSON.parse((await ao("dashboard", "--json")).stdout).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login#ticket=/);
  expect((await ao("__complete", "--", "status", "app-d")).stdout).toBe("app-docs\tdocs\n");
  expect((await ao("stop", "--all")).stdout.trimEnd().split("\n").length).toBe(2);
  expect(await see("cleanup")).toMatch(/^(.*freed\.|Nothing to remove\.)\nIn use: .*are free\.\n$/s);
});
