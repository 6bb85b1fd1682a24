/** How long GitHub lets texts be, wherever they are written. */
const [TITLE_MAX, BODY_MAX] = [256, 65_536];

/** Null: it may be written. */
export function whyTooLong({ title, body, comments }: Readonly<Record<string, unknown>>): string | null {
  if (isLonger(title, TITLE_MAX)) return `title is too long (maximum is ${TITLE_MAX} characters)`;
  const remarks = Array.isArray(comments) ? comments.map((one: { readonly body?: unknown }) => one.body) : [];
  if ([body, ...remarks].some((text) => isLonger(text, BODY_MAX)))
    return `body is too long (maximum is ${BODY_MAX} characters)`;
  return null;
}

const isLonger = (text: unknown, max: number): boolean => typeof text === "string" && text.length > max;
