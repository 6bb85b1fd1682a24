/** Where the address of a checkout's origin leads, as a forge reads it. */
export type FoundOrigin = {
  /** As `repo` takes it. */
  readonly repo: string;
  readonly host: string;
  /** The variable that its token is looked for in first. */
  readonly variable: string;
};

export type FindOrigin = {
  /** Null: it leads elsewhere. The host in small letters, the path without slashes around it. */
  readonly find: (address: { readonly host: string; readonly path: string }) => FoundOrigin | null;
  /** Whether a token for it can be found, as far as that is known without asking anybody. */
  readonly hasToken: (origin: FoundOrigin, env: NodeJS.ProcessEnv) => boolean;
};

export const isSet = (env: NodeJS.ProcessEnv, names: readonly string[]): boolean =>
  names.some((name) => (env[name] ?? "") !== "");
