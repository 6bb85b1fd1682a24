import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aScriptedWorkspace as aWorkspace } from "../../test/fixtures/scripted-workspace.ts";
import { aFolder } from "../store/testing/folder.ts";

const script = (yaml: string): string => `Do it.\n\n\`\`\`script\n${yaml}\n\`\`\`\n`;

describe("the scripted agent", () => {
  test("breaks a test and fixes it when told, as its task says", async () => {
    const { git, tell, cwd } = await aWorkspace();
    const task = script(`
start:
  - say: I add {{session}}.
  - write: { lib/minus.js: "a + b\\n" }
  - commit: Add minus
ci-failed:
  - replace: { in: lib/minus.js, this: "a + b", by: "a - b" }
  - commit: "Fix minus ({{reason}})"`);
    expect(await tell(task)).toEqual({ code: 0, out: "I add app-one.\n", err: "" });
    expect(readFileSync(join(cwd, "lib/minus.js"), "utf8")).toBe("a + b\n");
    expect(await tell(`CI failed: 1 test\n\n---\nThe task was:\n${task}`, "ci-failed")).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, "lib/minus.js"), "utf8")).toBe("a - b\n");
    expect(await git("log", "--format=%s")).toBe("Fix minus (ci-failed)\nAdd minus\nBegin");
    expect(await git("status", "--short")).toBe("");
  });

  test("remembers its script when the next message has none, and tells the second time from the first", async () => {
    const { tell } = await aWorkspace();
    await tell(
      script(`start: [{ ask: { question: "Which?", choices: [red, blue] } }]
answer: [{ say: "It is {{answer}}" }]
answer 2: [{ say: "It is {{answer}} now" }]`),
    );
    expect((await tell("red", "answer")).out).toBe("It is red\n");
    expect((await tell("blue", "answer")).out).toBe("It is blue now\n");
    expect((await tell("Hello", "message")).out).toBe("My script says nothing about message.\n");
  });

  test("follows a script in the message before the one in its file", async () => {
    const folder = aFolder();
    writeFileSync(join(folder, "script.yaml"), "otherwise:\n  - say: from the file\n");
    const { tell } = await aWorkspace(join(folder, "script.yaml"));
    expect((await tell("Do it.")).out).toBe("from the file\n");
    expect((await tell("Do it.\nscript: [{ say: from the message }]")).out).toBe("from the message\n");
  });

  test("without a script notes what it was told, and commits that", async () => {
    const { git, tell, cwd } = await aWorkspace();
    await tell("Add a thing");
    await tell("And another", "message");
    expect(readFileSync(join(cwd, "notes/app-one.md"), "utf8")).toBe("Add a thing\nAnd another\n");
    expect(await git("log", "--format=%s")).toBe("Note what was asked (message)\nNote what was asked (start)\nBegin");
  });

  test.for([
    [
      "asks",
      '[{ say: Hm. }, { ask: { question: "Which?", choices: [red, blue] } }, { say: never }]',
      10,
      "Hm.\n\nWhich?\n- red\n- blue\n",
    ],
    ["fails", "[{ warn: no }, { exit: 3 }, { say: never }]", 3, ""],
    ["crashes", "[{ say: now }, crash]", 137, "now\n"],
    ["ends without a word, as if it had not read", "[{ exit: 0 }]", 0, ""],
    ["runs what it is told", "[{ run: [sh, -c, echo ran] }, { run: [sh, -c, exit 10] }]", 1, "ran\n"],
    ["passes nothing for done that was not", "[{ run: [no-such-program] }]", 1, ""],
    ["has nothing to commit", "[{ commit: Nothing }]", 0, "There is nothing to commit.\n"],
    ["prints numbered lines", "[{ print: { lines: 3 } }]", 0, "line 1\nline 2\nline 3\n"],
  ] as const)("%s", async ([, steps, code, out]) => {
    const { tell } = await aWorkspace();
    expect(await tell(`script: ${steps}`)).toMatchObject({ code, out });
  });

  test("prints much, always the same, in text, bytes and escape sequences", async () => {
    const { begin } = await aWorkspace();
    for (const [what, size] of [
      ["bytes", 3_000_000],
      ["binary", 100_000],
      ["escapes", 70_000],
    ] as const) {
      const { said, ended } = begin(`script: [{ print: { ${what}: ${size} } }]`);
      expect(await ended).toBe(0);
      expect(said.out).toHaveLength(size);
    }
  });

  test("hangs until it is interrupted, or longer when it shall", async () => {
    const { begin } = await aWorkspace();
    const polite = begin("script: [{ say: here }, hang]");
    const deaf = begin("script: [{ hang: { ignores: [SIGINT] } }]".replace("[{ hang", "[{ say: here }, { hang"));
    for (const { said } of [polite, deaf])
      await expect.poll(() => said.out.toString(), { timeout: 20_000 }).toBe("here\n");
    deaf.child.kill("SIGINT");
    polite.child.kill("SIGINT");
    expect(await polite.ended).toBe(130);
    expect(deaf.child.exitCode).toBe(null);
    deaf.child.kill("SIGTERM");
    expect(await deaf.ended).toBe(143);
  });

  test.for([
    ["both", "begin\ntheirs\nmine\n"],
    ["ours", "begin\nmine\n"],
    ["theirs", "begin\ntheirs\n"],
  ] as const)("resolves a conflict by keeping %s", async ([keep, expected]) => {
    const { git, tell, cwd } = await aWorkspace();
    const put = async (text: string): Promise<void> => {
      writeFileSync(join(cwd, "list"), text);
      await git("add", "-A");
      await git("commit", "-q", "-m", "Change");
    };
    await put("begin\n");
    await git("checkout", "-q", "-b", "mine");
    await put("begin\nmine\n");
    await git("checkout", "-q", "main");
    await put("begin\ntheirs\n");
    await git("checkout", "-q", "mine");
    expect(await tell(`script: [{ merge: { what: main, keep: ${keep} } }]`)).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, "list"), "utf8").split("\n").sort()).toEqual(expected.split("\n").sort());
    expect(await git("status", "--short")).toBe("");
    expect(await git("log", "-1", "--format=%P")).toMatch(/ /);
  });

  test.for([
    ["[{ wriet: x }]", /did you mean `write`\?/],
    ["[{ exit: 300 }]", /step 1, `exit`:/],
    ["[{ wait: long }]", /`wait`: /],
    ["{ start: nothing }", /start: must be a list of steps/],
    ["[{ replace: { in: sum.js, this: nowhere, by: x } }]", /does not hold "nowhere"/],
    ["[{ a: 1", /the script in the message: /],
  ] as const)("says what it does not understand: %s", async ([steps, complaint]) => {
    const { tell } = await aWorkspace();
    const result = await tell(`script: ${steps}`);
    expect([result.code, result.err]).toEqual([2, expect.stringMatching(complaint)]);
  });

  test("edits, appends and removes", async () => {
    const { tell, cwd, git } = await aWorkspace();
    await tell("script: [{ append: { sum.js: more } }, { write: { a/b: x } }, { remove: a/b }, { remove: [sum.js] }]");
    expect([existsSync(join(cwd, "a/b")), existsSync(join(cwd, "sum.js"))]).toEqual([false, false]);
    expect(await git("status", "--short")).toBe("D sum.js");
  });
});
