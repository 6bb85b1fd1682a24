/** Where in a session's output a reader is: in which turn, and how many bytes of each of its files were shown. */
export type LogPosition = { readonly n: number; readonly out: number; readonly err: number };

export const writePosition = ({ n, out, err }: LogPosition): string => `${n}:${out}:${err}`;

/** Null: it is none. */
export function readPosition(text: string): LogPosition | null {
  const [, n, out, err] = /^(\d{1,9}):(\d{1,15}):(\d{1,15})$/.exec(text) ?? [];
  return n === undefined ? null : { n: Number(n), out: Number(out), err: Number(err) };
}
