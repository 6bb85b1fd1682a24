/**
 * Three ports for each session, for the servers that its agent starts: free when they were chosen, kept by the session
 * for as long as it lives, also while nothing listens there, and never those of another live session.
 */
import { renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { readTextIfExists } from "../../../lib/files/if-there.ts";

export type PortTriple = readonly [number, number, number];

/** Below what systems hand out by themselves, above what people know by heart. */
const FIRST = 20_000;
const STEP = 3;
const COUNT = 3_333;
const LAST = FIRST + (COUNT - 1) * STEP;

export type PortsOptions = {
  readonly folderOf: (session: string) => string;
  /** Sessions whose ports must not be given away. */
  readonly live: () => readonly string[];
};

export class Ports {
  private readonly options: PortsOptions;
  private readonly first = new Map<string, number>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(options: PortsOptions) {
    this.options = options;
  }

  /** The session's folder exists. */
  of(session: string): Promise<PortTriple> {
    const next = Promise.allSettled([this.last]).then(() => this.choose(session));
    this.last = next;
    return next;
  }

  private async choose(session: string): Promise<PortTriple> {
    const kept = this.keptOf(session);
    if (kept !== null) return toPortTriple(kept);
    const taken = new Set(this.options.live().map((other) => this.keptOf(other)));
    const start = hash(session) % COUNT;
    for (let n = 0; n < COUNT; n += 1) {
      const port = FIRST + ((start + n) % COUNT) * STEP;
      if (taken.has(port) || !(await areFree(toPortTriple(port)))) continue;
      this.keep(session, port);
      return toPortTriple(port);
    }
    throw new Error(`no three ports in a row are free from ${FIRST} to ${LAST + 2}`);
  }

  private keptOf(session: string): number | null {
    const known = this.first.get(session);
    if (known !== undefined) return known;
    const read = readPort(this.fileOf(session));
    if (read !== null) this.first.set(session, read);
    return read;
  }

  private keep(session: string, port: number): void {
    const file = this.fileOf(session);
    writeFileSync(`${file}.new`, String(port), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    this.first.set(session, port);
  }

  private fileOf(session: string): string {
    return join(this.options.folderOf(session), "ports");
  }
}

const toPortTriple = (port: number): PortTriple => [port, port + 1, port + 2];

function readPort(file: string): number | null {
  const port = Number(readTextIfExists(file) ?? Number.NaN);
  return Number.isInteger(port) && port >= FIRST && port <= LAST ? port : null;
}

async function areFree(ports: PortTriple): Promise<boolean> {
  for (const port of ports) if (!(await isFree(port))) return false;
  return true;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** The same session begins its search at the same place: after a lost file it likely gets its old ports. */
function hash(text: string): number {
  let value = 0;
  for (const char of text) value = (value * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return value;
}
