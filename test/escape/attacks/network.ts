/** With `network: none`: services of the machine, whatever their address is called, and the machine's ports. */
import type { AttackClass } from "../attack.ts";

export const network: AttackClass = {
  title: "services of the machine",
  attacks: ({ services, abstractSocket, daemonPort, knockedPort }) => [
    ...services.map(({ name, url }) => ({ name: `reach ${name}`, script: `visits "${url}"` })),
    { name: "reach an abstract socket", script: `answers "@${abstractSocket}"` },
    { name: "open the dashboard", script: `serves "http://127.0.0.1:${daemonPort}/"` },
    { name: "open the dashboard at localhost", script: `serves "http://localhost:${daemonPort}/"` },
    { name: "serve at a port of the machine", script: `listens ${knockedPort}` },
  ],
};
