/** `${NAME}` becomes the variable's value; `$${` stands for `${` itself. A value is never read again. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export type Interpolated =
  | { readonly ok: true; readonly text: string; readonly changed: boolean }
  | { readonly ok: false; readonly sentence: string };

const PIECE = /\$\$\{|\$\{([^}]*)(\})?/g;
const NAME = /^[A-Za-z_]\w*$/;

export function interpolate(text: string, env: EnvironmentVariables): Interpolated {
  if (!text.includes("${")) return { ok: true, text, changed: false };
  const wrong: string[] = [];
  const filled = text.replaceAll(PIECE, (piece: string, name: string | undefined, end: string | undefined) => {
    if (piece === "$${") return "${";
    const isName = end !== undefined && NAME.test(name ?? "");
    const value = isName && Object.hasOwn(env, name ?? "") ? env[name ?? ""] : undefined;
    if (value === undefined) wrong.push(isName ? `the environment variable ${name} is not set` : refuseName(piece));
    return value ?? "";
  });
  const first = wrong[0];
  return first === undefined ? { ok: true, text: filled, changed: true } : { ok: false, sentence: first };
}

const refuseName = (piece: string): string =>
  `\`${piece.slice(0, 40)}\` is not \`\${NAME}\`; write \`$\${\` for the characters themselves`;
