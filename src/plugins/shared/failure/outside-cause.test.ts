import { expect, test } from "vitest";
import { findOutsideCause, type PrintedOutput } from "./outside-cause.ts";

const printed = (line: string, special: Partial<PrintedOutput> = {}): PrintedOutput => ({
  ...{ code: 1, isSetup: false, hasFailingTests: false },
  lines: ["> app@1.0.0 test", line],
  ...special,
});

test.for<[cause: string | null, printed: PrintedOutput]>([
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
  ...[
    "[ERROR] Could not transfer artifact a:b:pom:1 from/to central (https://a): transfer failed for https://a/b.pom",
    "[ERROR] Could not transfer artifact a:b:pom:1 from/to central (https://a): Connect to a:443 failed: Connection refused",
    "> Could not GET 'https://repo.maven.apache.org/maven2/a/b.pom'.",
    'go: a.com/b@v1.0.0: Get "https://proxy.golang.org/a.com/b/@v/v1.0.0.mod": dial tcp 142.250.1.1:443: i/o timeout',
    'main.go:3:8: a.com/b@v1.0.0: Get "https://proxy.golang.org/a.com/b/@v/v1.0.0.zip": EOF',
    "error: failed to download from `https://index.crates.io/config.json`",
    "warning: spurious network error (3 tries remaining): [7] Couldn't connect to server",
    "Could not reach host index.rubygems.org. Check your network connection and try again.",
    "error NU1301: Unable to load the service index for source https://api.nuget.org/v3/index.json.",
    "ERROR: Could not install packages due to an OSError: HTTPSConnectionPool(host='pypi.org', port=443): Max retries exceeded",
    "error: Failed to fetch: `https://pypi.org/simple/pytest/`",
  ].map((line): [string, PrintedOutput] => [`did not reach the network: ${line.slice(0, 160)}`, printed(line)]),
  ...[
    "[ERROR] Could not find artifact a:b:jar:9 in central (https://repo.maven.apache.org/maven2)",
    "> Could not GET 'https://a/b.pom'. Received status code 403 from server: Forbidden",
    "error: failed to download `x v1.0.0`",
    "requests: HTTPSConnectionPool(host='127.0.0.1', port=443): Max retries exceeded",
    "go: a.com/b@v9.0.0: reading https://proxy.golang.org/a.com/b/@v/v9.0.0.mod: 404 Not Found",
    '    x_test.go:12: Get "http://127.0.0.1:8080/health": dial tcp 127.0.0.1:8080: connect: connection refused',
  ].map((line): [null, PrintedOutput] => [null, printed(line)]),
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
