/**
 * How an agent is seen to be logged in, without starting it and without a network: by its variables, and by the files in which it
 * keeps its login.
 */
export type LoginSigns = {
  /** One of these is a login. */
  readonly variables: readonly string[];
  readonly files: readonly LoginFile[];
  /** With one of these it may be logged in where nobody looks. */
  readonly elsewhere: { readonly variables: readonly string[]; readonly files: readonly LoginFile[] };
  /** It surely fails without any of these. False: it may keep its login in a keyring, or need none. */
  readonly isNeeded: boolean;
  /** What to type, and which variable to set instead. */
  readonly command: string | null;
  readonly variable: string | null;
};

/** In the home. A pattern: only if it holds that. */
export type LoginFile = { readonly name: string; readonly holds?: RegExp };

export const NOWHERE = { variables: [], files: [] } as const;
/** More than an empty object: a tool that was logged out leaves one. */
export const NOT_EMPTY = /[^\s{}[\]]/;
export const CHOSEN_AUTH = /"selected(Auth)?Type"\s*:\s*"/;
export const API_KEY = /^\s*(export\s+)?\w*(API_KEY|TOKEN)\s*[:=]\s*\S/m;
