import { expect, test } from "vitest";
import { runProgram } from "../../run.ts";
import { toSettingVariables } from "./setting-variables.ts";

test("git reads back every setting as it was given, whatever it holds", async () => {
  const settings = [
    { key: "http.https://example.org/a b.git.extraheader", value: "Authorization: Basic 'x'=\"y\"!\\ $HOME" },
    { key: "credential.helper", value: "" },
    { key: "my.word", value: "two\nlines" },
    { key: "my.word", value: "again" },
  ];
  const env = {
    PATH: process.env["PATH"],
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    ...toSettingVariables(settings),
  };
  const listed = await runProgram({
    program: "git",
    args: ["config", "--list", "-z"],
    cwd: "/",
    env,
    timeoutMs: 10_000,
  });
  expect(listed.stderr).toBe("");
  expect(listed.stdout).toBe(settings.map(({ key, value }) => `${key}\n${value}\0`).join(""));
});

test("a key with an equals sign in it goes by the numbered variables, which older gits ignore", () => {
  expect(toSettingVariables([{ key: "url.https://a/?b=c.insteadof", value: "d" }])).toEqual({
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "url.https://a/?b=c.insteadof",
    GIT_CONFIG_VALUE_0: "d",
  });
  expect(toSettingVariables([])).toEqual({});
});
