/** Where this process stands in the control groups of Linux: the folders that the limits of programs are made in. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readTextIfExists } from "../files/if-there.ts";

/** `top`: the root of what can be seen of the hierarchy; nothing above it limits us as far as we know. */
export type OwnCgroup = { readonly version: 1 | 2; readonly folder: string; readonly top: string };

/** `memory` and `pids` may be one and the same, in version 2. Null: there is none, or it cannot be seen. */
export type OwnCgroups = { readonly memory: OwnCgroup | null; readonly pids: OwnCgroup | null };

/** `proc` is `/proc` but in tests. */
export function findOwnCgroups(proc = "/proc"): OwnCgroups {
  const own = readTextIfExists(join(proc, "self/cgroup")) ?? "";
  const mounts = parseMounts(readTextIfExists(join(proc, "self/mountinfo")) ?? "");
  const find = (controller: "memory" | "pids"): OwnCgroup | null =>
    findIn(mounts, own, controller) ?? findUnified(mounts, own, controller);
  return { memory: find("memory"), pids: find("pids") };
}

/** From the own one upwards: each may hold a limit. */
export function listLevels({ folder, top }: OwnCgroup): readonly string[] {
  const levels = [folder];
  for (let at = folder; at !== top && at.startsWith(top); at = dirname(at)) levels.push(dirname(at));
  return levels;
}

type Mount = { readonly root: string; readonly point: string; readonly type: string; readonly options: string };

/** `31 23 0:28 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids`; spaces in paths are written as `\040`. */
function parseMounts(text: string): readonly Mount[] {
  return text.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , root, point] = before.split(" ");
    const [type = "", , options = ""] = after.split(" ");
    if (root === undefined || point === undefined || !type.startsWith("cgroup")) return [];
    return [{ root: unescapeMountPath(root), point: unescapeMountPath(point), type, options }];
  });
}

const unescapeMountPath = (path: string): string =>
  path.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

function findIn(mounts: readonly Mount[], own: string, controller: string): OwnCgroup | null {
  const mount = mounts.find(({ type, options }) => type === "cgroup" && options.split(",").includes(controller));
  const path = new RegExp(`^\\d+:(?:[^:]*,)?${controller}(?:,[^:]*)?:(.*)$`, "m").exec(own)?.[1];
  return mount === undefined || path === undefined ? null : placeInMount(mount, path, 1);
}

function findUnified(mounts: readonly Mount[], own: string, controller: string): OwnCgroup | null {
  const mount = mounts.find(({ type }) => type === "cgroup2");
  const path = /^0::(.*)$/m.exec(own)?.[1];
  const found = mount === undefined || path === undefined ? null : placeInMount(mount, path, 2);
  const has = (readTextIfExists(join(found?.folder ?? "", "cgroup.controllers")) ?? "")
    .split(/\s+/)
    .includes(controller);
  return has ? found : null;
}

/** In a namespace of its own a container sees less of the path than the mount does, or more. */
function placeInMount({ root, point }: Mount, path: string, version: 1 | 2): OwnCgroup | null {
  const below = root !== "/" && path.startsWith(root) ? path.slice(root.length) : path;
  const folder = resolve(join(point, below));
  if (existsSync(folder)) return { version, folder, top: point };
  return existsSync(join(point, "cgroup.procs")) ? { version, folder: point, top: point } : null;
}
