import { expect, test } from "vitest";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { aFolder } from "../../store/testing/folder.ts";
import { laySettings } from "./person-settings.ts";
import { readTextIfExists } from "../files/if-there.ts";

/** What stands in a file of the home, and what of it a program in the sandbox reads; null: there is no such file. */
const CASES: readonly (readonly [file: string, text: string, read: string | null])[] = [
  [
    ".npmrc",
    "registry=https://mirror/\n@own:registry=https://own/\n//own/:_authToken=abc\n_auth=abc\nemail=me@x\nproxy=http://me:pw@proxy/\nsave-exact=true\n",
    "registry=https://mirror/\n@own:registry=https://own/\nsave-exact=true\n",
  ],
  [".npmrc", "//own/:_authToken=abc\n", null],
  [
    ".config/pip/pip.conf",
    "[global]\nindex-url = https://mirror/simple\nextra-index-url =\n  https://one/simple\n  https://me:pw@two/simple\ntimeout = 60\n",
    "[global]\nindex-url = https://mirror/simple\ntimeout = 60\n",
  ],
  [
    ".cargo/config.toml",
    '[build]\nrustflags = [\n  "-C", "target-cpu=native",\n]\n[registries.own]\nindex = "sparse+https://own/"\ntoken = "abc"\n[env]\nKEY = "abc"\n[source.crates-io]\nreplace-with = "own"\n',
    '[build]\nrustflags = [\n  "-C", "target-cpu=native",\n]\n[registries.own]\nindex = "sparse+https://own/"\n[source.crates-io]\nreplace-with = "own"\n',
  ],
  [
    ".yarnrc.yml",
    'npmRegistryServer: "https://mirror/"\nnpmScopes:\n  own:\n    npmAuthToken: abc\nnodeLinker: node-modules\n',
    'npmRegistryServer: "https://mirror/"\nnodeLinker: node-modules\n',
  ],
  [".m2/settings.xml", "<settings><mirrors/></settings>", "<settings><mirrors/></settings>"],
  [".m2/settings.xml", "<settings><server><password>pw</password></server></settings>", null],
  [".gradle/gradle.properties", "org.gradle.jvmargs=-Xmx2g\nownUser=me\nownPw=pw\n", "org.gradle.jvmargs=-Xmx2g\n"],
  [".config/mise/config.toml", '[tools]\nnode = "24"\n[env]\nKEY = "abc"\n', '[tools]\nnode = "24"\n'],
  [".tool-versions", "# mine\nnodejs 24.1.0\n", "nodejs 24.1.0\n"],
  [".bundle/config", '---\nBUNDLE_JOBS: "4"\nBUNDLE_GEMS__OWN__COM: "me:pw"\n', 'BUNDLE_JOBS: "4"\n'],
];

test.for(CASES)("of %s with %j a program reads %j", ([file, text, read]) => {
  const [home, folder] = [aFolder(), aFolder()];
  mkdirSync(dirname(join(home, file)), { recursive: true });
  writeFileSync(join(home, file), text);
  const links = laySettings(home, folder);
  expect(links.map(({ path }) => path)).toEqual(read === null ? [] : [join(home, file)]);
  expect(readTextIfExists(join(folder, file))).toBe(read);
});

test("what is secret from now on is gone from the copy", () => {
  const [home, folder] = [aFolder(), aFolder()];
  writeFileSync(join(home, ".npmrc"), "registry=https://mirror/\n");
  expect(laySettings(home, folder)).toHaveLength(1);
  writeFileSync(join(home, ".npmrc"), "registry=https://me:pw@mirror/\n");
  expect(laySettings(home, folder)).toEqual([]);
  expect(readTextIfExists(join(folder, ".npmrc"))).toBe(null);
});
