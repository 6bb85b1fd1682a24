/** Where the workspace of each session lies: a small file in the session's folder, written when it is made. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionId } from "../../../domain/model/ids.ts";
import { parsePlace } from "./parse-place.ts";
import type { WorkspacePlace } from "./placed-workspace.ts";
import { readText } from "../../projects/project-files.ts";

export class WorkspacePlaces {
  private readonly folderOf: (session: string) => string;
  private readonly known = new Map<SessionId, WorkspacePlace>();

  constructor(folderOf: (session: string) => string) {
    this.folderOf = folderOf;
  }

  readonly kept = (session: SessionId): WorkspacePlace | null => {
    const known = this.known.get(session) ?? parsePlace(readText(this.fileOf(session)) ?? "");
    if (known !== null) this.known.set(session, known);
    return known;
  };

  readonly keep = (session: SessionId, place: WorkspacePlace): void => {
    if (this.kept(session) !== null) return;
    const file = this.fileOf(session);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify(place), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    this.known.set(session, place);
  };

  private fileOf(session: SessionId): string {
    return join(this.folderOf(session), "workspace.json");
  }
}
