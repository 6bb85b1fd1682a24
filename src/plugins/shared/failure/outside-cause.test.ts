import { expect, test } from "vitest";
import { findOutsideCause, type Printed } from "./outside-cause.ts";

const printed = (line: string, special: Partial<Printed> = {}): Printed => ({
  ...{ code: 1, isSetup: false, hasFailingTests: false },
  lines: ["> app@1.0.0 test", line],
  ...special,
});

test.for<[cause: string | null, printed: Printed]>([
  [null, printed("1 test failed")],
  ["was killed, perhaps for want of memory", printed("", { code: 137 })],
  ["found no room: Error: ENOSPC: no space left", printed("Error: ENOSPC: no space left", { hasFailingTests: true })],
  ["did not find the program xo; is `setup` missing?", printed("sh: 1: xo: not found", { code: 127 })],
  [
    "did not find the program ruff; is `setup` missing?",
    printed("bash: line 1: ruff: command not found", { code: 127 }),
  ],
  [null, printed("sh: 1: ./scripts/test.sh: not found", { code: 127 })],
  [null, printed("sh: 1: xo: not found", { code: 1 })],
  [
    "did not reach the network: warning: spurious network error: Could not resolve host: index.crates.io",
    printed("warning: spurious network error: Could not resolve host: index.crates.io", { code: 101 }),
  ],
  [
    "did not reach the network: go: dial tcp: lookup proxy.golang.org: no such host",
    printed("go: dial tcp: lookup proxy.golang.org: no such host"),
  ],
  [null, printed("getaddrinfo ENOTFOUND api.example.com", { hasFailingTests: true })],
  [null, printed("connect ECONNREFUSED 127.0.0.1:5432")],
  [
    "did not reach the network: connect ECONNREFUSED 127.0.0.1:4873",
    printed("connect ECONNREFUSED 127.0.0.1:4873", { isSetup: true }),
  ],
  [
    "did not reach the network: [WARNING] Could not transfer metadata a/b.xml from/to central (https://a): transfer failed for https://a/b.xml",
    printed(
      "[WARNING] Could not transfer metadata a/b.xml from/to central (https://a): transfer failed for https://a/b.xml",
      { isSetup: true },
    ),
  ],
])("%s", ([cause, one]) => {
  expect(findOutsideCause(one)).toBe(cause);
});
