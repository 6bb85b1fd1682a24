import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import type { Confinement } from "./confinement.ts";
import { buildLayers } from "./confinement-layers.ts";
import { findProgram } from "../process/find-program.ts";
import { findSandbox, noSandbox } from "./sandbox.ts";
import { writeProfile } from "./seatbelt.ts";

const nothing: Confinement = { argv: ["true"], cwd: "/", writable: [], hidden: [], readOnly: [] };

describe("which sandbox", () => {
  test("none is taken when that is written, and then needs no excuse", async () => {
    expect(await findSandbox("none")).toEqual({ ok: true, sandbox: noSandbox, why: null });
  });

  test("one that was asked for and does not work is no reason to go without", async () => {
    const other = process.platform === "darwin" ? "bubblewrap" : "seatbelt";
    expect(await findSandbox(other)).toMatchObject({ ok: false, why: expect.stringMatching(/./) });
  });

  test("a word that is no sandbox is answered with those that are", async () => {
    expect(await findSandbox("chroot")).toEqual({
      ok: false,
      why: '"chroot" is not a sandbox; choose auto, bubblewrap, seatbelt or none',
    });
  });

  test("auto takes what works, or says in a sentence why nothing does", async () => {
    const found = await findSandbox("auto");
    expect(found).toMatchObject({ ok: true });
    if (found.ok) expect(found.why === null).toBe(found.sandbox.name !== "none");
  });
});

describe("layers", () => {
  test("the outer folder comes first, and of one path the last word counts", () => {
    const { root, at } = folders("home/own", "home/own/settings");
    const said = {
      hidden: [at("home/own"), at("home")],
      readable: [at("home/own")],
      writable: [at("home/own")],
      readOnly: [at("home/own/settings")],
    };
    const layers = buildLayers({ ...nothing, ...said }, "readable");
    expect(layers.map(({ path, kind }) => [path.slice(root.length + 1), kind])).toEqual([
      ["home", "hidden"],
      ["home/own", "writable"],
      ["home/own/settings", "read_only"],
    ]);
  });

  test("what is not there is passed over, links are followed, and read-only in read-only is not said", () => {
    const { at } = folders("real", "plain");
    symlinkSync("real", at("link"));
    symlinkSync("nowhere", at("dangling"));
    const said = { hidden: [at("none"), at("dangling"), at("link")], readOnly: [at("plain")] };
    expect(buildLayers({ ...nothing, ...said }, "readable")).toEqual([
      { path: at("real"), isFolder: true, kind: "hidden" },
    ]);
  });

  test("from nothing, what is hidden is not there anyway, and an empty home is made", () => {
    const { at } = folders("data", "work");
    const said = { hidden: [at("data")], scratch: [at("home")], readable: [at("work")] };
    expect(buildLayers({ ...nothing, ...said }, "absent")).toEqual([
      { path: at("home"), isFolder: true, kind: "scratch" },
      { path: at("work"), isFolder: true, kind: "readable" },
    ]);
  });

  test("a folder that is yet to come can be read in a hidden one", () => {
    const { at } = folders("home");
    const said = { hidden: [at("home")], coming: [at("home/turn"), at("none/turn")] };
    expect(buildLayers({ ...nothing, ...said }, "readable")).toEqual([
      { path: at("home"), isFolder: true, kind: "hidden" },
      { path: at("home/turn"), isFolder: true, kind: "readable" },
    ]);
  });
});

describe("the Seatbelt profile", () => {
  test("denies writing, then gives back in the order of the layers", () => {
    const { at } = folders("home/work", "repo/.git/objects");
    const lines = writeProfile({
      ...nothing,
      hidden: [at("home")],
      writable: [at("home/work"), at("repo/.git/objects")],
      gitFolders: [at("repo/.git")],
    }).split("\n");
    const rules = lines.filter((line) => line.includes(at("")));
    expect(lines.indexOf("(deny file-write*)")).toBeLessThan(lines.indexOf(rules[0] ?? ""));
    expect(rules).toEqual([
      `(deny file-read* file-write* network-outbound (subpath "${at("home")}"))`,
      `(allow file-read-metadata (literal "${at("home")}"))`,
      `(allow file-read* file-write* (subpath "${at("home/work")}"))`,
      `(allow file-read* (subpath "${at("repo/.git")}"))`,
      `(deny file-write* (subpath "${at("repo/.git")}"))`,
      `(allow file-write* (literal "${at("repo/.git/packed-refs.lock")}"))`,
      `(allow file-read* file-write* (subpath "${at("repo/.git/objects")}"))`,
    ]);
  });

  test("closes the home, and gives back what is named in it", () => {
    const { at } = folders("home/.tool", "home/.ssh");
    const rules = writeProfile({ ...nothing, scratch: [at("home")], readable: [at("home/.tool")] })
      .split("\n")
      .filter((line) => line.includes(at("")));
    expect(rules).toEqual([
      `(deny file-read* file-write* network-outbound (subpath "${at("home")}"))`,
      `(allow file-read-metadata (literal "${at("home")}"))`,
      `(allow file-read* (subpath "${at("home/.tool")}"))`,
      `(deny file-write* (subpath "${at("home/.tool")}"))`,
    ]);
  });

  test("closes the keychain's service, unless the tool needs its files", () => {
    const { at } = folders("Library/Keychains");
    expect(writeProfile(nothing)).toContain("com.apple.SecurityServer");
    expect(writeProfile({ ...nothing, readable: [at("Library/Keychains")] })).not.toContain("com.apple.SecurityServer");
  });

  test("a quote in a path stays in the path", () => {
    const { at } = folders('a"b\\c');
    expect(writeProfile({ ...nothing, hidden: [at('a"b\\c')] })).toContain('a\\"b\\\\c");'.slice(0, -1));
  });
});

describe("a program", () => {
  test("is found in the first folder of the path where it can be run", () => {
    const { at } = folders("first/tool", "second", "third");
    writeFileSync(at("second/tool"), "", { mode: 0o644 });
    writeFileSync(at("third/tool"), "", { mode: 0o755 });
    const path = ["relative", at("none"), at("first"), at("second"), at("third")].join(":");
    expect(findProgram("tool", path)).toBe(at("third/tool"));
    expect(findProgram("other", path)).toBe(null);
  });
});

function folders(...names: readonly string[]) {
  const root = aFolder();
  for (const name of names) mkdirSync(join(root, name), { recursive: true });
  return { root, at: (name: string): string => join(root, name) };
}
