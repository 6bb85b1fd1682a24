// `npm run dev`: the daemon, restarted at every change, and the dashboard with hot reload, on a home of their own.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setup } from "./setup.mjs";
import { inherit, projectNode, root } from "./toolchain.mjs";

const PORT = Number(process.env.AO_DEV_PORT ?? 3100);
const daemon = join(root, "src/daemon/main.ts");
const dashboard = join(root, "dashboard");

await setup();
if (!existsSync(daemon)) {
  process.stderr.write("dev: there is no src/daemon/main.ts to run\n");
  process.exit(1);
}
const server = existsSync(dashboard) ? await serveDashboard() : null;
const env = { ...process.env, AO_HOME: join(root, ".dev-home") };
process.exitCode = await inherit(projectNode(), ["--watch", daemon, "--port", String(PORT)], env);
await server?.close();

async function serveDashboard() {
  const { createServer } = await import("vite");
  const proxy = { "/api": { target: `http://127.0.0.1:${PORT}`, ws: true } };
  const server = await createServer({ root: dashboard, server: { host: "127.0.0.1", proxy } });
  await server.listen();
  server.printUrls();
  return server;
}
