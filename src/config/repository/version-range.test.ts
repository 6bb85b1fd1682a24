import { expect, test } from "vitest";
import { comparePin, compareRange } from "./version-range.ts";

test.each([
  ["20.11.1", ">=18", "fits"],
  ["20.11.1", ">= 22.5.0", "does_not_fit"],
  ["22.4.9", ">=22.5", "does_not_fit"],
  ["23.0.0", ">=18.17 <23", "does_not_fit"],
  ["22.9.0", ">=18.17 <23", "fits"],
  ["19.0.0", "^18.0.0 || >=20", "does_not_fit"],
  ["21.0.0", "^18.0.0 || >=20", "fits"],
  ["20.1.0", "20.x", "fits"],
  ["20.1.0", "20", "fits"],
  ["20.1.0", "*", "fits"],
  ["20.1.0", "18 - 20", "fits"],
  ["21.0.0", "18 - 20", "does_not_fit"],
  ["20.1.0", ">20", "does_not_fit"],
  ["0.3.0", "^0.2.1", "does_not_fit"],
  ["9.1.5", "~9.1.0", "fits"],
  ["9.2.0", "~9.1.0", "does_not_fit"],
  ["3.11.7", ">=3.10,<4", "fits"],
  ["3.11.7", ">=3.12", "does_not_fit"],
  ["3.11.7", "~=3.10", "fits"],
  ["3.11.7", "~=3.10.2", "does_not_fit"],
  ["3.11.7", "==3.11.*", "fits"],
  ["3.11.7", "!=3.11.*,>=3.9", "does_not_fit"],
  ["20.1.0", "lts/*", "unknown"],
  ["20.1.0", "", "unknown"],
  ["20.1.0", ">=20 || current", "unknown"],
  ["none", ">=20", "unknown"],
] as const)("%s for the range %j: %s", (installed, range, fit) => {
  expect(compareRange(installed, range)).toBe(fit);
});

test.each([
  ["20.12.0", "v20.11.1", 1, "fits"],
  ["20.9.0", "20.11.1", 1, "does_not_fit"],
  ["22.0.0", "20", 1, "does_not_fit"],
  ["3.12.4", "3.12", 2, "fits"],
  ["3.13.0", "3.12", 2, "does_not_fit"],
  ["3.13.0", "3", 2, "fits"],
  ["20.1.0", "lts/iron", 1, "unknown"],
  ["20.1.0", "temurin-21", 1, "unknown"],
] as const)("%s where %s is pinned: %s %s", (installed, pin, significant, fit) => {
  expect(comparePin(installed, pin, significant)).toBe(fit);
});
