/** The answer of a function, kept for a while for each text it is asked with. */
export function rememberFor<T>(keptMs: number, ask: (about: string) => T): (about?: string) => T {
  const answers = new Map<string, { readonly atMs: number; readonly answer: T }>();
  return (about = "") => {
    const nowMs = performance.now();
    const known = answers.get(about);
    if (known !== undefined && nowMs - known.atMs < keptMs) return known.answer;
    for (const [key, { atMs }] of answers) if (nowMs - atMs >= keptMs) answers.delete(key);
    const answer = ask(about);
    answers.set(about, { atMs: nowMs, answer });
    return answer;
  };
}
