/** The lines of a log of `HEAD`: `BEFORE AFTER NAME <EMAIL> SECONDS ZONE<tab>MESSAGE`. */
export type ReflogEntry = {
  readonly before: string;
  readonly after: string;
  readonly email: string;
  readonly message: string;
};

/** The newest first, up to the first line that is none: what is older is not joined to it. */
export function parseReflog(text: string, max: number): readonly ReflogEntry[] {
  const lines = text.split("\n").filter((line) => line !== "");
  const entries = lines.slice(-max).toReversed().map(parseEntry);
  const broken = entries.indexOf(null);
  return entries.slice(0, broken < 0 ? undefined : broken).flatMap((entry) => entry ?? []);
}

function parseEntry(line: string): ReflogEntry | null {
  const [, before, after, email = "", message = ""] =
    /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t]*?<([^>\t]*)> \d+ [+-]\d{4}(?:\t(.*))?$/.exec(line) ?? [];
  return before === undefined || after === undefined ? null : { before, after, email, message };
}
