import type { AttackClass } from "./attack.ts";
import { api } from "./attacks/api.ts";
import { credentials } from "./attacks/credentials.ts";
import { daemonHome } from "./attacks/daemon-home.ts";
import { doors } from "./attacks/doors.ts";
import { kernel } from "./attacks/kernel.ts";
import { network } from "./attacks/network.ts";
import { ownGit, swappedGit } from "./attacks/own-git.ts";
import { processes } from "./attacks/processes.ts";
import { programs } from "./attacks/programs.ts";
import { repository } from "./attacks/repository.ts";

/** Each round is a session of its own. What ends others, or breaks the repository, comes last in its round. */
export const rounds: readonly (readonly AttackClass[])[] = [
  [credentials, doors, daemonHome, programs, kernel, network, api, ownGit, processes, repository],
  ...swappedGit.map((one) => [one]),
];

export const attackClasses: readonly AttackClass[] = rounds.flat();
