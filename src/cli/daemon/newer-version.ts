/** Is the first version newer than the second? By numbers, `1.10.0` after `1.9.0`; what follows a `-` comes before. */
export function isNewer(ours: string, theirs: string): boolean {
  const [left, right] = [splitVersion(ours), splitVersion(theirs)];
  for (const [index, number] of left.numbers.entries()) {
    const other = right.numbers[index] ?? 0;
    if (number !== other) return number > other;
  }
  if (left.rest === right.rest) return false;
  if (left.rest === "" || right.rest === "") return left.rest === "";
  return left.rest.localeCompare(right.rest, "en", { numeric: true }) > 0;
}

function splitVersion(version: string) {
  const [numbers = "", ...rest] = version.split("-");
  return { numbers: numbers.split(".").map((part) => Number(part) || 0), rest: rest.join("-") };
}
