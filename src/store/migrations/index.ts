/** In order, never edited once merged. */
import type { Migration } from "../migrate.ts";
import { start } from "./0001-start.ts";

export const migrations: readonly Migration[] = [start];
