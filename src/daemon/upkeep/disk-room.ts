/**
 * Sees to it that the disk does not run full of what we keep, and that the home stays below its bound. Two reasons to make
 * room: less is free than the reserve, or the home takes more than it may. Where room cannot be made, sessions wait.
 */
import { statfsSync } from "node:fs";
import type { DiskSettings } from "../../config/resolve/daemon-settings.ts";
import { createFinding, type Finding } from "../../config/doctor/finding.ts";
import { limits } from "../../domain/model/limits.ts";
import type { Log } from "../../engine/deps.ts";
import { formatBinaryBytes } from "../../lib/text/format-bytes.ts";
import type { CleanedUp } from "../context.ts";

export type DiskRoom = {
  /** Every half minute. What costs more than a look at the free space is done less often. */
  readonly look: (means: RoomMeans) => Promise<void>;
  /** Why no session may start, or null. */
  readonly refusedBy: () => string | null;
  readonly findings: () => readonly Finding[];
};

export type RoomMeans = {
  /** What the home takes with all workspaces. */
  readonly measureHome: () => Promise<number>;
  readonly makeRoom: (wantedBytes: number) => Promise<CleanedUp["removed"]>;
};

export type DiskRoomParts = {
  readonly folder: string;
  readonly settings: () => DiskSettings;
  readonly nowMs: () => number;
  readonly log: Log;
  readonly readDisk?: (folder: string) => DiskSpace;
};

export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };

type Made = { readonly atMs: number; readonly things: number; readonly bytes: number };

export function openDiskRoom({ folder, settings, nowMs, log, readDisk = readSpace }: DiskRoomParts): DiskRoom {
  let home: { readonly bytes: number; readonly atMs: number } | null = null;
  let triedAtMs = -Infinity;
  let made: Made | null = null;

  const excessBytes = (): number => {
    const { homeBytesMax } = settings();
    return home === null || homeBytesMax === null ? 0 : Math.max(0, home.bytes - homeBytesMax);
  };
  const measure = async (measureHome: RoomMeans["measureHome"]): Promise<void> => {
    if (settings().homeBytesMax === null) return void (home = null);
    const everyMs = excessBytes() > 0 ? limits.makeRoomEveryMs : limits.homeMeasuredEveryMs;
    if (home === null || nowMs() - home.atMs >= everyMs) home = { bytes: await measureHome(), atMs: nowMs() };
  };
  const refusedBy = (): string | null => {
    const { homeBytesMax } = settings();
    if (home === null || homeBytesMax === null || excessBytes() === 0) return null;
    return `the home takes ${formatBinaryBytes(home.bytes)} of at most ${formatBinaryBytes(homeBytesMax)} (disk.home); end sessions or raise it`;
  };
  return {
    look: async ({ measureHome, makeRoom }) => {
      await measure(measureHome);
      const wantedBytes = Math.max(computeMissingBytes(settings(), readDisk(folder)), excessBytes());
      if (wantedBytes <= 0 || nowMs() - triedAtMs < limits.makeRoomEveryMs) return;
      triedAtMs = nowMs();
      const removed = await makeRoom(wantedBytes);
      const bytes = removed.reduce((sum, one) => sum + one.bytes, 0);
      if (removed.length === 0) return;
      const paths = removed.map(({ path }) => path);
      log.info({ wantedBytes, freedBytes: bytes, removed: paths }, "old things were removed to make room on the disk");
      if (home !== null) home = { ...home, bytes: home.bytes - bytes };
      made = { atMs: nowMs(), things: removed.length, bytes };
    },
    refusedBy,
    findings: () => {
      const refused = refusedBy();
      return [
        ...(made === null ? [] : [createFinding("disk", "ok", describeMade(made))]),
        ...(refused === null ? [] : [createFinding("disk", "broken", `no session starts: ${refused}`, "ao cleanup")]),
      ];
    },
  };
}

function describeMade({ atMs, things, bytes }: Made): string {
  const what = things === 1 ? "1 old thing was" : `${things} old things were`;
  return `${what} removed to make room: ${formatBinaryBytes(bytes)}, ${new Date(atMs).toISOString().slice(0, 16)}Z`;
}

function computeMissingBytes({ keepFreeBytes }: DiskSettings, { freeBytes, totalBytes }: DiskSpace): number {
  const usual = Math.min(limits.diskReserveBytes, totalBytes * limits.diskReserveShare);
  return (keepFreeBytes ?? usual) - freeBytes;
}

function readSpace(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
