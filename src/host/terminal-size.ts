export type TerminalSize = { readonly cols: number; readonly rows: number };

export const DEFAULT_SIZE: TerminalSize = { cols: 120, rows: 40 };

/** What a terminal can be told; anything else comes from a client that measured before it was drawn. */
export const isSize = ({ cols, rows }: TerminalSize): boolean =>
  Number.isInteger(cols) && Number.isInteger(rows) && cols >= 2 && rows >= 1 && cols <= 1_000 && rows <= 1_000;
