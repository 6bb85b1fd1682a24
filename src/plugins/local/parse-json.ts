/** What the forge itself wrote as JSON into its own file. */
export function parseStored<T>(text: string): T {
  return JSON.parse(text) as T;
}
