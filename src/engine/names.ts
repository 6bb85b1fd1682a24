/** Names of sessions: `[a-z0-9-]{1,48}` from a title, with `-2`, `-3` … where the name was ever used. */
const lengthMax = 48;

export function slugOf(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, lengthMax)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? "session" : slug;
}

export function freeName(title: string, isTaken: (name: string) => boolean): string {
  const slug = slugOf(title);
  if (!isTaken(slug)) return slug;
  for (let n = 2; ; n += 1) {
    const suffix = `-${n}`;
    const name = slug.slice(0, lengthMax - suffix.length).replace(/-+$/, "") + suffix;
    if (!isTaken(name)) return name;
  }
}
