const PROGRAMS = [
  ["Firefox", /Firefox/],
  ["Edge", /Edg\//],
  ["Opera", /OPR\//],
  ["Chrome", /Chrome/],
  ["Safari", /Safari/],
] as const;
const SYSTEMS = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Mac", /Mac OS/],
  ["Windows", /Windows/],
  ["Linux", /Linux/],
] as const;

/** As a person would call it. */
export function nameBrowser(agent: string): string {
  const found = (names: typeof PROGRAMS | typeof SYSTEMS): string | undefined =>
    names.find(([, sign]) => sign.test(agent))?.[0];
  return `${found(PROGRAMS) ?? "A browser"} on ${found(SYSTEMS) ?? "another system"}`;
}
