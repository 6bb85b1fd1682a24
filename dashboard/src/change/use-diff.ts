import { useEffect, useState } from "react";
import { client } from "../data/client.ts";
import { parsePatch, type DiffLine } from "./patch.ts";

export type DiffFile = {
  readonly path: string;
  /** Its name before, if it was renamed. */
  readonly from?: string | undefined;
  readonly added: number | null;
  readonly deleted: number | null;
  /** Null: not there yet. */
  readonly patch: string | null;
  readonly lines: readonly DiffLine[];
  readonly isTooLong: boolean;
};

export type Diff = {
  readonly files: readonly DiffFile[] | null;
  /** Of which the files are; null: not known yet. */
  readonly head: string | null;
  readonly error: Error | null;
  readonly isWhole: boolean;
};

const DRAW_EVERY_MS = 80;
const nothing: Diff = { files: null, head: null, error: null, isWhole: false };

type Asked = {
  readonly change: string;
  readonly project: string;
  readonly head: string;
  readonly since: number | null;
};

/** The files first, then their patches as they come. */
export function useDiff({ change, project, head, since }: Asked): Diff {
  const [diff, setDiff] = useState<Diff>(nothing);
  useEffect(() => {
    const controller = new AbortController();
    let files: readonly DiffFile[] = [];
    let of: string | null = null;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const draw = (isWhole: boolean): void => {
      timer = null;
      setDiff({ files, head: of, error: null, isWhole });
    };
    const read = async (): Promise<void> => {
      const asked = { id: change, projectId: project, ...(since === null ? {} : { since }) };
      for await (const record of client.diff(asked, { signal: controller.signal })) {
        if (record.kind === "files") {
          of = record.head;
          files = record.files.map((file) => ({ ...file, patch: null, lines: [], isTooLong: false }));
        } else {
          const { path, text, isTooLong } = record;
          const lines = parsePatch(text);
          files = files.map((file) => (file.path === path ? { ...file, patch: text, lines, isTooLong } : file));
        }
        timer ??= setTimeout(() => draw(false), DRAW_EVERY_MS);
      }
      if (timer !== null) clearTimeout(timer);
      draw(true);
    };
    read().catch((error: unknown) => {
      if (controller.signal.aborted) return;
      setDiff({ files, head: of, error: error instanceof Error ? error : new Error(String(error)), isWhole: false });
    });
    return () => {
      controller.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [change, project, head, since]);
  return diff;
}
