/**
 * Takes secrets out of a text: known values word for word (also base64, URL and JSON encoded), and the well-known forms
 * of tokens and keys. Made once for a set of values; the result is a pure function of the text.
 */
const mark = "[redacted]";

/**
 * They fit a line of JSON too: there a token may follow an escape (`\nghp_…`), and nothing may reach over a quote. A text
 * without any of a form's hints cannot hold it: looking for those first makes long logs many times quicker to read.
 */
const forms: readonly { readonly hints: readonly string[]; readonly form: RegExp }[] = [
  { hints: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], form: /(?:\b|(?<=\\[bfnrt]))gh[pousr]_[A-Za-z0-9]{30,255}/g },
  { hints: ["github_pat_"], form: /(?:\b|(?<=\\[bfnrt]))github_pat_[A-Za-z0-9_]{22,255}/g },
  { hints: ["glpat-"], form: /(?:\b|(?<=\\[bfnrt]))glpat-[\w-]{20,}/g },
  { hints: ["sk-"], form: /(?:\b|(?<=\\[bfnrt]))sk-[A-Za-z0-9_-]{20,}/g },
  { hints: ["xox"], form: /(?:\b|(?<=\\[bfnrt]))xox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { hints: ["lin_api_"], form: /(?:\b|(?<=\\[bfnrt]))lin_api_[A-Za-z0-9]{20,}/g },
  { hints: ["aosession."], form: /(?:\b|(?<=\\[bfnrt]))aosession\.[\w.-]{1,200}\.[\w-]{43}/g },
  { hints: ["aobrowser."], form: /(?:\b|(?<=\\[bfnrt]))aobrowser\.[\w-]{1,40}\.[\w-]{43}/g },
  { hints: ["AKIA"], form: /(?:\b|(?<=\\[bfnrt]))AKIA[0-9A-Z]{16}\b/g },
  { hints: ["eyJ"], form: /(?:\b|(?<=\\[bfnrt]))eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/g },
  { hints: ["PRIVATE KEY-----"], form: /-----BEGIN [A-Z ]*PRIVATE KEY-----[^"]*?-----END [A-Z ]*PRIVATE KEY-----/g },
  { hints: ["@"], form: /(?<=:\/\/[^\s/:@"]{1,100}:)[^\s/@"]{3,200}(?=@)/g },
];

/** A value shorter than this is too common a word to be taken out everywhere. */
const valueLengthMin = 6;

export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const known = listSecretValues(secrets);
  const signs = new RegExp([...known, ...forms.flatMap(({ hints }) => hints)].map(escape).join("|"));
  return (text) => {
    // One look for all of them: hardly any text holds one.
    if (!signs.test(text)) return text;
    const found = known.filter((value) => text.includes(value));
    const withoutKnown =
      found.length === 0 ? text : text.replaceAll(new RegExp(found.map(escape).join("|"), "g"), mark);
    return forms.reduce((rest, form) => takeOut(rest, form), withoutKnown);
  };
}

/** Only the values: for texts of which another redactor takes the rest. */
export function createValueRedactor(secrets: readonly string[]): (text: string) => string {
  const known = listSecretValues(secrets);
  const values = new RegExp(known.map(escape).join("|"), "g");
  return (text) => (known.length === 0 ? text : text.replaceAll(values, mark));
}

/** Of several that begin alike the longest goes first. */
function listSecretValues(secrets: readonly string[]): readonly string[] {
  const values = secrets.filter((secret) => secret.length >= valueLengthMin).flatMap(listEncodings);
  return [...new Set(values)].sort((left, right) => right.length - left.length);
}

function takeOut(text: string, { hints, form }: (typeof forms)[number]): string {
  return hints.some((hint) => text.includes(hint)) ? text.replaceAll(form, mark) : text;
}

function listEncodings(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString("base64").replaceAll("=", "");
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64];
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
