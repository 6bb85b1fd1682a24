/** The system below: kernel settings, devices, mounts, namespaces. Each attempt leaves the machine as it was. */
import { rmdirSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Attack, AttackClass } from "../attack.ts";

const SAME_VALUE = [
  "/proc/sys/vm/swappiness",
  "/proc/sys/kernel/core_pattern",
  "/proc/sys/kernel/hostname",
  "/proc/sys/kernel/modprobe",
  "/proc/sys/kernel/randomize_va_space",
  "/sys/kernel/mm/transparent_hugepage/enabled",
];

export const kernel: AttackClass = {
  title: "the kernel and its settings",
  attacks: ({ tag, daemon, blockDevice }) => [
    ...SAME_VALUE.filter((file) => existsSync(file)).map((file): Attack => ({
      name: `write the same value to ${file}`,
      // Of several values the one in brackets holds.
      script: `value=$(sed 's/.*\\[\\(.*\\)\\].*/\\1/' ${file}) && printf '%s' "$value" > ${file}`,
      needsRoot: true,
    })),
    ...["/proc/sysrq-trigger", "/dev/kmsg"]
      .filter((file) => existsSync(file))
      .map((file) => root(`open ${file} for writing`, `test -e ${file} && : >> ${file}`)),
    root("mount a file system", "mkdir -p m && mount -t tmpfs none m && umount m"),
    root("make a device", "mknod device c 1 3 && rm device"),
    root("give a file to another user", "touch given && chown 12345 given"),
    root("change its root folder", "chroot / /bin/true"),
    root("raise its priority", 'nice -n -5 true && test "$(nice -n -5 nice)" -lt 0'),
    root("set up a network interface", "ip link set lo up"),
    root("enter the namespaces of the daemon", `nsenter -t ${daemon} -m -p true`),
    root("become another user", "setpriv --reuid=12345 --clear-groups true"),
    ...(existsSync("/proc/kcore") ? [root("open kernel memory", "head -c 1 /proc/kcore")] : []),
    ...(blockDevice === null ? [] : [root("read the disk itself", `head -c 1 ${blockDevice}`)]),
    {
      ...root(
        "make a control group",
        controlGroups(tag)
          .map((folder) => `mkdir ${folder}`)
          .join(" || "),
      ),
      harm: () => {
        const made = controlGroups(tag).filter((folder) => existsSync(folder));
        for (const folder of made) rmdirSync(folder);
        return made.length > 0;
      },
    },
    {
      name: "leave a file in shared memory",
      script: `echo planted > /dev/shm/ao-planted-${tag}`,
      harm: () => removed(join("/dev/shm", `ao-planted-${tag}`)),
    },
    {
      name: "leave a file in /tmp",
      script: `echo planted > /tmp/ao-planted-${tag}`,
      harm: () => removed(join("/tmp", `ao-planted-${tag}`)),
    },
    {
      name: "leave a file in /var/tmp",
      script: `echo planted > /var/tmp/ao-planted-${tag}`,
      harm: () => removed(join("/var/tmp", `ao-planted-${tag}`)),
    },
  ],
};

const root = (name: string, script: string): Attack => ({ name, script, needsRoot: true });

const controlGroups = (tag: string): readonly string[] =>
  ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"].map((folder) => join(folder, `ao-planted-${tag}`));

function removed(file: string): boolean {
  const isThere = existsSync(file);
  rmSync(file, { force: true });
  return isThere;
}
