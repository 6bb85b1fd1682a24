import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { stayAwake } from "./stay-awake.ts";

const WITHIN = { timeout: 20_000, interval: 10 };

/** A machine whose program for it writes down when it begins and ends. */
function aMachine({ wanted = true }: { readonly wanted?: boolean } = {}) {
  const folder = aFolder();
  const [program, heard] = [join(folder, "systemd-inhibit"), join(folder, "heard")];
  writeFileSync(program, `#!/bin/sh\necho "awake $1" >> '${heard}'\n/bin/cat > /dev/null\necho asleep >> '${heard}'\n`);
  chmodSync(program, 0o755);
  let working = false;
  const listeners = new Set<() => void>();
  const complaints: string[] = [];
  const end = stayAwake({
    env: { PATH: folder },
    isWanted: () => wanted,
    isWorking: () => working,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    log: { info: () => undefined, warn: (_, text) => void complaints.push(text), error: () => undefined },
    platform: "linux",
    lookAfterMs: 1,
  });
  onTestFinished(end);
  return {
    end,
    complaints,
    program,
    heard: () => (existsSync(heard) ? readFileSync(heard, "utf8").trim().split("\n") : []),
    agents: (work: boolean) => {
      working = work;
      for (const listener of listeners) listener();
    },
  };
}

test("the machine is kept awake while an agent works, by one program, and only then", async () => {
  const machine = aMachine();
  machine.agents(true);
  await expect.poll(machine.heard, WITHIN).toEqual(["awake --what=idle"]);
  machine.agents(true);
  machine.agents(false);
  await expect.poll(machine.heard, WITHIN).toEqual(["awake --what=idle", "asleep"]);
  machine.agents(true);
  await expect.poll(machine.heard, WITHIN).toEqual(["awake --what=idle", "asleep", "awake --what=idle"]);
  machine.end();
  await expect.poll(() => machine.heard().at(-1), WITHIN).toBe("asleep");
});

test("nothing is started where nobody wants it, and one that does not start is said once", async () => {
  const unwanted = aMachine({ wanted: false });
  unwanted.agents(true);
  const broken = aMachine();
  writeFileSync(broken.program, "#!/no/such/shell\n");
  broken.agents(true);
  await expect.poll(() => broken.complaints, WITHIN).toHaveLength(1);
  broken.agents(true);
  const works = aMachine();
  works.agents(true);
  await expect.poll(works.heard, WITHIN).toHaveLength(1);
  expect([unwanted.heard(), broken.complaints.length]).toEqual([[], 1]);
});
