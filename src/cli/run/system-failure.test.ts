import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { describeSystemError } from "./system-failure.ts";
import { ao } from "../testing/run-ao.ts";

const AO_HOME = "/home/ada/ao";
const refused = (code: string, syscall: string, path: string) =>
  describeSystemError(Object.assign(new Error(`${code}: raw`), { code, syscall, path }), { AO_HOME })?.message;

test.each([
  [
    "EACCES",
    "stat",
    `${AO_HOME}/daemon.json`,
    `the home ${AO_HOME} cannot be read: permission denied (${AO_HOME}/daemon.json)`,
  ],
  ["EACCES", "mkdir", AO_HOME, `the home ${AO_HOME} cannot be written: permission denied (${AO_HOME})`],
  ["EROFS", "mkdir", `${AO_HOME}/run`, `the home ${AO_HOME} cannot be written: the disk is read-only (${AO_HOME}/run)`],
  [
    "ENOSPC",
    "write",
    "/srv/app/agent-orchestrator.yaml",
    "/srv/app/agent-orchestrator.yaml cannot be written: the disk is full",
  ],
  ["EACCES", "open", "/srv/app", "/srv/app cannot be read: permission denied"],
])("%s at %s of %s is a sentence", (code, syscall, path, sentence) => {
  expect(refused(code, syscall, path)).toBe(sentence);
});

test("what is not about a path of the system is left as it is", () => {
  expect(describeSystemError(new Error("EACCES"), { AO_HOME })).toBeNull();
  expect(refused("ENOENT", "open", "/srv")).toBeUndefined();
});

test("a home that cannot be a folder is said by every verb, and found by doctor", async () => {
  const folder = aFolder();
  const home = join(folder, "home");
  writeFileSync(home, "");
  const at = { env: { AO_HOME: home, LANG: "C.UTF-8", PATH: process.env["PATH"] }, cwd: folder };
  const listed = await ao(at, "list");
  expect(listed).toMatchObject({ code: 1, stdout: "" });
  expect(listed.stderr).toMatch(new RegExp(`^error: the home ${home} cannot be`));
  const doctor = await ao(at, "doctor", "--only", "home", "--json");
  expect(doctor.code).toBe(1);
  expect(JSON.parse(doctor.stdout)).toMatchObject([{ group: "home", state: "broken" }]);
});

test("a home that cannot be made where it is to be is found by doctor", async () => {
  const folder = aFolder();
  writeFileSync(join(folder, "file"), "");
  const at = { env: { AO_HOME: join(folder, "file", "home"), LANG: "C.UTF-8", PATH: process.env["PATH"] } };
  const doctor = await ao(at, "doctor", "--only", "home", "--json");
  expect(doctor.code).toBe(1);
  expect(JSON.parse(doctor.stdout)).toMatchObject([
    { group: "home", state: "broken", text: `${folder}/file is not a folder; AO_HOME names another place` },
  ]);
});

test.runIf(process.platform === "linux")("a home below /proc is found by doctor, which ends", async () => {
  const at = { env: { AO_HOME: "/proc/ao/home", LANG: "C.UTF-8", PATH: process.env["PATH"] } };
  const doctor = await ao(at, "doctor", "--only", "home");
  expect(doctor.stdout).toContain("/proc holds no files; AO_HOME names another place");
});

test.runIf(process.getuid?.() !== 0)("a home that may not be made there is found by doctor", async () => {
  const folder = aFolder();
  mkdirSync(join(folder, "closed"), { mode: 0o500 });
  const at = { env: { AO_HOME: join(folder, "closed", "home"), LANG: "C.UTF-8", PATH: process.env["PATH"] } };
  expect((await ao(at, "doctor", "--only", "home")).stdout).toContain(`${folder}/closed cannot be written`);
});

test.runIf(process.getuid?.() !== 0)("a home without permission is found by doctor", async () => {
  const home = join(aFolder(), "home");
  mkdirSync(home, { mode: 0o500 });
  const at = { env: { AO_HOME: home, LANG: "C.UTF-8", PATH: process.env["PATH"] } };
  expect((await ao(at, "doctor", "--only", "home")).stdout).toContain("cannot be written: permission denied");
});
