/** What git takes for the name of a branch (`git check-ref-format --branch`), without asking it. */

/** Null when the name is good, else what is wrong with it. */
export function findBranchNameProblem(name: string): string | null {
  return rules.find(({ breaks }) => breaks.test(name))?.says ?? null;
}

const rules: readonly { readonly breaks: RegExp; readonly says: string }[] = [
  { breaks: /^$/, says: "it is empty" },
  { breaks: /^-/, says: "it begins with a dash" },
  { breaks: /[\u0000-\u0020\u007f~^:?*[\\]/, says: "it holds a space, a control character or one of ~ ^ : ? * [ \\" },
  { breaks: /\.\.|@\{/, says: "it holds .. or @{" },
  { breaks: /^\/|\/$|\/\//, says: "it begins, ends or doubles a slash" },
  { breaks: /(^|\/)\.|\.$/, says: "a part of it begins with a dot, or it ends with one" },
  { breaks: /\.lock(\/|$)/, says: "a part of it ends with .lock" },
  { breaks: /^(@|HEAD)$/, says: "git means something else by it" },
  { breaks: /.{201}/s, says: "it is longer than 200 characters" },
];

/** Any text as one part of a ref or of a path; different texts stay different. */
export function encodeRefName(text: string): string {
  const escaped = (character: string): string => `_${character.codePointAt(0)?.toString(16) ?? ""}_`;
  return text.replaceAll(/[^A-Za-z0-9-]/gu, escaped).replace(/^-/, escaped);
}
