/**
 * What Linux itself is made of: the part of the file system that every program may read. All else (homes, data of
 * services, sockets, disks that are mounted somewhere) is there only if it is named.
 */
import { accessSync, constants, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "../files/if-there.ts";
import { UNREACHABLE } from "./confinement-layers.ts";
import { rememberFor } from "./remember-for.ts";

export const SYSTEM_FOLDERS = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/gnu", "/snap"],
  // What the installed packages are, for tools that ask; certificates, fonts and libraries that some systems keep here.
  ...["/var/lib/dpkg", "/var/lib/rpm", "/var/lib/pacman", "/var/lib/alternatives", "/var/lib/ca-certificates"],
  ...["/var/lib/gems", "/var/lib/ghc", "/var/lib/texmf", "/var/cache/fontconfig"],
  // Names of users that a directory service knows.
  "/var/lib/sss/mc",
  // How many processors there are, and how much memory the own group may use.
  ...["/sys/devices/system", "/sys/fs/cgroup"],
  // Often a link to where a service keeps it.
  "/etc/resolv.conf",
];

/** Settings of clusters: whoever reads them is their administrator, and some are made readable for all. */
const CLUSTERS = ["/etc/kubernetes", "/etc/rancher"];

/**
 * What of the system not everybody may read, but we may: passwords and keys when we are root, or what a group of ours may
 * read. Inside, the program is still the same user to the kernel, so that the files have to go.
 */
export function listSystemSecrets(): readonly string[] {
  return [...CLUSTERS, ...closedFiles()];
}

/** A program that runs does not notice such a file that is new; so the next may not notice it for a while either. */
const REMEMBERED_MS = 60_000;
const closedFiles = rememberFor(REMEMBERED_MS, () => [
  ...listClosedPaths("/etc", Number.POSITIVE_INFINITY),
  ...listClosedPaths("/usr/local/etc", Number.POSITIVE_INFINITY),
  // Whole products lie here; what they keep to themselves they keep near the top.
  ...listClosedPaths("/opt", OPT_DEPTH),
]);
const OPT_DEPTH = 3;

function listClosedPaths(folder: string, depth: number): readonly string[] {
  if (depth === 0 || !isReadable(folder) || !lstatSync(folder).isDirectory()) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isSymbolicLink()) return [];
    const forAll = found.isDirectory() ? 0o005 : 0o004;
    if ((found.mode & forAll) !== forAll) return isReadable(path) ? [path] : [];
    return found.isDirectory() ? listClosedPaths(path, depth - 1) : [];
  });
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    if (hasCode(error, ...UNREACHABLE)) return false;
    throw error;
  }
}

/** What `/proc` tells beside processes, and lets root change. Bubblewrap covers only what it may write without its powers. */
export function closeProc(): readonly string[] {
  const isRoot = process.getuid?.() === 0;
  const masked = MASKED.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  return [
    ...masked.flatMap((path) => ["--dev-bind", "/dev/null", path]),
    ...(isRoot ? listChangeableInProc().flatMap((path) => ["--ro-bind", path, path]) : []),
  ];
}

/** Keys of the kernel's keyrings, memory, and timers with addresses in them. */
const MASKED = ["/proc/keys", "/proc/kcore", "/proc/kmsg", "/proc/timer_list", "/proc/sched_debug"];

function listChangeableInProc(): readonly string[] {
  return readdirSync("/proc").flatMap((name) => {
    const path = join("/proc", name);
    if (/^\d+$/.test(name) || MASKED.includes(path)) return [];
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isSymbolicLink()) return [];
    return found.isDirectory() || (found.mode & 0o222) !== 0 ? [path] : [];
  });
}
