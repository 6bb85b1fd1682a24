import { expect, test } from "vitest";
import { formatTarget, formatHost, parseAuthority, parseHost } from "./host.ts";

test.for([
  ["example.com", "example.com"],
  ["EXAMPLE.com.", "example.com"],
  ["BÜCHER.de", "xn--bcher-kva.de"],
  ["a_b.example", "a_b.example"],
  ["localhost", "localhost"],
  ["127.0.0.1", "127.0.0.1"],
  ["127.1", "127.0.0.1"],
  ["0x7f.1", "127.0.0.1"],
  ["0177.0.0.1", "127.0.0.1"],
  ["2130706433", "127.0.0.1"],
  ["１２７.0.0.1", "127.0.0.1"],
  ["127.0.0.1.", "127.0.0.1"],
  ["0", "0.0.0.0"],
  ["[::1]", "::1"],
  ["0:0:0:0:0:0:0:1", "::1"],
  ["[::ffff:127.0.0.1]", "127.0.0.1"],
  ["[::ffff:7f00:1]", "127.0.0.1"],
  ["[::127.0.0.1]", "127.0.0.1"],
  ["[64:ff9b::a9fe:a9fe]", "169.254.169.254"],
  ["[FE80::1]", "fe80::1"],
] as const)("%s is the host %s", ([written, text]) => {
  const host = parseHost(written);
  expect(host === null ? null : formatHost(host)).toBe(text);
});

test.for([
  ...["", ".", "a..b", ".com", "user@example.com", "example.com/path", "example.com\\@evil", "a b", "a\tb", "a\0b"],
  ...["example.com%00.evil", "example.com#evil", "example.com?evil", "1.2.3.4.5", "256.1.1.1", "a.0x1", "ⓖithub.com"],
  ...[
    "[::1",
    "::1]",
    "[fe80::1%eth0]",
    "fe80::1%25eth0",
    "[example.com]",
    "[127.0.0.1]",
    "a".repeat(64),
    "a.".repeat(130),
  ],
])("%j is no host", (written) => {
  expect(parseHost(written)).toBeNull();
});

test.for([
  ["example.com:443", "example.com:443"],
  ["[::1]:80", "[::1]:80"],
  ["[::ffff:10.0.0.1]:80", "10.0.0.1:80"],
  ["example.com", "example.com:80"],
] as const)("%s is the target %s", ([written, text]) => {
  const target = parseAuthority(written, 80);
  expect(target === null ? null : formatTarget(target)).toBe(text);
});

test.for([
  "example.com:0",
  "example.com:65536",
  "example.com:1:2",
  "a@b:80",
  ":80",
  "example.com:",
  "example.com:+80",
  "::1:80x",
])("%j is no target", (written) => {
  expect(parseAuthority(written, 80)).toBeNull();
});

test("a target without a port needs one", () => {
  expect(parseAuthority("example.com")).toBeNull();
});
