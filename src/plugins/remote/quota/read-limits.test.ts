import { expect, test } from "vitest";
import { readLimits } from "./read-limits.ts";

const NOW = Date.UTC(2026, 0, 5);

test.for<[who: string, headers: Record<string, string>, budgets: unknown]>([
  [
    "GitHub, with the resource and seconds since 1970",
    {
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "4987",
      "x-ratelimit-reset": String(NOW / 1_000 + 600),
      "x-ratelimit-resource": "graphql",
    },
    [{ name: "graphql", limit: 5_000, remaining: 4_987, resetAtMs: NOW + 600_000 }],
  ],
  [
    "GitLab, without an x",
    { "ratelimit-limit": "2000", "ratelimit-remaining": "0", "ratelimit-reset": String(NOW / 1_000 + 60) },
    [{ name: "core", limit: 2_000, remaining: 0, resetAtMs: NOW + 60_000 }],
  ],
  [
    "Linear, with two budgets and milliseconds since 1970",
    {
      "x-ratelimit-requests-limit": "1500",
      "x-ratelimit-requests-remaining": "1499",
      "x-ratelimit-requests-reset": String(NOW + 3_600_000),
      "x-ratelimit-complexity-limit": "250000",
      "x-ratelimit-complexity-remaining": "249000",
      "x-ratelimit-complexity-reset": String(NOW + 3_600_000),
    },
    [
      { name: "core", limit: 1_500, remaining: 1_499, resetAtMs: NOW + 3_600_000 },
      { name: "core:complexity", limit: 250_000, remaining: 249_000, resetAtMs: NOW + 3_600_000 },
    ],
  ],
  [
    "Jira, with a date",
    { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "3", "x-ratelimit-reset": "2026-01-05T00:01Z" },
    [{ name: "core", limit: 100, remaining: 3, resetAtMs: NOW + 60_000 }],
  ],
  ["nobody: half of the headers tell nothing", { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "x" }, []],
])("%s", ([, headers, budgets]) => {
  expect(readLimits(new Headers(headers), "core", NOW).budgets).toEqual(budgets);
});

test.for<[left: string, atMs: number | null]>([
  ["0", NOW + 60_000],
  ["5", null],
])("Linear's own limit of one kind of request, %s left, says when to come back", ([remaining, atMs]) => {
  const headers = {
    "x-ratelimit-endpoint-requests-limit": "60",
    "x-ratelimit-endpoint-requests-remaining": remaining,
    "x-ratelimit-endpoint-requests-reset": String(NOW + 60_000),
    "x-ratelimit-endpoint-name": "issueCreate",
  };
  expect(readLimits(new Headers(headers), "graphql", NOW)).toEqual({ budgets: [], retryAtMs: atMs });
});

test.for<[header: string, atMs: number | null]>([
  ["30", NOW + 30_000],
  ["Mon, 05 Jan 2026 00:02:00 GMT", NOW + 120_000],
  ["soon", null],
  ["", null],
])("Retry-After: %s", ([header, atMs]) => {
  expect(readLimits(new Headers({ "retry-after": header }), "core", NOW).retryAtMs).toBe(atMs);
});
