/** Screens as they were seen of Claude Code 2.1.325 and Codex 0.166.0. */
import { expect, test } from "vitest";
import { holdsText, seeScreen } from "./see-screen.ts";

const rule = "─".repeat(120);
const screen = (lines: readonly string[], x: number, y: number) => ({ lines, cursor: { x, y } });

test("an empty box is one, whatever hint stands in it", () => {
  expect(seeScreen(screen(["❯ before", rule, "❯ ", rule, "  ? for shortcuts"], 2, 2))).toEqual({
    kind: "box",
    text: "",
  });
  expect(seeScreen(screen(["› before", "", "› Ask Codex to do anything", "", "  GPT-5.5"], 2, 2))).toMatchObject({
    text: "",
  });
});

test("what was typed is all between the mark and the cursor", () => {
  expect(seeScreen(screen([rule, "❯ @sh touch foo", "  @say Done.", rule], 12, 2))).toEqual({
    kind: "box",
    text: "@sh touch foo\n@say Done.",
  });
});

test("choices that are counted are a dialog, with what stands above them", () => {
  const lines = ["❯ before", rule, " Do you want to proceed?", " ❯ 1. Yes", "   2. No", "", " Esc to cancel"];
  expect(seeScreen(screen(lines, 1, 3))).toEqual({
    kind: "dialog",
    text: "Do you want to proceed?",
    choices: ["Yes", "No"],
  });
  const codex = ["  Would you like to run it?", "› 1. Yes, proceed (y)", "  2. No (esc)", "  Press enter to confirm"];
  expect(seeScreen(screen(codex, 120, 3))).toMatchObject({ kind: "dialog", choices: ["Yes, proceed (y)", "No (esc)"] });
});

test("a notice that waits for a key is a dialog without choices", () => {
  const lines = ["❯ before", rule, "  Auto mode can't check actions", "", "  Enter to stay · Esc to cancel"];
  expect(seeScreen(screen(lines, 0, 4))).toEqual({
    kind: "dialog",
    text: "Auto mode can't check actions\nEnter to stay · Esc to cancel",
    choices: [],
  });
});

test("an old message is no box, and neither is a list that the agent wrote", () => {
  expect(seeScreen(screen(["❯ before", rule, " Working", ""], 0, 3))).toEqual({ kind: "other" });
  expect(seeScreen(screen([" 1. first", " 2. second", rule, "❯ ", rule], 2, 3))).toEqual({ kind: "box", text: "" });
});

test("a box holds a text when it shows its end, or that something was pasted", () => {
  const text = "one two\nthree";
  for (const box of [
    "one two\nthree",
    "one twothree",
    "three",
    "[Pasted text #1 +2 lines]",
    "[Pasted Content 13 chars]",
  ])
    expect(holdsText(box, text)).toBe(true);
  for (const box of ["", "one two", "three and more", "[Pasted text #1 +2 lines] and more"])
    expect(holdsText(box, text)).toBe(false);
});
