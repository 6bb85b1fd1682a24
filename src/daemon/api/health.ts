import { version } from "../../lib/version.ts";
import type { Health } from "../../protocol/daemon/health.ts";

export const readHealth = (port: number): Health => ({ pid: process.pid, port, version });
