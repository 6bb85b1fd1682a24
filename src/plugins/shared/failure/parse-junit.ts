/** Reads JUnit XML as test runners write it: which tests failed, with what they say. Anything else in it is passed over. */
import type { FailedTest, TestReport } from "./test-report.ts";

const TESTS_MAX = 200;
const MESSAGE_MAX = 4_000;

/** Null when the text is no report at all. */
export function parseJunit(xml: string): TestReport | null {
  if (!/<testsuites?\b/.test(xml.slice(0, 4_096))) return null;
  const reader = new Reader();
  for (const token of tokenizeXml(xml)) reader.take(token);
  return reader.report();
}

class Reader {
  private readonly failures: FailedTest[] = [];
  private failed = 0;
  private passed = 0;
  private test: Pick<FailedTest, "name" | "file"> | null = null;
  private isSkipped = false;
  private trouble: string | null = null;
  private words: string[] | null = null;

  report(): TestReport {
    return { failures: this.failures, passed: this.passed, failed: this.failed };
  }

  take({ kind, name, attributes, text }: Token): void {
    if (kind === "text") this.words?.push(text);
    else if (name === "testcase") this.onTest(kind, attributes);
    else if (name === "skipped") this.isSkipped = true;
    else if (name === "failure" || name === "error") this.onTrouble(kind, attributes);
  }

  private onTest(kind: Token["kind"], attributes: Token["attributes"]): void {
    if (kind !== "close") {
      this.test = readTest(attributes);
      this.isSkipped = false;
      this.trouble = null;
    }
    if (kind === "open" || this.test === null) return;
    if (this.trouble !== null) this.fail({ ...this.test, message: this.trouble });
    else if (!this.isSkipped) this.passed += 1;
    this.test = null;
  }

  private fail(test: FailedTest): void {
    this.failed += 1;
    if (this.failures.length < TESTS_MAX) this.failures.push(test);
  }

  private onTrouble(kind: Token["kind"], attributes: Token["attributes"]): void {
    if (this.test === null) return;
    if (kind !== "close") {
      this.words = [];
      this.trouble = joinTexts(this.trouble, attributes.get("message") ?? attributes.get("type") ?? "");
    }
    if (kind !== "open") {
      this.trouble = joinTexts(this.trouble, this.words?.join("") ?? "");
      this.words = null;
    }
  }
}

function readTest(attributes: ReadonlyMap<string, string>): Pick<FailedTest, "name" | "file"> {
  const file = attributes.get("file") ?? attributes.get("classname") ?? "";
  return { name: readTestName(attributes), ...(isPath.test(file) ? { file } : {}) };
}

const isPath = /^[^\s]*\.\w+$/;

function readTestName(attributes: ReadonlyMap<string, string>): string {
  const [className = "", name = ""] = [attributes.get("classname"), attributes.get("name")];
  if (name === "") return className === "" ? "a test without a name" : className;
  return className === "" || name.startsWith(className) ? name : `${className} › ${name}`;
}

/** The message is often the first line of the text, too. */
function joinTexts(before: string | null, text: string): string {
  const [known, more] = [before?.trim() ?? "", text.trim()];
  if (known === "" || more.startsWith(known)) return (more === "" ? known : more).slice(0, MESSAGE_MAX);
  return (more === "" ? known : `${known}\n${more}`).slice(0, MESSAGE_MAX);
}

type Token = {
  readonly kind: "open" | "close" | "text" | "whole";
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
};

const none: ReadonlyMap<string, string> = new Map();
const piece =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<[?!][^>]*>|<(\/?)([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/g;

function* tokenizeXml(xml: string): Generator<Token> {
  for (const [, literal, slash, name, rest, end, text] of xml.matchAll(piece)) {
    if (literal !== undefined) yield { kind: "text", name: "", attributes: none, text: literal };
    else if (text !== undefined) yield { kind: "text", name: "", attributes: none, text: unescape(text) };
    else if (name !== undefined && slash === "/") yield { kind: "close", name, attributes: none, text: "" };
    else if (name !== undefined) {
      yield { kind: end === "/" ? "whole" : "open", name, attributes: parseAttributes(rest ?? ""), text: "" };
    }
  }
}

function parseAttributes(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map([...found].map(([, name = "", double, single]) => [name, unescape(double ?? single ?? "")]));
}

const names: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return names[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
