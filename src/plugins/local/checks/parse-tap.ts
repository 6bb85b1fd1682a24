/** Reads TAP (Test Anything Protocol): which tests failed, with what they say. Nested tests are told by their way down. */
import type { FailedTest } from "./failed-test.ts";

const result = /^( *)(not )?ok\b *(\d+)? *(?:- )?(.*)$/;
const outOfPlay = /#\s*(todo|skip)\b/i;
const TESTS_MAX = 200;
const MESSAGE_LINES_MAX = 40;

/** Is this the output of something that speaks TAP? Told from a piece of it. */
export function looksLikeTap(text: string): boolean {
  return /^TAP version 1[34]\s*$/m.test(text) || (/^1\.\.\d+\s*$/m.test(text) && /^(not )?ok \d+/m.test(text));
}

export type TapReader = { readonly line: (text: string) => void; readonly failed: () => readonly FailedTest[] };

/** Takes line by line, since a log can be long. */
export function tapReader(): TapReader {
  const failed: { name: string; message: string[]; depth: number }[] = [];
  /** Names of the subtests around the line; their `# Subtest:` line comes before them. */
  const around: { name: string; depth: number }[] = [];
  let isSpeaking = false;
  return {
    failed: () => leaves(failed),
    line: (text) => {
      const depth = text.length - text.trimStart().length;
      const subtest = /^ *# Subtest: (.*)$/.exec(text)?.[1];
      if (subtest !== undefined) {
        leaveDeeper(around, depth);
        around.push({ name: subtest, depth });
        return;
      }
      const [, , not, , title = ""] = result.exec(text) ?? [];
      if (result.test(text)) {
        leaveDeeper(around, depth);
        isSpeaking = not !== undefined && !outOfPlay.test(title) && failed.length < TESTS_MAX;
        if (isSpeaking) failed.push({ name: nameOf(title, around), message: [], depth });
        return;
      }
      if (isSpeaking) listen(failed.at(-1)?.message ?? [], text);
    },
  };
}

function leaveDeeper(around: { name: string; depth: number }[], depth: number): void {
  while ((around.at(-1)?.depth ?? -1) >= depth) around.pop();
}

function nameOf(title: string, around: readonly { name: string }[]): string {
  const own = title.replace(/\s+#.*$/, "").trim();
  return [...around.map(({ name }) => name), own === "" ? "a test without a name" : own].join(" › ");
}

/** Diagnostics: a block of YAML, or comment lines. Where it ran and how long it took says nothing of the failure. */
function listen(message: string[], text: string): void {
  const line = text.replace(/^\s*#? ?/, "").trimEnd();
  if (/^(---|\.\.\.|duration_ms:|type:|location:|stack:|at:|1\.\.\d+)/.test(line.trim()) || line.trim() === "") return;
  if (/^\s*at\s/.test(text) || message.length >= MESSAGE_LINES_MAX) return;
  message.push(line);
}

/** A test that failed because of those in it says nothing of its own. */
function leaves(failed: readonly { name: string; message: readonly string[] }[]): readonly FailedTest[] {
  return failed
    .filter(({ name }) => !failed.some((other) => other.name.startsWith(`${name} › `)))
    .map(({ name, message }) => ({ name, message: message.join("\n") }));
}
