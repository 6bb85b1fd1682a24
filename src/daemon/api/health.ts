import { version } from "../../lib/version.ts";
import type { Health } from "../../protocol/health.ts";

export const readHealth = (port: number): Health => ({ pid: process.pid, port, version });
