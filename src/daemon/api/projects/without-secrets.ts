/** Settings as they may be shown: what a key's name says is a secret is not, also where it was written out in the file. */
const SECRET = /^(token|secret|previousSecret|password|apiKey|botToken|webhookUrl)$/;

export function hideSecrets(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, showSetting(name, value)]));
}

function showSetting(name: string, value: unknown): unknown {
  if (typeof value === "string") return SECRET.test(name) && value !== "" ? "[redacted]" : value;
  if (Array.isArray(value)) return value.map((item) => showSetting("", item));
  return typeof value === "object" && value !== null ? hideSecrets({ ...value }) : value;
}
