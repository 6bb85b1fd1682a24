import { expect, test } from "vitest";
import type { AddressKind } from "./address-kind.ts";
import {
  findAllowedHost,
  listLoopbackTargets,
  canOpenAddress,
  parseAllowedHost,
  type AllowedHost,
} from "./allowed-host.ts";
import { parseAuthority, type NetworkTarget } from "./host.ts";

const allowed = (written: string): AllowedHost => {
  const parsed = parseAllowedHost(written);
  if (!parsed.ok) throw new Error(parsed.why);
  return parsed.allowed;
};

const target = (written: string): NetworkTarget => {
  const parsed = parseAuthority(written);
  if (parsed === null) throw new Error(`${written} is no target`);
  return parsed;
};

const allows = (list: readonly string[], asked: string): boolean =>
  findAllowedHost(list.map(allowed), target(asked)) !== null;

test.for([
  ["example.com", "example.com:443", true],
  ["example.com", "example.com:80", true],
  ["example.com", "EXAMPLE.COM.:443", true],
  ["example.com", "example.com:8443", false],
  ["example.com", "www.example.com:443", false],
  ["example.com", "notexample.com:443", false],
  ["example.com", "example.com.evil.org:443", false],
  ["example.com:8443", "example.com:8443", true],
  ["example.com:8443", "example.com:443", false],
  ["*.example.com", "www.example.com:443", true],
  ["*.example.com", "a.b.example.com:443", true],
  ["*.example.com", "example.com:443", false],
  ["*.example.com", "wwwexample.com:443", false],
  ["*.example.com:22", "git.example.com:22", true],
  ["*.example.com:22", "git.example.com:443", false],
  ["Bücher.de", "xn--bcher-kva.de:443", true],
  ["127.0.0.1:5432", "127.0.0.1:5432", true],
  ["127.0.0.1:5432", "0x7f.1:5432", true],
  ["127.0.0.1:5432", "[::ffff:127.0.0.1]:5432", true],
  ["127.0.0.1:5432", "127.0.0.1:5433", false],
  ["127.0.0.1:5432", "localhost:5432", false],
  ["[::1]:5432", "[0:0:0:0:0:0:0:1]:5432", true],
  ["::1", "[::1]:80", true],
  ["*.1", "127.0.0.1:80", false],
] as const)("with %s in the list, %s is allowed: %s", ([entry, asked, expected]) => {
  expect(entry === "*.1" ? parseAllowedHost(entry).ok : allows([entry], asked)).toBe(expected);
});

test("of several entries the plainest one counts", () => {
  const list = ["*.corp", "db.corp", "db.corp:443"].map(allowed);
  expect(findAllowedHost(list, target("db.corp:443"))).toEqual(allowed("db.corp:443"));
  expect(findAllowedHost(list, target("db.corp:80"))).toEqual(allowed("db.corp"));
});

const NOT_PUBLIC: readonly AddressKind[] = ["private", "loopback", "link_local", "unusable"];

test.for([
  ["example.com", []],
  ["*.example.com", []],
  ["*.example.com:443", []],
  ["localhost", []],
  ["example.com:443", ["private"]],
  ["localhost:5432", ["private", "loopback"]],
  ["app.localhost:5432", ["private", "loopback"]],
  ["notlocalhost:5432", ["private"]],
  ["10.0.0.1:5432", ["private", "loopback", "link_local"]],
  ["169.254.169.254", ["private", "loopback", "link_local"]],
] as const)("%s opens, beside what is public: %s", ([entry, kinds]) => {
  expect(NOT_PUBLIC.filter((kind) => canOpenAddress(allowed(entry), kind))).toEqual(kinds);
  expect(canOpenAddress(allowed(entry), "public")).toBe(true);
});

test.for([
  ["https://example.com/path", "expected a host without scheme and path, such as `example.com`"],
  ["example.com/", "expected a host without scheme and path, such as `example.com`"],
  ["*", "to allow every host, write `network: full`"],
  ["full", "write `network: full` without a list"],
  ["*example.com", "`*` stands for whole labels in front: `*.example.com`"],
  ["www.*.com", "`*` stands for whole labels in front: `*.example.com`"],
  ["*.10.0.0.1", "`*.` goes in front of a name, not of an address"],
  ["example.com:99999", "a port is a number from 1 to 65535"],
  ["user@example.com", expect.stringContaining("expected a host such as")],
  ["example.com:https", expect.stringContaining("expected a host such as")],
  ["", expect.stringContaining("expected a host such as")],
] as const)("%j is refused with a hint", ([written, why]) => {
  expect(parseAllowedHost(written)).toEqual({ ok: false, why });
});

test("services of this machine that are named are found inside, too", () => {
  const list = ["example.com:1", "127.0.0.1:5432", "localhost:6379", "[::1]:9200", "127.0.0.1", "*.localhost:1"];
  expect(listLoopbackTargets(list.map(allowed))).toEqual(["127.0.0.1:5432", "localhost:6379", "[::1]:9200"]);
});
