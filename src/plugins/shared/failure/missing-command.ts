/** Which program a shell, or whatever starts programs for a check, did not find: mostly one that set-up installs. */
const NOT_FOUND = 127;

/** `sh: 1: xo: not found`, `bash: line 3: xo: command not found`, `env: 'xo': No such file or directory`. */
const SENTENCES = [
  /^(?:\S*\/)?(?:da|ba|z|a|k)?sh: (?:(?:line )?\d+: )?(\S+?): (?:command )?not found\s*$/,
  /^zsh: command not found: (\S+)\s*$/,
  /^(?:\S*\/)?(?:env|make(?:\[\d+\])?): [‘'"]?(\S+?)[’'"]?: (?:No such file or directory|Command not found)\s*$/,
];

/** `make` and others end with a code of their own, and tell that of the shell. */
const TOLD = /\b(?:Error|exit (?:code|status)|status) 127\b/;

/** Null: nothing of the kind happened. */
export function findMissingCommand(code: number, lines: readonly string[]): string | null {
  if (code !== NOT_FOUND && !lines.some((line) => TOLD.test(line))) return null;
  for (const line of lines.toReversed()) {
    const name = SENTENCES.map((sentence) => sentence.exec(line)?.[1]).find((one) => one !== undefined);
    if (name !== undefined) return name;
  }
  return code === NOT_FOUND ? UNNAMED : null;
}

/** A shell did not find one, and did not say which. */
export const UNNAMED = "a program";

export const describeMissingCommand = (name: string): string => `${name} not found: is \`setup\` missing?`;
