import { expect, test } from "vitest";
import { decidePermission, parseLeave } from "./permission.ts";

const wish = { tool: "Bash", about: "npm test -- src" };

test.for([
  ["auto", [], [], "allow"],
  ["ask", [], [], "ask"],
  ["ask", ["Bash"], [], "allow"],
  ["ask", ["Bash(npm test*)"], [], "allow"],
  ["ask", ["Bash(npm run*)"], [], "ask"],
  ["ask", ["*(*src)"], [], "allow"],
  ["ask", ["Read"], [], "ask"],
  ["auto", [], ["Bash(npm *)"], "deny"],
  ["ask", ["Bash"], ["bash"], "deny"],
  ["auto", [], ["Bash(rm .*)"], "allow"],
  ["ask", ["Bash(npm te.t*)"], [], "ask"],
  ["ask", ["not a rule ("], [], "ask"],
] as const)("%s, allow %j, deny %j: %s", ([mode, allow, deny, decided]) => {
  expect(decidePermission({ mode, allow, deny }, wish)).toBe(decided);
});

test.for([
  ["Allow", { kind: "once" }],
  ["1", { kind: "once" }],
  [" yes\n", { kind: "once" }],
  ["always", { kind: "always" }],
  ["Allow for the rest of this turn", { kind: "always" }],
  ["Deny", { kind: "never", why: "A person refused this." }],
  ["Use the other branch", { kind: "never", why: "A person refused this and says: Use the other branch" }],
] as const)("%j is understood", ([answer, leave]) => expect(parseLeave(answer)).toEqual(leave));
