import { describe, expect, test } from "vitest";
import { describeTerminal } from "./terminal.ts";

const tty = { isTTY: true, columns: 100 };
const facts = (env: NodeJS.ProcessEnv, stream: Parameters<typeof describeTerminal>[0] = tty, noColour = false) =>
  describeTerminal(stream, {
    env: { LANG: "en_GB.UTF-8", TERM: "xterm-256color", ...env },
    platform: "linux",
    noColour,
  });

describe("colour", () => {
  test.each<[string, NodeJS.ProcessEnv, boolean]>([
    ["is on on a terminal", {}, true],
    ["is off with NO_COLOR", { NO_COLOR: "1" }, false],
    ["an empty NO_COLOR says nothing", { NO_COLOR: "" }, true],
    ["NO_COLOR beats FORCE_COLOR", { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    ["is off on a dumb terminal", { TERM: "dumb" }, false],
    ["FORCE_COLOR=0 is off", { FORCE_COLOR: "0" }, false],
  ])("%s", (_, env, hasColour) => {
    expect(facts(env).hasColour).toBe(hasColour);
  });
  test("is off in a pipe, on there with FORCE_COLOR, off with --no-color", () => {
    expect(facts({}, {}).hasColour).toBe(false);
    expect(facts({ FORCE_COLOR: "1" }, {}).hasColour).toBe(true);
    expect(facts({ FORCE_COLOR: "1" }, tty, true)).toMatchObject({ hasColour: false, hasLinks: false });
  });
});

describe("symbols", () => {
  test.each<[string, NodeJS.ProcessEnv, { hasAsciiSymbols: boolean; isAsciiOnly: boolean }]>([
    ["UTF-8", {}, { hasAsciiSymbols: false, isAsciiOnly: false }],
    ["the C locale", { LANG: "C" }, { hasAsciiSymbols: true, isAsciiOnly: true }],
    ["no locale at all", { LANG: "" }, { hasAsciiSymbols: true, isAsciiOnly: true }],
    ["LC_ALL before LANG", { LC_ALL: "POSIX" }, { hasAsciiSymbols: true, isAsciiOnly: true }],
    ["AO_ASCII=1", { AO_ASCII: "1" }, { hasAsciiSymbols: true, isAsciiOnly: true }],
    ["AO_ASCII=0 against the locale", { AO_ASCII: "0", LANG: "C" }, { hasAsciiSymbols: false, isAsciiOnly: false }],
    ["the console of Linux", { TERM: "linux" }, { hasAsciiSymbols: true, isAsciiOnly: false }],
    ["Japanese", { LANG: "ja_JP.UTF-8" }, { hasAsciiSymbols: true, isAsciiOnly: false }],
  ])("%s", (_, env, expected) => {
    expect(facts(env)).toMatchObject(expected);
  });
  test("Windows has no locale variables and shows them all the same", () => {
    const windows = describeTerminal(tty, { env: {}, platform: "win32", noColour: false });
    expect(windows).toMatchObject({ hasAsciiSymbols: false, isAsciiOnly: false });
  });
});

test("the width is the terminal's, 80 where it is not known", () => {
  expect([facts({}).width, facts({}, { isTTY: true }).width, facts({}, { isTTY: true, columns: 0 }).width]).toEqual([
    100, 80, 80,
  ]);
});
