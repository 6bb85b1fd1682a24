/** What can go wrong with a database and is no fault of the program. The message says what to do. */
import Database from "better-sqlite3";

export type StoreErrorCode =
  | "newer_schema"
  | "corrupt"
  | "lost"
  | "corrupt_row"
  | "locked"
  | "disk_full"
  | "io"
  | "read_only"
  | "cannot_open"
  | "second_worker";

/** A row by its table and its id; for the inbox, the outbox and the events the id is the sequence number. */
export type RowName = { readonly table: string; readonly id: string };

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  /** Only with `corrupt_row`. */
  readonly row: RowName | null;

  constructor(code: StoreErrorCode, message: string, more: { readonly cause?: unknown; readonly row?: RowName } = {}) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.name = "StoreError";
    this.code = code;
    this.row = more.row ?? null;
  }
}

/** Is the store itself out of order? Other errors speak of one row or one deed, and the store goes on without it. */
export function isOutage(error: unknown): boolean {
  return error instanceof StoreError && error.code !== "second_worker" && error.code !== "corrupt_row";
}

/** The disk and the file system, as SQLite reports them. Everything else stays as it was thrown. */
export function toStoreError(error: unknown, file: string): unknown {
  const code = readSqliteCode(error);
  if (code === null) return error;
  const known = kinds.find(({ prefix }) => code.startsWith(prefix));
  if (known === undefined) return error;
  return new StoreError(known.code, `${file}: ${known.say} (${code})`, { cause: error });
}

export function readSqliteCode(error: unknown): string | null {
  return error instanceof Database.SqliteError ? error.code : null;
}

const kinds: readonly { readonly prefix: string; readonly code: StoreErrorCode; readonly say: string }[] = [
  {
    prefix: "SQLITE_FULL",
    code: "disk_full",
    say: "the disk is full. Nothing was written. Free some space; ao then continues automatically.",
  },
  {
    prefix: "SQLITE_IOERR",
    code: "io",
    say: "the disk could not be read or written. Check the disk and its file system.",
  },
  {
    prefix: "SQLITE_READONLY",
    code: "read_only",
    say: "the file may not be written. Check its owner and permissions, and those of its folder.",
  },
  { prefix: "SQLITE_BUSY", code: "locked", say: "another program holds the file. Close it, then try again." },
  {
    prefix: "SQLITE_CORRUPT",
    code: "corrupt",
    say: "the file is damaged. Stop ao and restore the newest backup beside it.",
  },
  {
    prefix: "SQLITE_NOTADB",
    code: "corrupt",
    say: "the file is not a database. Stop ao and restore the newest backup beside it.",
  },
  {
    prefix: "SQLITE_CANTOPEN",
    code: "cannot_open",
    say: "the file cannot be opened. Check that its folder exists and may be written.",
  },
];
