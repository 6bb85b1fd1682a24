const NEVER =
  /\[remote rejected\]|pre-receive hook declined|protected branch|GH\d{3}|exceeds GitHub's file size|GitLab: /;

/** The forge's own words where it will never take this push: a protected branch, a hook, a file that is too large. */
export function findRefusalReason(stderr: string): string | null {
  if (!NEVER.test(stderr)) return null;
  const said = stderr
    .split("\n")
    .filter((line) => /^remote: (?!$)|remote rejected/.test(line))
    .map((line) => line.replace(/^remote: (error: )?/, "").trim());
  return said
    .filter((line) => line !== "")
    .join(" ")
    .slice(0, 600);
}
