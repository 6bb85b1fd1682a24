/** Reads TAP (Test Anything Protocol): which tests failed, with what they say. Nested tests are told by their way down. */
import type { FailedTest, TestReport } from "./test-report.ts";

const result = /^( *)(not )?ok\b *(\d+)? *(?:- )?(.*)$/;
const outOfPlay = /#\s*(todo|skip)\b/i;
const TESTS_MAX = 200;
const MESSAGE_LINES_MAX = 40;

/** Is this the output of something that speaks TAP? Told from a piece of it. */
export function looksLikeTap(text: string): boolean {
  return /^TAP version 1[34]\s*$/m.test(text) || (/^1\.\.\d+\s*$/m.test(text) && /^(not )?ok \d+/m.test(text));
}

export type TapReader = { readonly line: (text: string) => void; readonly report: () => TestReport };

type Failed = { readonly name: string; readonly message: string[]; file?: string };

/** Takes line by line, since a log can be long. */
export function createTapReader(): TapReader {
  const failed: Failed[] = [];
  /** The subtests around the line: each is announced before its tests, and has its own result after them. */
  const around: Subtest[] = [];
  let [passed, tests] = [0, 0];
  let speaking: Failed | null = null;
  const onResult = (depth: number, isBad: boolean, title: string): void => {
    const own = leaveTo(around, depth);
    speaking = null;
    // Where there were tests inside, they count, and it does not.
    if (outOfPlay.test(title) || own?.hasTests === true) return;
    tests += 1;
    if (!isBad) passed += 1;
    else if (failed.length < TESTS_MAX) {
      speaking = { name: formatTestName(title, around), message: [] };
      failed.push(speaking);
    }
    for (const subtest of around) subtest.hasTests = true;
  };
  return {
    report: () => ({ failures: failed.map(toFailedTest), passed, failed: tests - passed }),
    line: (text) => {
      const depth = text.length - text.trimStart().length;
      const subtest = /^ *# Subtest: (.*)$/.exec(text)?.[1];
      const [whole, , not, , title = ""] = result.exec(text) ?? [];
      if (subtest !== undefined) {
        leaveTo(around, depth);
        around.push({ name: subtest, depth, hasTests: false });
      } else if (whole !== undefined) onResult(depth, not !== undefined, title);
      else if (speaking !== null) listen(speaking, text);
    },
  };
}

type Subtest = { readonly name: string; readonly depth: number; hasTests: boolean };

/** The subtest whose end this depth is, if there was one; those deeper are over, too. */
function leaveTo(around: Subtest[], depth: number): Subtest | undefined {
  let last: Subtest | undefined;
  while ((around.at(-1)?.depth ?? -1) >= depth) last = around.pop();
  return last?.depth === depth ? last : undefined;
}

const toFailedTest = ({ message, ...test }: Failed): FailedTest => ({ ...test, message: message.join("\n") });

function formatTestName(title: string, around: readonly { name: string }[]): string {
  const own = title.replace(/\s+#.*$/, "").trim();
  return [...around.map(({ name }) => name), own === "" ? "a test without a name" : own].join(" › ");
}

/** Diagnostics: a block of YAML, or comment lines. Where it ran and how long it took says nothing of the failure. */
function listen(failed: Failed, text: string): void {
  const { message } = failed;
  const file = /^\s*location: '?([^':]+):\d+/.exec(text)?.[1];
  if (file !== undefined) failed.file = file;
  const line = text.replace(/^\s*#? ?/, "").trimEnd();
  if (/^(---|\.\.\.|duration_ms:|type:|location:|stack:|at:|1\.\.\d+)/.test(line.trim()) || line.trim() === "") return;
  if (/^\s*at\s/.test(text) || message.length >= MESSAGE_LINES_MAX) return;
  message.push(line);
}
