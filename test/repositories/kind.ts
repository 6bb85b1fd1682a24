/** What an example repository is made of, and what sessions add to it. */
export type Files = Readonly<Record<string, string>>;

/** A function that returns a number, and a test of it. The test passes where `returns` is `is`. */
export type NumberFiles = (number: { readonly name: string; readonly is: number; readonly returns: number }) => Files;

export type Place = {
  readonly repository: string;
  /** Around it: for what the repository refers to. */
  readonly folder: string;
  readonly git: (cwd: string, ...args: readonly string[]) => Promise<void>;
  /** False: the program is not installed. */
  readonly has: (program: string) => boolean;
  /** What it downloads from answers. */
  readonly isOnline: boolean;
  readonly run: (cwd: string, program: string, ...args: readonly string[]) => Promise<void>;
};

/** An address there, or a package of the registry that npm is set up for. */
export type Registry = string | { readonly packageName: string };

export type RepositoryKind = {
  /** What a person types to choose it. */
  readonly id: string;
  readonly title: string;
  /** Without one of these its sessions cannot land, and the product must name it. */
  readonly programs: readonly string[];
  /** Where its set-up downloads from; null: it downloads nothing. */
  readonly registry: Registry | null;
  readonly files: Files;
  readonly numbers: NumberFiles;
  /** The check whose failure the second session fixes. */
  readonly check: string;
  /** What the first session adds beside its number. */
  readonly added?: Files;
  /** Made before everything is committed. */
  readonly prepare?: (place: Place) => Promise<void>;
};
