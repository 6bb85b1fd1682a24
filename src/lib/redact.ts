/**
 * Takes secrets out of a text: known values word for word (also base64, URL and JSON encoded), and the well-known forms
 * of tokens and keys. Made once for a set of values; the result is a pure function of the text.
 */
const mark = "[redacted]";

/** They fit a line of JSON too: there a token may follow an escape (`\nghp_…`), and nothing may reach over a quote. */
const forms: readonly RegExp[] = [
  /(?:\b|(?<=\\[bfnrt]))gh[pousr]_[A-Za-z0-9]{30,255}/g,
  /(?:\b|(?<=\\[bfnrt]))github_pat_[A-Za-z0-9_]{22,255}/g,
  /(?:\b|(?<=\\[bfnrt]))glpat-[\w-]{20,}/g,
  /(?:\b|(?<=\\[bfnrt]))sk-[A-Za-z0-9_-]{20,}/g,
  /(?:\b|(?<=\\[bfnrt]))xox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /(?:\b|(?<=\\[bfnrt]))lin_api_[A-Za-z0-9]{20,}/g,
  /(?:\b|(?<=\\[bfnrt]))AKIA[0-9A-Z]{16}\b/g,
  /(?:\b|(?<=\\[bfnrt]))eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^"]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  /(?<=:\/\/[^\s/:@"]{1,100}:)[^\s/@"]{3,200}(?=@)/g,
];

/** A value shorter than this is too common a word to be taken out everywhere. */
const valueLengthMin = 6;

export function redactor(secrets: readonly string[]): (text: string) => string {
  const values = secrets
    .filter((secret) => secret.length >= valueLengthMin)
    .flatMap(encodings)
    .sort((left, right) => right.length - left.length);
  const known = values.length === 0 ? null : new RegExp([...new Set(values)].map(escape).join("|"), "g");
  return (text) => {
    const withoutKnown = known === null ? text : text.replaceAll(known, mark);
    return forms.reduce((rest, form) => rest.replaceAll(form, mark), withoutKnown);
  };
}

function encodings(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString("base64").replaceAll("=", "");
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64];
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
