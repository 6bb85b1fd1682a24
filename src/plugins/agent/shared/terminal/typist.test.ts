/** An answer to a dialog is seen to arrive, pressed again, or asked for again. */
import { expect, test } from "vitest";
import type { Seen } from "./see-screen.ts";
import { repeatAnswerKey, noteAnswer, nothingTyped, continueTyping, type Typed } from "./typist.ts";

const dialog: Seen = { kind: "dialog", text: "Do you want to proceed?", choices: ["Yes", "No"] };
const box: Seen = { kind: "box", text: "" };
const other: Seen = { kind: "other" };

/** What was told of dialogs after these looks at the screen, and which keys were pressed again. */
function look(looks: readonly (readonly [atMs: number, seen: Seen, heard?: string])[]) {
  const asked = continueTyping({ ...nothingTyped, isRead: true }, { seen: dialog, heard: "PreToolUse 1" }, "task", 0);
  let typed: Typed = noteAnswer(asked, "dialog.1", "1", { heard: "PreToolUse 1", nowMs: 0 });
  const pressed = new Set<string>();
  for (const [atMs, seen, heard = "PreToolUse 1"] of looks) {
    typed = continueTyping(typed, { seen, heard }, "task", atMs);
    const key = repeatAnswerKey(typed);
    if (key !== null) pressed.add(`${key.name} ${key.key}`);
  }
  return {
    told: typed.told.map(({ kind, id }) => `${kind} ${id}`),
    pressed: [...pressed],
    isRepeated: typed.dialogs.at(-1)?.isRepeated ?? false,
  };
}

const asked = "asked dialog.1";
const answered = "answered dialog.1";

test.for([
  ["the dialog has gone", [[200, box]], [asked, answered], 0],
  ["it was only just pressed", [[1_400, dialog]], [asked], 0],
  [
    "the dialog is still there",
    [
      [2_000, dialog],
      [4_000, dialog],
    ],
    [asked],
    2,
  ],
  [
    "it took the key the second time",
    [
      [2_000, dialog],
      [4_000, box],
    ],
    [asked, answered],
    1,
  ],
  [
    "the screen is half drawn",
    [
      [200, other],
      [400, dialog],
    ],
    [asked],
    0,
  ],
  [
    "the screen stays vague",
    [
      [200, other],
      [2_000, other],
    ],
    [asked, answered],
    0,
  ],
  [
    "the tool has gone on, and asks the same again",
    [[200, dialog, "PreToolUse 2"]],
    [asked, answered, "asked dialog.2"],
    0,
  ],
] as const)("after an answer, when %s", ([, looks, told, pressed]) => {
  const after = look(looks);
  expect(after.told).toEqual(told);
  expect(after.pressed).toHaveLength(pressed);
  expect(after.isRepeated).toBe(false);
});

test("an answer that changes nothing is given back to a person within seconds", () => {
  const after = look([2, 4, 6, 8, 10].map((second) => [second * 1_000, dialog] as const));
  expect(after).toEqual({
    told: [asked, answered, "asked dialog.2"],
    pressed: [2, 3, 4, 5].map((n) => `dialog.1.answer.${n} 1`),
    isRepeated: true,
  });
});

test("asked for the same answer again, after a crash, nothing is forgotten", () => {
  const typed = continueTyping(nothingTyped, { seen: dialog, heard: "" }, "task", 0);
  const at = { heard: "", nowMs: 0 };
  const again = continueTyping(noteAnswer(typed, "dialog.1", "1", at), { seen: dialog, heard: "" }, "task", 2_000);
  expect(noteAnswer(again, "dialog.1", "1", { heard: "", nowMs: 3_000 })).toEqual(again);
});
