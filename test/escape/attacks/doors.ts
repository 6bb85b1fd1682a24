/** Sockets behind which somebody outside does what they are asked: container engines, key agents, buses, screens. */
import type { AttackClass } from "../attack.ts";

/** In the home; each is served by the test and says a secret. */
export const SOCKETS_IN_HOME: readonly string[] = [
  ".docker/desktop/docker.sock",
  ".docker/run/docker.sock",
  ".colima/default/docker.sock",
  ".lima/default/ssh.sock",
  ".rd/docker.sock",
  ".orbstack/run/docker.sock",
  ".gnupg/S.gpg-agent",
  ".ssh/agent.sock",
  ".1password/agent.sock",
  ".cache/keyring-1/ssh",
  ".local/share/podman.sock",
];

export const doors: AttackClass = {
  title: "sockets of engines, agents and buses",
  attacks: ({ person, systemSockets, ownSockets }) => [
    ...SOCKETS_IN_HOME.map((path) => ({ name: `ask ~/${path}`, script: `answers "${person}/${path}"` })),
    ...systemSockets.map(({ name, path }) => ({ name: `ask ${name}`, script: `answers "${path}"` })),
    ...ownSockets.map(({ name, path }) => ({ name: `reach ${name}`, script: `connects "${path}"` })),
  ],
};
