/** `ao service`: a file for the service manager, and the commands that make it take note, seen by one that writes them down. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { ao, type AoResult } from "../testing/run-ao.ts";
import { findService } from "./unit.ts";

const isLinux = process.platform === "linux";

/** A person's home, and a service manager that answers with `exit`. */
function aPerson(exit = 0) {
  const home = aFolder();
  const [programs, heard] = [join(home, "bin"), join(home, "heard")];
  mkdirSync(programs);
  for (const name of ["systemctl", "launchctl"]) {
    writeFileSync(join(programs, name), `#!/bin/sh\necho "${name} $*" >> '${heard}'\nexit ${exit}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  const env = { HOME: home, AO_HOME: join(home, "ao"), PATH: `${programs}:/usr/bin:/bin`, LANG: "C.UTF-8" };
  return {
    file: join(home, ".config/systemd/user/agent-orchestrator.service"),
    type: (...args: readonly string[]): Promise<AoResult> => ao({ env, cwd: home, now: Date.now }, ...args),
    heard: (): string => (existsSync(heard) ? readFileSync(heard, "utf8") : ""),
    home,
  };
}

test.runIf(isLinux)("is installed once, by a file of our own, and removed with it", async () => {
  const person = aPerson();
  expect(await person.type("service", "install")).toMatchObject({ code: 0, stderr: "" });
  const text = readFileSync(person.file, "utf8");
  expect(text).toMatch(/^ExecStart=".+supervisor[^ ]*" .+$/m);
  expect(text).toContain(`Environment="AO_HOME=${join(person.home, "ao")}"`);
  expect(text).toContain("KillMode=process");
  expect(person.heard()).toBe("systemctl --user daemon-reload\nsystemctl --user enable agent-orchestrator.service\n");
  expect(JSON.parse((await person.type("service", "install", "--json")).stdout)).toMatchObject({ wasThere: true });

  expect(await person.type("service", "uninstall")).toMatchObject({ code: 0, stderr: "" });
  expect(existsSync(person.file)).toBe(false);
  expect(person.heard()).toMatch(/disable agent-orchestrator.service\nsystemctl --user daemon-reload\n$/);
  const again = await person.type("service", "uninstall", "--json");
  expect(JSON.parse(again.stdout)).toMatchObject({ wasThere: false, left: [] });
});

test.runIf(isLinux)("a service manager that does not answer leaves its commands to the person", async () => {
  const person = aPerson(1);
  const { code, stdout } = await person.type("service", "install", "--json");
  expect([code, JSON.parse(stdout).left]).toEqual([
    0,
    ["systemctl --user daemon-reload", "systemctl --user enable agent-orchestrator.service"],
  ]);
  expect(existsSync(person.file)).toBe(true);
});

const asked = {
  env: { HOME: "/home", PATH: "/bin:/a b" },
  argv: ["/node", "/super visor.js", '100%$"x"'],
  home: "/ao & co",
  log: "/ao/log",
};

test("odd words reach systemd as they are", () => {
  const { text = "" } = findService({ ...asked, platform: "linux" }) ?? {};
  expect(text).toContain('ExecStart="/node" "/super visor.js" "100%%$$\\"x\\""');
});

test("on macOS launchd gets a list of its own, and agents live on when it ends", () => {
  const service = findService({ ...asked, platform: "darwin" });
  expect(service?.file).toBe("/home/Library/LaunchAgents/org.agent-orchestrator.plist");
  expect(service?.text).toContain("<string>/super visor.js</string>");
  expect(service?.text).toContain("<key>AO_HOME</key><string>/ao &amp; co</string>");
  expect(service?.text).toContain("<key>AbandonProcessGroup</key><true/>");
  expect(service?.enable).toEqual([["launchctl", "load", "-w", service?.file]]);
  expect(findService({ ...asked, platform: "win32" })).toBe(null);
});
