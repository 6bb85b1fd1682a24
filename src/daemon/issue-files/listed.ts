/** Issues of a file, before they are written: their dependencies may name each other. */
import type { ListedIssue } from "../../slots/issue-editor.ts";

/** As the file tells it, with the line it begins at. */
export type ImportedIssue = {
  readonly line: number;
  /** What other rows of the same file call it, beside its title. */
  readonly names: readonly string[];
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly priority: string;
  readonly blockedBy: readonly string[];
  readonly assignee: string;
};

/** A line that became no issue, or no part of one. */
export type SkippedLine = { readonly line: number; readonly text: string; readonly why: string };

export type Listed =
  | { readonly ok: true; readonly issues: readonly ListedIssue[]; readonly passedOver: readonly SkippedLine[] }
  | { readonly ok: false; readonly problems: readonly string[] };

export function toListed(read: readonly ImportedIssue[], passedOver: readonly SkippedLine[]): Listed {
  const problems: string[] = [];
  const places = new Map<string, number>();
  for (const [at, { title, names }] of read.entries()) {
    for (const name of [...names, title].map(toKey)) if (!places.has(name)) places.set(name, at);
  }
  const issues = read.map((issue): ListedIssue => {
    const { line, title, body, labels, assignee } = issue;
    const priority = parsePriority(issue.priority);
    if (priority === null)
      problems.push(`line ${line}: "${issue.priority}" is not a valid priority; use 1 (most urgent) to 5`);
    const here = issue.blockedBy.filter((name) => places.has(toKey(name)));
    const elsewhere = issue.blockedBy.filter((name) => !places.has(toKey(name)));
    const strange = elsewhere.filter((name) => !/^(\S+#|#)?\d+$/.test(name));
    problems.push(...strange.map((name) => `line ${line}: there is no issue "${name}" in this file to wait for`));
    return {
      ...{ title, body, labels, blockedBy: elsewhere, priority: priority ?? 3 },
      assignee: assignee === "" ? null : assignee,
      after: here.map((name) => places.get(toKey(name)) ?? 0),
    };
  });
  if (read.length === 0) problems.push("there is no issue in this file");
  return problems.length === 0 ? { ok: true, issues, passedOver } : { ok: false, problems };
}

const toKey = (name: string): string => name.trim().toLowerCase();

const words: readonly (readonly string[])[] = [
  ["urgent", "critical", "highest", "blocker", "p0", "p1"],
  ["high", "p2"],
  ["", "medium", "normal", "default", "p3"],
  ["low", "p4"],
  ["lowest", "trivial", "p5"],
];

function parsePriority(text: string): number | null {
  const word = text.trim().toLowerCase();
  if (/^[1-5]$/.test(word)) return Number(word);
  const at = words.findIndex((same) => same.includes(word));
  return at < 0 ? null : at + 1;
}
