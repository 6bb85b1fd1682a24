/** In order, never edited once merged. */
import type { Migration } from "../../../lib/database/migrate.ts";
import { start } from "./0001-start.ts";
import { testCounts } from "./0002-test-counts.ts";
import { theirSide } from "./0003-their-side.ts";
import { owners } from "./0004-owners.ts";
import { trailers } from "./0005-trailers.ts";
import { failingTests } from "./0006-failing-tests.ts";

export const migrations: readonly Migration[] = [start, testCounts, theirSide, owners, trailers, failingTests];
